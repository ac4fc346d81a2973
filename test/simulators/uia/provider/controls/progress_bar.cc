#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

class ProgressBar final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50012);
    node.set("Name", label_of(window));
    PBRANGE range{};
    SendMessageW(window, PBM_GETRANGE, 0, reinterpret_cast<LPARAM>(&range));
    const auto value = static_cast<int>(SendMessageW(window, PBM_GETPOS, 0, 0));
    add_pattern(node, "RangeValue");
    node.set("RangeValue.Value", value);
    node.set("RangeValue.Minimum", range.iLow);
    node.set("RangeValue.Maximum", range.iHigh);
    node.set("RangeValue.IsReadOnly", true);
    add_pattern(node, "Value");
    node.set("Value.Value", std::to_string(value) + "%");
    node.set("Value.IsReadOnly", true);
    set_legacy(node, 0x30, 0x40, "");
  }
  Answer act(HWND, const RuntimeId&, const std::string& what, const json::Array&) const override {
    return {what == "RangeValue.SetValue" ? kInvalidOperation : kNotSupported, {}};
  }
};

}  // namespace

const Control& progress_bar_control() {
  static const ProgressBar control;
  return control;
}

}  // namespace surehand::simulator
