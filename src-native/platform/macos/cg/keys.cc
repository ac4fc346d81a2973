#include "platform/macos/cg/keys.h"

#include <algorithm>
#include <iterator>

#include "core/text/utf8.h"

namespace surehand::cg {

namespace {

constexpr CGEventFlags kFn = kCGEventFlagMaskSecondaryFn;
constexpr CGEventFlags kArrow = kCGEventFlagMaskSecondaryFn | kCGEventFlagMaskNumericPad;

// Codes are places on an ANSI keyboard (HIToolbox/Events.h, kVK_ANSI_*).
struct NamedKey {
  std::string_view name;
  CGKeyCode code;
  CGEventFlags own = 0;
  CGEventFlags modifier = 0;
};

constexpr NamedKey kNamedKeys[] = {
    {"Alt", 0x3A, 0, kCGEventFlagMaskAlternate},
    {"ArrowDown", 0x7D, kArrow},
    {"ArrowLeft", 0x7B, kArrow},
    {"ArrowRight", 0x7C, kArrow},
    {"ArrowUp", 0x7E, kArrow},
    {"Backspace", 0x33},
    {"CapsLock", 0x39},
    {"Clear", 0x47, kCGEventFlagMaskNumericPad},
    {"ContextMenu", 0x6E, kFn},
    {"Control", 0x3B, 0, kCGEventFlagMaskControl},
    {"Delete", 0x75, kFn},
    {"End", 0x77, kFn},
    {"Enter", 0x24},
    {"Escape", 0x35},
    {"Help", 0x72, kFn},
    {"Home", 0x73, kFn},
    {"Meta", 0x37, 0, kCGEventFlagMaskCommand},
    {"PageDown", 0x79, kFn},
    {"PageUp", 0x74, kFn},
    {"Shift", 0x38, 0, kCGEventFlagMaskShift},
    {"Super", 0x37, 0, kCGEventFlagMaskCommand},
    {"Tab", 0x30},
};

constexpr CGKeyCode kFunctionKeys[] = {0x7A, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6D,
                                       0x67, 0x6F, 0x69, 0x6B, 0x71, 0x6A, 0x40, 0x4F, 0x50, 0x5A};

// Named as other keyboards have them.
constexpr std::string_view kElsewhere[] = {"AltGraph",
                                           "BrowserBack",
                                           "F21",
                                           "F22",
                                           "F23",
                                           "F24",
                                           "Insert",
                                           "NumLock",
                                           "Pause",
                                           "PrintScreen",
                                           "ScrollLock",
                                           "Undo",
                                           "AudioVolumeDown",
                                           "AudioVolumeMute",
                                           "AudioVolumeUp",
                                           "BrightnessDown",
                                           "BrightnessUp",
                                           "BrowserFavorites",
                                           "BrowserForward",
                                           "BrowserHome",
                                           "BrowserRefresh",
                                           "BrowserSearch",
                                           "BrowserStop",
                                           "Eject",
                                           "LaunchMail",
                                           "MediaFastForward",
                                           "MediaPause",
                                           "MediaPlay",
                                           "MediaPlayPause",
                                           "MediaRecord",
                                           "MediaRewind",
                                           "MediaStop",
                                           "MediaTrackNext",
                                           "MediaTrackPrevious",
                                           "MicrophoneVolumeMute"};

struct Written {
  char plain, shifted;
  CGKeyCode code;
};

constexpr Written kWritten[] = {
    {'a', 'A', 0x00}, {'s', 'S', 0x01},  {'d', 'D', 0x02}, {'f', 'F', 0x03}, {'h', 'H', 0x04},  {'g', 'G', 0x05},
    {'z', 'Z', 0x06}, {'x', 'X', 0x07},  {'c', 'C', 0x08}, {'v', 'V', 0x09}, {'b', 'B', 0x0B},  {'q', 'Q', 0x0C},
    {'w', 'W', 0x0D}, {'e', 'E', 0x0E},  {'r', 'R', 0x0F}, {'y', 'Y', 0x10}, {'t', 'T', 0x11},  {'1', '!', 0x12},
    {'2', '@', 0x13}, {'3', '#', 0x14},  {'4', '$', 0x15}, {'6', '^', 0x16}, {'5', '%', 0x17},  {'=', '+', 0x18},
    {'9', '(', 0x19}, {'7', '&', 0x1A},  {'-', '_', 0x1B}, {'8', '*', 0x1C}, {'0', ')', 0x1D},  {']', '}', 0x1E},
    {'o', 'O', 0x1F}, {'u', 'U', 0x20},  {'[', '{', 0x21}, {'i', 'I', 0x22}, {'p', 'P', 0x23},  {'l', 'L', 0x25},
    {'j', 'J', 0x26}, {'\'', '"', 0x27}, {'k', 'K', 0x28}, {';', ':', 0x29}, {'\\', '|', 0x2A}, {',', '<', 0x2B},
    {'/', '?', 0x2C}, {'n', 'N', 0x2D},  {'m', 'M', 0x2E}, {'.', '>', 0x2F}, {'`', '~', 0x32},  {' ', ' ', 0x31},
};

std::optional<Key> function_key(std::string_view name) {
  if (name.size() < 2 || name.size() > 3 || name[0] != 'F') return std::nullopt;
  size_t number = 0;
  for (const char digit : name.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + static_cast<size_t>(digit - '0');
  }
  if (number < 1 || number > std::size(kFunctionKeys)) return std::nullopt;
  return Key{kFunctionKeys[number - 1], kFn, 0, false, false};
}

std::optional<Key> written(std::string_view name) {
  size_t end = 0;
  const char32_t character = utf8::next(name, end);
  if (end != name.size() || character == utf8::kInvalid) return std::nullopt;
  if (character == '\n' || character == '\r') return key_named("Enter").take();
  if (character == '\t') return key_named("Tab").take();
  if (character == '\b') return key_named("Backspace").take();
  if (character < 0x20 || (character >= 0x7F && character < 0xA0)) return std::nullopt;
  const auto* key = std::find_if(std::begin(kWritten), std::end(kWritten), [&](const Written& each) {
    return static_cast<char32_t>(each.plain) == character || static_cast<char32_t>(each.shifted) == character;
  });
  if (key == std::end(kWritten)) return Key{0, 0, 0, false, true};
  return Key{key->code, 0, 0, static_cast<char32_t>(key->plain) != character, false};
}

}  // namespace

Result<Key> key_named(std::string_view name) {
  const auto* named = std::find_if(std::begin(kNamedKeys), std::end(kNamedKeys),
                                   [&](const NamedKey& each) { return each.name == name; });
  if (named != std::end(kNamedKeys)) return Key{named->code, named->own, named->modifier, false, false};
  if (const auto key = function_key(name)) return *key;
  if (std::find(std::begin(kElsewhere), std::end(kElsewhere), name) != std::end(kElsewhere)) {
    return Error{ErrorCode::kUnsupported, "a Mac's keyboard has no key \"" + std::string(name) + "\"", {}};
  }
  if (const auto key = name.empty() ? std::nullopt : written(name)) return *key;
  return Error{ErrorCode::kInvalidArgument,
               "there is no key \"" + std::string(name) +
                   "\"; keys are called as in KeyboardEvent.key: `Enter`, `ArrowDown`, `a`",
               {}};
}

}  // namespace surehand::cg
