#pragma once

#include <windows.h>

#include <commctrl.h>

#include <string>

#include "provider/world.h"

namespace surehand::simulator {

// How windows of one class are told of, and what is done to them.
class Control {
 public:
  virtual ~Control() = default;
  // Adds to what every window has.
  virtual void describe(HWND window, Node& node) const = 0;
  // What is in it that is no window of its own.
  virtual void add_items(HWND, json::Array&) const {}
  // To the window, or to the item of it whose id continues with these numbers.
  virtual Answer act(HWND window, const RuntimeId& item, const std::string& what, const json::Array& with) const = 0;
};

// By the class of the window; never null.
const Control& control_of(HWND window);

const Control& button_control();
const Control& combo_box_control();
const Control& edit_control();
const Control& header_control();
const Control& list_box_control();
const Control& list_view_control();
const Control& plain_control();
const Control& popup_menu_control();
const Control& progress_bar_control();
const Control& slider_control();
const Control& spinner_control();
const Control& static_control();
const Control& status_bar_control();
const Control& tab_control();
const Control& tool_bar_control();
const Control& tree_view_control();

// Before a tree is told of: what has the keyboard now.
void look_at_focus();
// Any window's own part: what it has before its class adds to it.
Node window_node(HWND window);
// An item in a window: [42, window, …item].
Node item_node(HWND window, const RuntimeId& item, int control_type, const std::string& name, const RECT& on_screen);
// With what is in it, so many levels deep.
Node tree_of(HWND window, int levels);
// With its items, and without the windows in it.
Node items_of(HWND window);

// The combo box that a drop-down list belongs to, or null.
HWND combo_of(HWND list);

std::string class_of(HWND window);
// What an open menu, a window of class #32768, shows.
HMENU menu_of(HWND window);
std::string text_of(HWND window);
// Without the mark of its mnemonic.
std::string without_mnemonic(const std::string& text);
// "Alt+s", or nothing.
std::string access_key(const std::string& text);
// What stands before a field and names it.
std::string label_of(HWND window);

json::Value rectangle(const RECT& on_screen);
void set_type(Node& node, int control_type);
void add_pattern(Node& node, const char* name);
// LegacyIAccessible as oleacc gives it.
void set_legacy(Node& node, int role, int state, const char* default_action);
// The parent is told what the control itself would have told it of, had a person done it.
void notify_parent(HWND window, WORD code);
bool is_true(const json::Array& with, size_t index);

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

}  // namespace surehand::simulator
