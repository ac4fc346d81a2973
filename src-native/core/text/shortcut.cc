#include "core/text/shortcut.h"

#include <algorithm>
#include <cctype>

namespace surehand {
namespace {

struct Spelling {
  std::string_view theirs;  // in lower case
  std::string_view ours;
};

constexpr Spelling kModifiers[] = {{"primary", "Control"}, {"control", "Control"}, {"ctrl", "Control"},
                                   {"shift", "Shift"},     {"alt", "Alt"},         {"mod1", "Alt"},
                                   {"super", "Meta"},      {"meta", "Meta"}};

// Of GTK (X's names), of Qt, and the DOM's.
constexpr Spelling kKeySpellings[] = {{"return", "Enter"},
                                      {"enter", "Enter"},
                                      {"tab", "Tab"},
                                      {"backspace", "Backspace"},
                                      {"delete", "Delete"},
                                      {"del", "Delete"},
                                      {"insert", "Insert"},
                                      {"ins", "Insert"},
                                      {"escape", "Escape"},
                                      {"esc", "Escape"},
                                      {"home", "Home"},
                                      {"end", "End"},
                                      {"page_up", "PageUp"},
                                      {"pgup", "PageUp"},
                                      {"pageup", "PageUp"},
                                      {"page_down", "PageDown"},
                                      {"pgdown", "PageDown"},
                                      {"pagedown", "PageDown"},
                                      {"up", "ArrowUp"},
                                      {"down", "ArrowDown"},
                                      {"left", "ArrowLeft"},
                                      {"right", "ArrowRight"},
                                      {"arrowup", "ArrowUp"},
                                      {"arrowdown", "ArrowDown"},
                                      {"arrowleft", "ArrowLeft"},
                                      {"arrowright", "ArrowRight"},
                                      {"space", "Space"},
                                      {"plus", "Plus"},
                                      {"+", "Plus"},
                                      {"minus", "-"},
                                      {"comma", ","},
                                      {"period", "."},
                                      {"slash", "/"},
                                      {"question", "?"},
                                      {"equal", "="}};

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lowered;
}

template <size_t N>
std::string_view spelled(const Spelling (&spellings)[N], const std::string& theirs) {
  const auto found = std::find_if(std::begin(spellings), std::end(spellings),
                                  [&](const Spelling& each) { return each.theirs == theirs; });
  return found == std::end(spellings) ? std::string_view() : found->ours;
}

// A capital in a shortcut is the key and not Shift.
std::string key_of(const std::string& name) {
  if (const std::string_view known = spelled(kKeySpellings, name); !known.empty()) return std::string(known);
  if (name.size() == 1 && std::isgraph(static_cast<unsigned char>(name[0])) != 0) return name;
  const bool function = name.size() > 1 && name.size() < 4 && name[0] == 'f' &&
                        std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
  return function ? "F" + name.substr(1) : std::string();
}

// The modifier that a chord begins with, taken off: `<Primary>` or `Ctrl+`.
std::string_view take_modifier(std::string_view& chord) {
  const bool bracketed = chord.substr(0, 1) == "<";
  const size_t end = chord.find(bracketed ? '>' : '+', 1);
  if (end == std::string_view::npos || end + 1 == chord.size()) return {};
  const size_t begin = bracketed ? 1 : 0;
  const std::string_view modifier = spelled(kModifiers, lower(chord.substr(begin, end - begin)));
  if (!modifier.empty()) chord.remove_prefix(end + 1);
  return modifier;
}

}  // namespace

std::string shortcut_of(std::string_view binding) {
  // A menu of GTK says its mnemonic, the way to it through the menus, and its shortcut, which may be empty.
  std::string_view chord = binding.substr(binding.rfind(';') + 1);
  // A page may name several; each of them does it.
  chord = chord.substr(0, chord.find(' '));
  std::string keys;
  for (std::string_view modifier = take_modifier(chord); !modifier.empty(); modifier = take_modifier(chord)) {
    (keys += modifier) += '+';
  }
  const std::string key = key_of(lower(chord));
  return key.empty() ? std::string() : keys + key;
}

}  // namespace surehand
