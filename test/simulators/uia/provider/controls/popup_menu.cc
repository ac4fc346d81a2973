#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

// An open menu is a window of its own, #32768, while a loop of its own has the thread.
class PopupMenu final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50009);
    const HMENU menu = menu_of(window);
    node.set("Name", name_of(menu));
    set_legacy(node, 0x0b, 0, "");
  }

  void add_items(HWND window, json::Array& children) const override {
    const HMENU menu = menu_of(window);
    for (int i = 0; menu && i < GetMenuItemCount(menu); ++i) {
      wchar_t text[256] = L"";
      GetMenuStringW(menu, static_cast<UINT>(i), text, 256, MF_BYPOSITION);
      RECT rect{};
      GetMenuItemRect(nullptr, menu, static_cast<UINT>(i), &rect);
      const std::string full = narrow(text);
      const UINT state = GetMenuState(menu, static_cast<UINT>(i), MF_BYPOSITION);
      Node entry = item_node(window, {1, i}, state & MF_SEPARATOR ? 50038 : 50011, without_mnemonic(full), rect);
      put(entry, "IsEnabled", (state & (MF_GRAYED | MF_DISABLED)) == 0);
      if (const size_t tab = full.find('\t'); tab != std::string::npos) {
        entry.set("AcceleratorKey", full.substr(tab + 1));
      }
      if (state & MF_CHECKED) {
        add_pattern(entry, "Toggle");
        entry.set("Toggle.ToggleState", 1);
      }
      add_pattern(entry, "Invoke");
      set_legacy(entry, 0x0c, 0, "Execute");
      children.push_back(std::move(entry));
    }
  }

  Answer act(HWND window, const RuntimeId& item, const std::string& what, const json::Array&) const override {
    const HMENU menu = menu_of(window);
    if (item.size() != 2 || !menu || item[1] >= GetMenuItemCount(menu)) return {kNotSupported, {}};
    if (what != "Invoke.Invoke" && what != "LegacyIAccessible.DoDefaultAction") return {kNotSupported, {}};
    const UINT state = GetMenuState(menu, static_cast<UINT>(item[1]), MF_BYPOSITION);
    if (state & (MF_GRAYED | MF_DISABLED)) return {kElementNotEnabled, {}};
    const HWND owner = GetWindow(window, GW_OWNER);
    EndMenu();
    PostMessageW(owner ? owner : GetActiveWindow(), WM_COMMAND, GetMenuItemID(menu, item[1]), 0);
    return {};
  }

 private:
  // The entry of the bar that opened it.
  static std::string name_of(HMENU menu) {
    const HMENU bar = GetMenu(GetActiveWindow());
    for (int i = 0; bar && i < GetMenuItemCount(bar); ++i) {
      if (GetSubMenu(bar, i) != menu) continue;
      wchar_t text[256] = L"";
      GetMenuStringW(bar, static_cast<UINT>(i), text, 256, MF_BYPOSITION);
      return without_mnemonic(narrow(text));
    }
    return "";
  }
};

}  // namespace

const Control& popup_menu_control() {
  static const PopupMenu control;
  return control;
}

}  // namespace surehand::simulator
