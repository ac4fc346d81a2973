#include "platform/linux/screen/keysyms.h"

#include <algorithm>
#include <iterator>

namespace surehand::screen {

namespace {

struct NamedKey {
  std::string_view name;
  Keysym keysym;
};

constexpr NamedKey kNamedKeys[] = {
    {"Alt", 0xffe9},
    {"AltGraph", 0xfe03},
    {"ArrowDown", 0xff54},
    {"ArrowLeft", 0xff51},
    {"ArrowRight", 0xff53},
    {"ArrowUp", 0xff52},
    {"Backspace", 0xff08},
    {"BrowserBack", 0x1008ff26},
    {"CapsLock", 0xffe5},
    {"Clear", 0xff0b},
    {"ContextMenu", 0xff67},
    {"Control", 0xffe3},
    {"Delete", 0xffff},
    {"End", 0xff57},
    {"Enter", 0xff0d},
    {"Escape", 0xff1b},
    {"Help", 0xff6a},
    {"Home", 0xff50},
    {"Insert", 0xff63},
    {"Meta", 0xffeb},
    {"NumLock", 0xff7f},
    {"PageDown", 0xff56},
    {"PageUp", 0xff55},
    {"Pause", 0xff13},
    {"PrintScreen", 0xff61},
    {"ScrollLock", 0xff14},
    {"Shift", kShiftLeft},
    {"Super", 0xffeb},
    {"Tab", 0xff09},
    {"Undo", 0xff65},
    // Those of keyboards with media keys; on the play key X has play and pause in one.
    {"AudioVolumeDown", 0x1008ff11},
    {"AudioVolumeMute", 0x1008ff12},
    {"AudioVolumeUp", 0x1008ff13},
    {"BrightnessDown", 0x1008ff03},
    {"BrightnessUp", 0x1008ff02},
    {"BrowserFavorites", 0x1008ff30},
    {"BrowserForward", 0x1008ff27},
    {"BrowserHome", 0x1008ff18},
    {"BrowserRefresh", 0x1008ff29},
    {"BrowserSearch", 0x1008ff1b},
    {"BrowserStop", 0x1008ff28},
    {"Eject", 0x1008ff2c},
    {"LaunchMail", 0x1008ff19},
    {"MediaFastForward", 0x1008ff97},
    {"MediaPause", 0x1008ff31},
    {"MediaPlay", 0x1008ff14},
    {"MediaPlayPause", 0x1008ff14},
    {"MediaRecord", 0x1008ff1c},
    {"MediaRewind", 0x1008ff3e},
    {"MediaStop", 0x1008ff15},
    {"MediaTrackNext", 0x1008ff17},
    {"MediaTrackPrevious", 0x1008ff16},
    {"MicrophoneVolumeMute", 0x1008ffb2},
};

constexpr Keysym kF1 = 0xffbe, kF24 = 0xffd5;
constexpr Keysym kUnicode = 0x1000000;

// What a key of the keypad means that has a key of its own beside it.
Keysym beside_keypad(Keysym keysym) {
  constexpr Keysym kHome = 0xff95, kPageDown = 0xff9b, kEnd = 0xff9c;
  constexpr Keysym kPadF1 = 0xff91, kPadF4 = 0xff94;
  if (keysym >= kHome && keysym <= kPageDown) return keysym - kHome + 0xff50;
  if (keysym >= kPadF1 && keysym <= kPadF4) return keysym - kPadF1 + kF1;
  switch (keysym) {
    case 0xff8d:
      return 0xff0d;
    case 0xff89:
    case 0xfe20:  // Shift and Tab
      return 0xff09;
    case kEnd:
      return 0xff57;
    case 0xff9d:
      return 0xff0b;
    case 0xff9e:
      return 0xff63;
    case 0xff9f:
      return 0xffff;
    default:
      break;
  }
  constexpr Keysym kFirst = 0xffaa, kLast = 0xffb9, kEqual = 0xffbd, kSpace = 0xff80;
  const bool is_character = (keysym >= kFirst && keysym <= kLast) || keysym == kEqual || keysym == kSpace;
  return is_character ? keysym - 0xff80 : keysym;
}

char32_t character_of(Keysym keysym) {
  if ((keysym >= 0x20 && keysym <= 0x7e) || (keysym >= 0xa0 && keysym <= 0xff)) return keysym;
  return keysym > kUnicode && keysym <= kUnicode + 0x10ffff ? keysym - kUnicode : 0;
}

std::string utf8_of(char32_t character) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((character >> shift) & 0x3f)); };
  if (character < 0x80) return {static_cast<char>(character)};
  if (character < 0x800) return {static_cast<char>(0xc0 | character >> 6), tail(0)};
  if (character < 0x10000) return {static_cast<char>(0xe0 | character >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | character >> 18), tail(12), tail(6), tail(0)};
}

}  // namespace

std::string key_of_keysym(Keysym given) {
  const Keysym keysym = beside_keypad(given);
  if (keysym >= kF1 && keysym <= kF24) return "F" + std::to_string(keysym - kF1 + 1);
  const auto* found = std::find_if(std::begin(kNamedKeys), std::end(kNamedKeys),
                                   [&](const NamedKey& each) { return each.keysym == keysym; });
  if (found != std::end(kNamedKeys)) return std::string(found->name);
  const char32_t character = character_of(keysym);
  const bool is_surrogate = character >= 0xd800 && character <= 0xdfff;
  return character == 0 || is_surrogate ? std::string() : utf8_of(character);
}

bool writes(Keysym given) {
  const Keysym keysym = beside_keypad(given);
  constexpr Keysym kFirstDead = 0xfe50, kLastDead = 0xfe93, kCompose = 0xff20;
  // Below 0xfd00 all keysyms are characters, of older sets, too.
  return (keysym >= 0x20 && keysym < 0xfd00) || character_of(keysym) != 0 ||
         (keysym >= kFirstDead && keysym <= kLastDead) || keysym == kCompose;
}

char32_t take_character(std::string_view& utf8) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(utf8[i]); };
  const uint8_t lead = byte(0);
  const size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  char32_t character = length == 1 ? lead : length == 0 ? 0 : lead & (0xff >> (length + 1));
  bool valid = length != 0 && length <= utf8.size() && lead < 0xf5;
  for (size_t i = 1; valid && i < length; ++i) {
    valid = (byte(i) & 0xc0) == 0x80;
    character = character << 6 | (byte(i) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  valid =
      valid && character >= kLeast[length] && character <= 0x10ffff && !(character >= 0xd800 && character <= 0xdfff);
  utf8.remove_prefix(valid ? length : 1);
  return valid ? character : 0xfffd;
}

std::optional<Keysym> keysym_of_character(char32_t character) {
  switch (character) {
    case '\n':
      return 0xff0d;
    case '\t':
      return 0xff09;
    case '\b':
      return 0xff08;
    default:
      break;
  }
  if (character < 0x20 || (character >= 0x7f && character < 0xa0)) return std::nullopt;
  if (character <= 0xff) return character;
  return 0x1000000 | character;
}

std::optional<Keysym> keysym_of_key(std::string_view key) {
  if (key.empty()) return std::nullopt;
  std::string_view rest = key;
  const char32_t character = take_character(rest);
  if (rest.empty()) return keysym_of_character(character);
  if (key[0] == 'F' && key.size() <= 3 &&
      std::all_of(key.begin() + 1, key.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    int number = 0;
    for (const char c : key.substr(1)) number = number * 10 + (c - '0');
    if (number >= 1 && number <= 24) return kF1 + static_cast<Keysym>(number) - 1;
  }
  const auto* found = std::find_if(std::begin(kNamedKeys), std::end(kNamedKeys),
                                   [&](const NamedKey& each) { return each.name == key; });
  if (found == std::end(kNamedKeys)) return std::nullopt;
  return found->keysym;
}

}  // namespace surehand::screen
