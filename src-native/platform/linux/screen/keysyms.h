#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace surehand::screen {

using Keysym = uint32_t;

inline constexpr Keysym kNoSymbol = 0;
inline constexpr Keysym kShiftLeft = 0xffe1;

// The keysym that types a character; line feed and tab are the Return and Tab keys. Nothing for what no key
// types.
std::optional<Keysym> keysym_of_character(char32_t character);

// The keysym of a DOM KeyboardEvent.key (`Enter`, `ArrowDown`, `a`, `€`), or nothing when there is no such
// key.
std::optional<Keysym> keysym_of_key(std::string_view key);

// The DOM KeyboardEvent.key of a keysym; empty where there is none, as for what only begins a character.
std::string key_of_keysym(Keysym keysym);
// Whether it writes a character, or begins one, as dead keys do.
bool writes(Keysym keysym);

// The next character of UTF-8 text, which is shortened by it. Invalid bytes give U+FFFD.
char32_t take_character(std::string_view& utf8);

}  // namespace surehand::screen
