#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

class Tab final : public Control {
 public:
  void describe(HWND, Node& node) const override {
    set_type(node, 50018);
    add_pattern(node, "Selection");
    node.set("Selection.IsSelectionRequired", true);
    set_legacy(node, 0x3c, 0, "");
  }

  void add_items(HWND window, json::Array& children) const override {
    const auto count = static_cast<int>(SendMessageW(window, TCM_GETITEMCOUNT, 0, 0));
    const auto current = static_cast<int>(SendMessageW(window, TCM_GETCURSEL, 0, 0));
    for (int i = 0; i < count; ++i) {
      wchar_t text[256] = L"";
      TCITEMW tab{};
      tab.mask = TCIF_TEXT;
      tab.pszText = text;
      tab.cchTextMax = 256;
      SendMessageW(window, TCM_GETITEMW, static_cast<WPARAM>(i), reinterpret_cast<LPARAM>(&tab));
      RECT rect{};
      SendMessageW(window, TCM_GETITEMRECT, static_cast<WPARAM>(i), reinterpret_cast<LPARAM>(&rect));
      MapWindowPoints(window, nullptr, reinterpret_cast<POINT*>(&rect), 2);
      Node item = item_node(window, {1, i}, 50019, without_mnemonic(narrow(text)), rect);
      add_pattern(item, "SelectionItem");
      item.set("SelectionItem.IsSelected", i == current);
      set_legacy(item, 0x25, i == current ? 0x2 : 0, "Switch");
      children.push_back(std::move(item));
    }
  }

  Answer act(HWND window, const RuntimeId& item, const std::string& what, const json::Array&) const override {
    if (item.size() != 2 || (what != "SelectionItem.Select" && what != "LegacyIAccessible.DoDefaultAction")) {
      return {kNotSupported, {}};
    }
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    SendMessageW(window, TCM_SETCURFOCUS, static_cast<WPARAM>(item[1]), 0);
    return {};
  }
};

}  // namespace

const Control& tab_control() {
  static const Tab control;
  return control;
}

}  // namespace surehand::simulator
