#include "platform/linux/invoke/edit_permit.h"

#include "platform/linux/roles.h"

namespace surehand::atspi {

// The paragraphs of Calc's input line are in a panel, those of a document in the document. A formula begins with `=`, and is
// shown with a brace before it when it is an array's.
Result<std::optional<EditPermit>> edit_permit(Invocation& invocation) {
  const std::optional<EditPermit> given = EditPermit();
  const bool may_be_calc = invocation.application().traits().shares_name_with_libreoffice;
  if (!may_be_calc || invocation.facts().role != role::kParagraph) return given;
  SUREHAND_TRY(reply, invocation.read(invocation.caller().text(invocation.object(), 0, 1)));
  const std::string first = reply->is_reply() ? std::string(reply->body().string()) : "";
  if (first != "=" && first != "{") return given;
  SUREHAND_TRY(parent, invocation.parent_of(invocation.object()));
  if (!*parent) return given;
  SUREHAND_TRY(around, invocation.learn(**parent));
  return around->role == role::kPanel ? std::nullopt : given;
}

}  // namespace surehand::atspi
