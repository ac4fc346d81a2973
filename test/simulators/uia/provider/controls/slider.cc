#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

class Slider final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50015);
    node.set("Name", label_of(window));
    add_pattern(node, "RangeValue");
    node.set("RangeValue.Value", static_cast<int>(SendMessageW(window, TBM_GETPOS, 0, 0)));
    node.set("RangeValue.Minimum", static_cast<int>(SendMessageW(window, TBM_GETRANGEMIN, 0, 0)));
    node.set("RangeValue.Maximum", static_cast<int>(SendMessageW(window, TBM_GETRANGEMAX, 0, 0)));
    node.set("RangeValue.SmallChange", static_cast<int>(SendMessageW(window, TBM_GETLINESIZE, 0, 0)));
    node.set("RangeValue.LargeChange", static_cast<int>(SendMessageW(window, TBM_GETPAGESIZE, 0, 0)));
    node.set("RangeValue.IsReadOnly", false);
    const bool vertical = (GetWindowLongW(window, GWL_STYLE) & TBS_VERT) != 0;
    node.set("Orientation", vertical ? 2 : 1);
    set_legacy(node, 0x33, 0, "");
  }

  Answer act(HWND window, const RuntimeId&, const std::string& what, const json::Array& with) const override {
    if (what != "RangeValue.SetValue" || with.size() != 1) return {kNotSupported, {}};
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    const double value = with[0].as_number();
    if (value < SendMessageW(window, TBM_GETRANGEMIN, 0, 0) || value > SendMessageW(window, TBM_GETRANGEMAX, 0, 0)) {
      return {E_INVALIDARG, {}};
    }
    SendMessageW(window, TBM_SETPOS, TRUE, static_cast<LPARAM>(value));
    SendMessageW(GetParent(window), WM_HSCROLL, MAKEWPARAM(TB_THUMBPOSITION, static_cast<int>(value)),
                 reinterpret_cast<LPARAM>(window));
    return {};
  }
};

}  // namespace

const Control& slider_control() {
  static const Slider control;
  return control;
}

}  // namespace surehand::simulator
