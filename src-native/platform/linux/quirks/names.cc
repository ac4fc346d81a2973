#include "platform/linux/quirks/names.h"

#include <algorithm>
#include <iterator>

#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// `EditorPage`: words that begin with a capital, two or more, and nothing between them.
bool is_camel_case(std::string_view name) {
  if (name.empty() || !is_upper(name.front())) return false;
  bool inner = false;
  for (size_t i = 1; i < name.size(); ++i) {
    if (!is_upper(name[i]) && !is_lower(name[i])) return false;
    inner = inner || (is_upper(name[i]) && is_lower(name[i - 1]));
  }
  return inner;
}

size_t words_of(std::string_view name) {
  size_t words = name.empty() ? 0 : 1;
  for (size_t i = 1; i < name.size(); ++i) words += is_upper(name[i]) && is_lower(name[i - 1]);
  return words;
}

bool is_identifier(std::string_view word) {
  const auto in_word = [](char c) { return is_upper(c) || is_lower(c) || c == '_'; };
  return !word.empty() && std::all_of(word.begin(), word.end(), in_word);
}

// A class that a program made in JavaScript (`Gjs_SidebarRow`) or Python (`__main__+SidebarRow`, `app+rows+SidebarRow`).
bool is_script_class(std::string_view name) {
  if (name.substr(0, 4) == "Gjs_") return is_identifier(name.substr(4));
  size_t part = 0, plus = name.find('+');
  if (plus == std::string_view::npos) return false;
  for (; plus != std::string_view::npos; part = plus + 1, plus = name.find('+', part)) {
    const std::string_view module = name.substr(part, plus - part);
    if (!is_identifier(module) || std::any_of(module.begin(), module.end(), is_upper)) return false;
  }
  const std::string_view own = name.substr(part);
  return is_identifier(own) && is_upper(own.front());
}

template <size_t kCount>
bool ends_like(const std::string_view (&ends)[kCount], std::string_view name) {
  return std::any_of(std::begin(ends), std::end(ends), [name](std::string_view end) {
    return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
  });
}

bool ends_like_widget(std::string_view name) {
  constexpr std::string_view kEnds[] = {"Button", "Row", "Item", "Tab", "View", "Cell", "Widget", "Page", "Box"};
  return ends_like(kEnds, name);
}

bool ends_like_window(std::string_view name) {
  constexpr std::string_view kEnds[] = {"Window", "Dialog"};
  return ends_like(kEnds, name);
}

// GTK 4 up to 4.8 calls a widget without a name by its class. Those of its own libraries and those of scripts can be told; those of
// other programs look like words that a person could have written (`YouTube` is a good name for a button), but for what only holds others
// and for rows, buttons and tabs that are called that (`SidebarRow`). What a label is called it shows.
bool is_class_name(std::string_view name, uint32_t role_number) {
  const bool shows_text = role_number == role::kLabel || role_number == role::kText || role_number == role::kEntry;
  if (!shows_text && is_script_class(name)) return true;
  if (!is_camel_case(name)) return false;
  const std::string_view library = name.substr(0, 3);
  if (library == "Gtk" || library == "Adw") return name.size() > 3 && is_upper(name[3]);
  switch (role_number) {
    case role::kFiller:
    case role::kPanel:
      return true;
    case role::kListItem:
    case role::kTreeItem:
    case role::kTableRow:
    case role::kPageTab:
    case role::kPushButton:
    case role::kToggleButton:
    case role::kList:
      return ends_like_widget(name);
    case role::kFrame:
    case role::kDialog:
    case role::kWindow:
      return ends_like_window(name);  // the window system has its title
    default:
      return false;
  }
}

// Whether both say the same but for the underscores that mark a letter in the first: `Add A_larm`, `Add Alarm`.
bool same_but_for_mnemonics(std::string_view marked, std::string_view plain) {
  size_t at = 0;
  for (const char c : marked) {
    if (at < plain.size() && c == plain[at]) {
      ++at;
    } else if (c != '_') {
      return false;
    }
  }
  return at == plain.size();
}

// Bytes. What says more is no button's label; each of its words is compared with all the rest.
constexpr size_t kLongestLabel = 1000;

// `Save Save`, `Add A_larm Add Alarm`: a button's own label, and that of the label in it.
std::string_view said_once(std::string_view name) {
  if (name.size() > kLongestLabel) return name;
  for (size_t space = name.find(' '); space != std::string_view::npos; space = name.find(' ', space + 1)) {
    const std::string_view shown = name.substr(space + 1);
    if (same_but_for_mnemonics(name.substr(0, space), shown)) return shown;
  }
  return name;
}

bool is_menu_entry(uint32_t role_number) {
  return role_number == role::kMenuItem || role_number == role::kCheckMenuItem || role_number == role::kRadioMenuItem;
}

}  // namespace

std::string_view keys_in_name(std::string_view name, uint32_t role_number, Toolkit toolkit) {
  if (toolkit != Toolkit::kQt || !is_menu_entry(role_number)) return {};
  const size_t tab = name.find('\t');
  return tab == std::string_view::npos ? std::string_view() : name.substr(tab + 1);
}

std::string_view real_name(std::string_view name, uint32_t role_number, Toolkit toolkit) {
  if (toolkit == Toolkit::kQt && is_menu_entry(role_number)) return name.substr(0, name.find('\t'));
  if (toolkit != Toolkit::kGtk4) return name;
  if (is_class_name(name, role_number)) return {};
  return role_number == role::kPushButton ? said_once(name) : name;
}

bool may_be_class(std::string_view name, Toolkit toolkit) {
  constexpr size_t kWordsOfClass = 3;  // `YouTube`, `JavaScript` have two
  return toolkit == Toolkit::kGtk4 && is_camel_case(name) && words_of(name) >= kWordsOfClass;
}

}  // namespace surehand::atspi
