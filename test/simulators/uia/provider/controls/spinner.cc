#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

class Spinner final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50016);
    const auto buddy = reinterpret_cast<HWND>(SendMessageW(window, UDM_GETBUDDY, 0, 0));
    node.set("Name", buddy ? label_of(buddy) : "");
    int minimum = 0, maximum = 0;
    SendMessageW(window, UDM_GETRANGE32, reinterpret_cast<WPARAM>(&minimum), reinterpret_cast<LPARAM>(&maximum));
    const auto value = static_cast<int>(SendMessageW(window, UDM_GETPOS32, 0, 0));
    add_pattern(node, "RangeValue");
    node.set("RangeValue.Value", value);
    node.set("RangeValue.Minimum", minimum);
    node.set("RangeValue.Maximum", maximum);
    node.set("RangeValue.SmallChange", 1);
    node.set("RangeValue.LargeChange", 1);
    node.set("RangeValue.IsReadOnly", false);
    add_pattern(node, "Value");
    node.set("Value.Value", std::to_string(value));
    node.set("Value.IsReadOnly", true);
    set_legacy(node, 0x34, 0, "");
  }

  Answer act(HWND window, const RuntimeId&, const std::string& what, const json::Array& with) const override {
    if (what != "RangeValue.SetValue" || with.size() != 1) return {kNotSupported, {}};
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    SendMessageW(window, UDM_SETPOS32, 0, static_cast<LPARAM>(with[0].as_number()));
    return {};
  }
};

}  // namespace

const Control& spinner_control() {
  static const Spinner control;
  return control;
}

}  // namespace surehand::simulator
