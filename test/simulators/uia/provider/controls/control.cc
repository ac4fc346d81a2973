#include "provider/controls/control.h"

#include <array>
#include <map>

#include "platform/windows/com/text.h"

namespace surehand::simulator {
namespace {

constexpr std::array<const char*, 41> kTypes = {
    "button",      "calendar", "check box", "combo box",    "edit",          "hyperlink",    "image",
    "list item",   "list",     "menu",      "menu bar",     "menu item",     "progress bar", "radio button",
    "scroll bar",  "slider",   "spinner",   "status bar",   "tab",           "tab item",     "text",
    "tool bar",    "tool tip", "tree",      "tree item",    "custom",        "group",        "thumb",
    "datagrid",    "dataitem", "document",  "split button", "window",        "pane",         "header",
    "header item", "table",    "title bar", "separator",    "semantic zoom", "app bar"};

// Asked of Wine's server, which is far: once for a whole tree.
HWND focused = nullptr;

// Scrolled out of, or beyond the edge of, what is around it.
bool clipped(HWND window, RECT rect) {
  for (HWND around = GetAncestor(window, GA_PARENT); around && around != GetDesktopWindow();
       around = GetAncestor(around, GA_PARENT)) {
    RECT client;
    GetClientRect(around, &client);
    MapWindowPoints(around, nullptr, reinterpret_cast<POINT*>(&client), 2);
    if (!IntersectRect(&rect, &rect, &client)) return true;
  }
  return false;
}

}  // namespace

void look_at_focus() {
  GUITHREADINFO thread{};
  thread.cbSize = sizeof thread;
  const bool known = GetGUIThreadInfo(GetCurrentThreadId(), &thread) && thread.hwndFocus;
  focused = known && GetForegroundWindow() == GetAncestor(thread.hwndFocus, GA_ROOT) ? thread.hwndFocus : nullptr;
}

const Control& control_of(HWND window) {
  static const std::map<std::string, const Control& (*)()> controls = {
      {"#32768", popup_menu_control},
      {"Button", button_control},
      {"ComboBox", combo_box_control},
      {"ComboLBox", list_box_control},
      {"Edit", edit_control},
      {"ListBox", list_box_control},
      {"Static", static_control},
      {"SysHeader32", header_control},
      {"SysListView32", list_view_control},
      {"SysTabControl32", tab_control},
      {"SysTreeView32", tree_view_control},
      {"ToolbarWindow32", tool_bar_control},
      {"msctls_progress32", progress_bar_control},
      {"msctls_statusbar32", status_bar_control},
      {"msctls_trackbar32", slider_control},
      {"msctls_updown32", spinner_control},
  };
  const auto found = controls.find(class_of(window));
  return found == controls.end() ? plain_control() : found->second();
}

Node window_node(HWND window) {
  RECT rect{};
  GetWindowRect(window, &rect);
  const LONG style = GetWindowLongW(window, GWL_STYLE);
  const bool top = GetAncestor(window, GA_PARENT) == GetDesktopWindow();
  const LONG id = GetWindowLongW(window, GWL_ID);
  Node node;
  node.set("RuntimeId", to_json({42, static_cast<int>(reinterpret_cast<intptr_t>(window))}));
  node.set("NativeWindowHandle", static_cast<int>(reinterpret_cast<intptr_t>(window)));
  // What is hidden, or in something that is, has no place.
  if (top || IsWindowVisible(window)) node.set("BoundingRectangle", rectangle(rect));
  node.set("ProcessId", static_cast<int>(GetCurrentProcessId()));
  node.set("ClassName", class_of(window));
  node.set("FrameworkId", "Win32");
  node.set("IsEnabled", IsWindowEnabled(window) != FALSE);
  node.set("IsOffscreen", !IsWindowVisible(window) || IsIconic(window) || clipped(window, rect));
  node.set("HasKeyboardFocus", window == focused);
  node.set("IsKeyboardFocusable", (style & WS_TABSTOP) != 0 || top);
  if (!top && id != 0 && id != -1) node.set("AutomationId", std::to_string(id));
  set_type(node, 50033);
  return node;
}

Node items_of(HWND window) {
  Node node = window_node(window);
  const Control& control = control_of(window);
  control.describe(window, node);
  json::Array children;
  control.add_items(window, children);
  node.set("children", std::move(children));
  return node;
}

Node tree_of(HWND window, int levels) {
  if (levels == 0) {
    Node node = window_node(window);
    control_of(window).describe(window, node);
    return node;
  }
  Node node = items_of(window);
  json::Array children = children_of(node);
  for (HWND child = GetWindow(window, GW_CHILD); child; child = GetWindow(child, GW_HWNDNEXT)) {
    // As with Windows' own: what is hidden is not there. Qt and WPF have it in their trees all the same, and so does a window that
    // says so by this property.
    const bool hidden = !(GetWindowLongW(child, GWL_STYLE) & WS_VISIBLE);
    if (!hidden || GetPropW(child, L"ListedWhenHidden")) children.push_back(tree_of(child, levels - 1));
  }
  put(node, "children", std::move(children));
  return node;
}

Node item_node(HWND window, const RuntimeId& item, int control_type, const std::string& name, const RECT& on_screen) {
  RuntimeId id = {42, static_cast<int>(reinterpret_cast<intptr_t>(window))};
  id.insert(id.end(), item.begin(), item.end());
  RECT shown{}, whole{};
  GetClientRect(window, &shown);
  MapWindowPoints(window, nullptr, reinterpret_cast<POINT*>(&shown), 2);
  Node node;
  node.set("RuntimeId", to_json(id));
  node.set("Name", name);
  node.set("BoundingRectangle", rectangle(on_screen));
  node.set("ProcessId", static_cast<int>(GetCurrentProcessId()));
  node.set("IsEnabled", IsWindowEnabled(window) != FALSE);
  node.set("IsOffscreen", !IsWindowVisible(window) || !IntersectRect(&whole, &on_screen, &shown));
  node.set("HasKeyboardFocus", false);
  node.set("IsKeyboardFocusable", true);
  set_type(node, control_type);
  return node;
}

HMENU menu_of(HWND window) {
  constexpr UINT kGetMenu = 0x01E1;  // MN_GETHMENU, which not every header has
  return reinterpret_cast<HMENU>(SendMessageW(window, kGetMenu, 0, 0));
}

std::string class_of(HWND window) {
  wchar_t name[128];
  return narrow({name, static_cast<size_t>(GetClassNameW(window, name, 128))});
}

std::string text_of(HWND window) {
  std::wstring text(static_cast<size_t>(SendMessageW(window, WM_GETTEXTLENGTH, 0, 0)) + 1, L'\0');
  const LRESULT length = SendMessageW(window, WM_GETTEXT, text.size(), reinterpret_cast<LPARAM>(text.data()));
  return narrow({text.data(), static_cast<size_t>(length)});
}

std::string without_mnemonic(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '&' && ++i == text.size()) break;
    out += text[i];
  }
  return out.substr(0, out.find('\t'));
}

std::string access_key(const std::string& text) {
  const size_t mark = text.find('&');
  return mark + 1 < text.size() && text[mark + 1] != '&' ? std::string("Alt+") + text[mark + 1] : "";
}

std::string label_of(HWND window) {
  const HWND before = GetWindow(window, GW_HWNDPREV);
  return before && class_of(before) == "Static" ? without_mnemonic(text_of(before)) : "";
}

json::Value rectangle(const RECT& on_screen) {
  json::Value out;
  return out.push(static_cast<int>(on_screen.left))
      .push(static_cast<int>(on_screen.top))
      .push(static_cast<int>(on_screen.right - on_screen.left))
      .push(static_cast<int>(on_screen.bottom - on_screen.top));
}

void set_type(Node& node, int control_type) {
  put(node, "ControlType", control_type);
  put(node, "LocalizedControlType", kTypes[static_cast<size_t>(control_type - 50000)]);
}

void add_pattern(Node& node, const char* name) {
  json::Value patterns = node["Patterns"];
  put(node, "Patterns", patterns.push(std::string(name) + "Pattern"));
}

void set_legacy(Node& node, int role, int state, const char* default_action) {
  add_pattern(node, "LegacyIAccessible");
  node.set("LegacyIAccessible.Role", role);
  node.set("LegacyIAccessible.State", state);
  if (*default_action) node.set("LegacyIAccessible.DefaultAction", default_action);
}

void notify_parent(HWND window, WORD code) {
  SendMessageW(GetParent(window), WM_COMMAND, MAKEWPARAM(GetWindowLongW(window, GWL_ID), code),
               reinterpret_cast<LPARAM>(window));
}

bool is_true(const json::Array& with, size_t index) { return index < with.size() && with[index].as_bool(); }

std::wstring wide(std::string_view text) { return uia::to_utf16(text); }
std::string narrow(std::wstring_view text) { return uia::to_utf8(text); }

}  // namespace surehand::simulator
