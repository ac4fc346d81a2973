#include "platform/linux/quirks/labels.h"

#include "platform/linux/roles.h"

namespace surehand::atspi {

bool may_be_labelled(uint32_t role, std::string_view name, const ToolkitTraits& traits) {
  if (role == role::kComboBox) return traits.choice_is_name;
  if (!traits.labels_are_relations) return false;
  switch (role) {
    case role::kEntry:
    case role::kText:
    case role::kPasswordText:
    case role::kSpinButton:
    case role::kSlider:
    case role::kToggleButton:
    case role::kCheckBox:
      return name.empty();
    default:
      return false;
  }
}

std::optional<ObjectName> label_in(const dbus::Reply& reply) {
  constexpr uint32_t kLabelledBy = 2;  // ATSPI_RELATION_LABELLED_BY
  if (!reply.is_reply()) return std::nullopt;
  dbus::Reader body = reply.body();
  std::optional<ObjectName> label;
  for (auto relations = body.begin_array(8); body.more(relations);) {
    body.begin_struct();
    const uint32_t type = body.u32();
    for (auto targets = body.begin_array(8); body.more(targets);) {
      body.begin_struct();
      ObjectName target;
      target.bus = body.string();
      target.path = body.string();
      if (body.ok() && type == kLabelledBy && !label) label = std::move(target);
    }
  }
  return label;
}

}  // namespace surehand::atspi
