#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

class ComboBox final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50003);
    node.set("Name", label_of(window));
    add_pattern(node, "ExpandCollapse");
    node.set("ExpandCollapse.State", SendMessageW(window, CB_GETDROPPEDSTATE, 0, 0) ? 1 : 0);
    add_pattern(node, "Value");
    node.set("Value.Value", text_of(window));
    node.set("Value.IsReadOnly", drop_list(window));
    add_pattern(node, "Selection");
    node.set("Selection.IsSelectionRequired", drop_list(window));
    set_legacy(node, 0x2e, 0, "");
  }

  // Its list is there whether it is open or not; closed, none of it shows.
  void add_items(HWND window, json::Array& children) const override {
    COMBOBOXINFO info{};
    info.cbSize = sizeof info;
    if (!GetComboBoxInfo(window, &info) || !info.hwndList) return;
    children.push_back(items_of(info.hwndList));
  }

  Answer act(HWND window, const RuntimeId&, const std::string& what, const json::Array& with) const override {
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    if (what == "ExpandCollapse.Expand" || what == "ExpandCollapse.Collapse") {
      SendMessageW(window, CB_SHOWDROPDOWN, what == "ExpandCollapse.Expand", 0);
      return {};
    }
    if (what == "Value.SetValue") {
      if (drop_list(window)) return {kInvalidOperation, {}};
      const std::wstring text = wide(with.empty() ? "" : with[0].as_string());
      SendMessageW(window, WM_SETTEXT, 0, reinterpret_cast<LPARAM>(text.c_str()));
      notify_parent(window, CBN_EDITCHANGE);
      return {};
    }
    return {kNotSupported, {}};
  }

 private:
  static bool drop_list(HWND window) { return (GetWindowLongW(window, GWL_STYLE) & 3) == CBS_DROPDOWNLIST; }
};

}  // namespace

const Control& combo_box_control() {
  static const ComboBox control;
  return control;
}

}  // namespace surehand::simulator
