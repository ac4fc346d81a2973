#include "platform/windows/read/likeness.h"

#include "platform/windows/com/ids.h"

namespace surehand::uia {
namespace {

// Whether the name tells which one it is. An item's always does: a template gives all of them one id.
bool is_told_by_name(const Facts& facts) {
  switch (facts.control_type) {
    case control::kListItem:
    case control::kTreeItem:
    case control::kDataItem:
    case control::kTabItem:
    case control::kMenuItem:
      return true;
    case control::kButton:
    case control::kSplitButton:
    case control::kHyperlink:
    case control::kCheckBox:
    case control::kRadioButton:
      return facts.id.empty();
    default:
      return false;
  }
}

}  // namespace

Likeness likeness_of(const Facts& facts) {
  return {facts.control_type, facts.class_name, facts.id, is_told_by_name(facts) ? facts.name : std::string()};
}

}  // namespace surehand::uia
