#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

bool on_desktop(HWND window) { return GetAncestor(window, GA_PARENT) == GetDesktopWindow(); }

RECT menu_bar_rect(HWND window, LONG entry) {
  MENUBARINFO bar{};
  bar.cbSize = sizeof bar;
  GetMenuBarInfo(window, static_cast<LONG>(0xFFFFFFFD) /* OBJID_MENU */, entry, &bar);
  return bar.rcBar;
}

std::string entry_text(HMENU menu, int index) {
  wchar_t text[256] = L"";
  GetMenuStringW(menu, static_cast<UINT>(index), text, 256, MF_BYPOSITION);
  return narrow(text);
}

// A window of a class of its own: a top-level window or dialog with its menu bar, or something that only holds others.
class Plain final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    node.set("Name", text_of(window));
    set_legacy(node, on_desktop(window) ? 0x09 : 0x0a, 0, "");
    if (!on_desktop(window)) return;
    const LONG style = GetWindowLongW(window, GWL_STYLE);
    const HWND owner = GetWindow(window, GW_OWNER);
    set_type(node, 50032);
    add_pattern(node, "Window");
    node.set("Window.CanMaximize", (style & WS_MAXIMIZEBOX) != 0);
    node.set("Window.CanMinimize", (style & WS_MINIMIZEBOX) != 0);
    node.set("Window.WindowVisualState", IsIconic(window) ? 2 : IsZoomed(window) ? 1 : 0);
    node.set("Window.IsModal", owner && !IsWindowEnabled(owner));
    node.set("Window.IsTopmost", (GetWindowLongW(window, GWL_EXSTYLE) & WS_EX_TOPMOST) != 0);
    node.set("Window.WindowInteractionState", IsWindowEnabled(window) ? 2 : 3);
    add_pattern(node, "Transform");
    node.set("Transform.CanMove", !IsIconic(window) && !IsZoomed(window));
    node.set("Transform.CanResize", (style & WS_THICKFRAME) != 0 && !IsIconic(window) && !IsZoomed(window));
    node.set("Transform.CanRotate", false);
  }

  void add_items(HWND window, json::Array& children) const override {
    const HMENU menu = on_desktop(window) ? GetMenu(window) : nullptr;
    if (!menu) return;
    Node bar = item_node(window, {2}, 50010, "Application", menu_bar_rect(window, 0));
    put(bar, "IsOffscreen", IsIconic(window) != FALSE);
    json::Array entries;
    for (int i = 0; i < GetMenuItemCount(menu); ++i) {
      const std::string text = entry_text(menu, i);
      Node entry = item_node(window, {2, i}, 50011, without_mnemonic(text), menu_bar_rect(window, i + 1));
      put(entry, "IsOffscreen", IsIconic(window) != FALSE);
      const bool open = shows(GetSubMenu(menu, i));
      add_pattern(entry, "ExpandCollapse");
      entry.set("ExpandCollapse.State", open ? 1 : 0);
      entry.set("AccessKey", access_key(text));
      set_legacy(entry, 0x0c, 0, "Open");
      entries.push_back(std::move(entry));
    }
    bar.set("children", std::move(entries));
    children.push_back(std::move(bar));
  }

  Answer act(HWND window, const RuntimeId& item, const std::string& what, const json::Array& with) const override {
    if (item.size() == 2 && item[0] == 2) return act_on_menu(window, item[1], what);
    if (what == "Window.Close") {
      PostMessageW(window, WM_CLOSE, 0, 0);
    } else if (what == "Window.SetWindowVisualState" && with.size() == 1) {
      static constexpr int kShown[] = {SW_RESTORE, SW_MAXIMIZE, SW_MINIMIZE};
      ShowWindow(window, kShown[with[0].as_int() % 3]);
    } else if (what == "Transform.Move" && with.size() == 2) {
      SetWindowPos(window, nullptr, static_cast<int>(with[0].as_number()), static_cast<int>(with[1].as_number()), 0, 0,
                   SWP_NOSIZE | SWP_NOZORDER | SWP_NOACTIVATE);
    } else if (what == "Transform.Resize" && with.size() == 2) {
      SetWindowPos(window, nullptr, 0, 0, static_cast<int>(with[0].as_number()), static_cast<int>(with[1].as_number()),
                   SWP_NOMOVE | SWP_NOZORDER | SWP_NOACTIVATE);
    } else {
      return {kNotSupported, {}};
    }
    return {};
  }

 private:
  // An entry that is highlighted need not be open.
  static bool shows(HMENU menu) {
    struct Search {
      HMENU menu;
      bool found;
    } search{menu, false};
    EnumThreadWindows(
        GetCurrentThreadId(),
        [](HWND window, LPARAM parameter) -> BOOL {
          auto& seeking = *reinterpret_cast<Search*>(parameter);
          if (class_of(window) != "#32768" || !IsWindowVisible(window)) return TRUE;
          seeking.found = menu_of(window) == seeking.menu;
          return !seeking.found;
        },
        reinterpret_cast<LPARAM>(&search));
    return menu && search.found;
  }

  static Answer act_on_menu(HWND window, int index, const std::string& what) {
    const HMENU menu = GetMenu(window);
    if (!menu || index >= GetMenuItemCount(menu)) return {kElementNotAvailable, {}};
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    const bool open = shows(GetSubMenu(menu, index));
    if (what == "ExpandCollapse.Collapse") {
      if (open) EndMenu();
      return {};
    }
    if (what != "ExpandCollapse.Expand" && what != "LegacyIAccessible.DoDefaultAction") return {kNotSupported, {}};
    if (open) return {};
    // The first Escape closes a menu and leaves the keyboard with its bar.
    EndMenu();
    // Posted, as an open menu has a loop of its own: by the letter that Alt would open it with.
    const std::string key = access_key(entry_text(menu, index));
    SetForegroundWindow(window);
    PostMessageW(window, WM_SYSCOMMAND, SC_KEYMENU, key.empty() ? 0 : static_cast<unsigned char>(key.back()));
    return {};
  }
};

}  // namespace

const Control& plain_control() {
  static const Plain control;
  return control;
}

}  // namespace surehand::simulator
