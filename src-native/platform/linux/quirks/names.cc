#include "platform/linux/quirks/names.h"

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

// GTK 4 up to 4.8 calls a widget that nobody named by its class. Those of its own libraries can be told; those of a program
// look like words that a person could have written, on what holds others only (`YouTube` is a good name for a button).
bool is_class_name(std::string_view name, uint32_t role_number) {
  if (!is_camel_case(name)) return false;
  const std::string_view library = name.substr(0, 3);
  if (library == "Gtk" || library == "Adw") return name.size() > 3 && is_upper(name[3]);
  return role_number == role::kFiller || role_number == role::kPanel;
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

// `Save Save`, `Add A_larm Add Alarm`: a button's own label, and that of the label in it.
std::string_view said_once(std::string_view name) {
  for (size_t space = name.find(' '); space != std::string_view::npos; space = name.find(' ', space + 1)) {
    const std::string_view shown = name.substr(space + 1);
    if (same_but_for_mnemonics(name.substr(0, space), shown)) return shown;
  }
  return name;
}

}  // namespace

std::string_view real_name(std::string_view name, uint32_t role_number, Toolkit toolkit) {
  if (toolkit != Toolkit::kGtk4) return name;
  if (is_class_name(name, role_number)) return {};
  return role_number == role::kPushButton ? said_once(name) : name;
}

}  // namespace surehand::atspi
