#include "provider/controls/control.h"

// What oleacc calls them and says of them.
#define ROLE_SYSTEM_PUSHBUTTON 0x2b
#define ROLE_SYSTEM_CHECKBUTTON 0x2c
#define ROLE_SYSTEM_RADIOBUTTON 0x2d
#define ROLE_SYSTEM_GROUPING 0x14

namespace surehand::simulator {
namespace {

enum class Shape { kPush, kCheck, kToggle, kRadio, kGroup };

Shape shape_of(HWND window) {
  const LONG style = GetWindowLongW(window, GWL_STYLE);
  switch (style & BS_TYPEMASK) {
    case BS_CHECKBOX:
    case BS_AUTOCHECKBOX:
    case BS_3STATE:
    case BS_AUTO3STATE:
      return style & BS_PUSHLIKE ? Shape::kToggle : Shape::kCheck;
    case BS_RADIOBUTTON:
    case BS_AUTORADIOBUTTON:
      return Shape::kRadio;
    case BS_GROUPBOX:
      return Shape::kGroup;
    default:
      return Shape::kPush;
  }
}

// An expander is no control of Windows' own: a button that says by this property what it opens.
HWND opened_by(HWND window) { return static_cast<HWND>(GetPropW(window, L"Expands")); }

class Button final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    const std::string text = text_of(window);
    node.set("Name", without_mnemonic(text));
    if (const std::string key = access_key(text); !key.empty()) node.set("AccessKey", key);
    const auto checked = static_cast<int>(SendMessageW(window, BM_GETCHECK, 0, 0));
    const int legacy = checked == 1 ? STATE_SYSTEM_CHECKED : 0;
    switch (shape_of(window)) {
      case Shape::kGroup:
        set_type(node, 50026);
        set_legacy(node, ROLE_SYSTEM_GROUPING, 0, "");
        break;
      case Shape::kCheck:
      case Shape::kToggle:
        set_type(node, shape_of(window) == Shape::kToggle ? 50000 : 50002);
        add_pattern(node, "Toggle");
        node.set("Toggle.ToggleState", checked);
        set_legacy(node, ROLE_SYSTEM_CHECKBUTTON, legacy, checked ? "Uncheck" : "Check");
        break;
      case Shape::kRadio:
        set_type(node, 50013);
        add_pattern(node, "SelectionItem");
        node.set("SelectionItem.IsSelected", checked == 1);
        set_legacy(node, ROLE_SYSTEM_RADIOBUTTON, legacy, checked ? "" : "Check");
        break;
      case Shape::kPush:
        set_type(node, 50000);
        if (const HWND opened = opened_by(window)) {
          add_pattern(node, "ExpandCollapse");
          node.set("ExpandCollapse.State", IsWindowVisible(opened) ? 1 : 0);
        } else {
          add_pattern(node, "Invoke");
        }
        set_legacy(node, ROLE_SYSTEM_PUSHBUTTON, 0, "Press");
        break;
    }
  }

  Answer act(HWND window, const RuntimeId&, const std::string& what, const json::Array&) const override {
    const Shape shape = shape_of(window);
    if (what == "ExpandCollapse.Expand" || what == "ExpandCollapse.Collapse") {
      const HWND opened = opened_by(window);
      if (!opened) return {kNotSupported, {}};
      const bool open = IsWindowVisible(opened);
      if (open == (what == "ExpandCollapse.Expand")) return {kInvalidOperation, {}};
      return press(window);
    }
    const bool fits = (what == "Invoke.Invoke" && shape == Shape::kPush) ||
                      (what == "Toggle.Toggle" && (shape == Shape::kCheck || shape == Shape::kToggle)) ||
                      (what == "SelectionItem.Select" && shape == Shape::kRadio) ||
                      (what == "LegacyIAccessible.DoDefaultAction" && shape != Shape::kGroup);
    return fits ? press(window) : Answer{kNotSupported, {}};
  }

 private:
  // Returns when what the press does has been done: after a dialog that it opens, when that is closed.
  static Answer press(HWND window) {
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    // BM_CLICK gives a button the keyboard first. Whether Windows' own provider does, a real machine has to show.
    if (shape_of(window) == Shape::kPush) {
      notify_parent(window, BN_CLICKED);
    } else {
      SendMessageW(window, BM_CLICK, 0, 0);
    }
    return {};
  }
};

}  // namespace

const Control& button_control() {
  static const Button control;
  return control;
}

}  // namespace surehand::simulator
