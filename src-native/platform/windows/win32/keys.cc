#include "platform/windows/win32/keys.h"

#include <algorithm>
#include <iterator>

#include "core/text/utf8.h"

namespace surehand::uia {
namespace {

struct NamedKey {
  std::string_view name;
  WORD key;
};

constexpr NamedKey kNamedKeys[] = {
    {"Alt", VK_MENU},
    {"AltGraph", VK_RMENU},
    {"ArrowDown", VK_DOWN},
    {"ArrowLeft", VK_LEFT},
    {"ArrowRight", VK_RIGHT},
    {"ArrowUp", VK_UP},
    {"Backspace", VK_BACK},
    {"BrowserBack", VK_BROWSER_BACK},
    {"CapsLock", VK_CAPITAL},
    {"Clear", VK_CLEAR},
    {"ContextMenu", VK_APPS},
    {"Control", VK_CONTROL},
    {"Delete", VK_DELETE},
    {"End", VK_END},
    {"Enter", VK_RETURN},
    {"Escape", VK_ESCAPE},
    {"Help", VK_HELP},
    {"Home", VK_HOME},
    {"Insert", VK_INSERT},
    {"Meta", VK_LWIN},
    {"NumLock", VK_NUMLOCK},
    {"PageDown", VK_NEXT},
    {"PageUp", VK_PRIOR},
    {"Pause", VK_PAUSE},
    {"PrintScreen", VK_SNAPSHOT},
    {"ScrollLock", VK_SCROLL},
    {"Shift", VK_SHIFT},
    {"Super", VK_LWIN},
    {"Tab", VK_TAB},
    {"AudioVolumeDown", VK_VOLUME_DOWN},
    {"AudioVolumeMute", VK_VOLUME_MUTE},
    {"AudioVolumeUp", VK_VOLUME_UP},
    {"BrowserFavorites", VK_BROWSER_FAVORITES},
    {"BrowserForward", VK_BROWSER_FORWARD},
    {"BrowserHome", VK_BROWSER_HOME},
    {"BrowserRefresh", VK_BROWSER_REFRESH},
    {"BrowserSearch", VK_BROWSER_SEARCH},
    {"BrowserStop", VK_BROWSER_STOP},
    {"LaunchMail", VK_LAUNCH_MAIL},
    {"MediaPlayPause", VK_MEDIA_PLAY_PAUSE},
    {"MediaStop", VK_MEDIA_STOP},
    {"MediaTrackNext", VK_MEDIA_NEXT_TRACK},
    {"MediaTrackPrevious", VK_MEDIA_PREV_TRACK},
};

// Those with a twin on the number pad, or on the left.
constexpr WORD kExtended[] = {VK_RMENU,
                              VK_DOWN,
                              VK_LEFT,
                              VK_RIGHT,
                              VK_UP,
                              VK_APPS,
                              VK_DELETE,
                              VK_END,
                              VK_HOME,
                              VK_INSERT,
                              VK_LWIN,
                              VK_NEXT,
                              VK_PRIOR,
                              VK_NUMLOCK,
                              VK_SNAPSHOT,
                              VK_BROWSER_BACK,
                              VK_VOLUME_DOWN,
                              VK_VOLUME_MUTE,
                              VK_VOLUME_UP,
                              VK_BROWSER_FAVORITES,
                              VK_BROWSER_FORWARD,
                              VK_BROWSER_HOME,
                              VK_BROWSER_REFRESH,
                              VK_BROWSER_SEARCH,
                              VK_BROWSER_STOP,
                              VK_LAUNCH_MAIL,
                              VK_MEDIA_PLAY_PAUSE,
                              VK_MEDIA_STOP,
                              VK_MEDIA_NEXT_TRACK,
                              VK_MEDIA_PREV_TRACK};

}  // namespace

bool is_extended(WORD key) { return std::find(std::begin(kExtended), std::end(kExtended), key) != std::end(kExtended); }

std::optional<KeyStroke> stroke_of(std::string_view name, HKL layout) {
  if (name.empty()) return std::nullopt;
  size_t at = 0;
  const char32_t character = utf8::next(name, at);
  if (at == name.size() && character != utf8::kInvalid) {
    if (character == '\n') return KeyStroke{VK_RETURN};
    if (character == '\t') return KeyStroke{VK_TAB};
    if (character == '\b') return KeyStroke{VK_BACK};
    if (character < 0x20) return std::nullopt;
    const SHORT found = character <= 0xFFFF ? VkKeyScanExW(static_cast<WCHAR>(character), layout) : -1;
    // With Control and Alt (AltGr) it would be another key to those who listen for keys: as a character, then.
    const bool plain = found != -1 && (HIBYTE(found) & ~1) == 0;
    if (!plain) return KeyStroke{0, character};
    return KeyStroke{LOBYTE(found), character, (HIBYTE(found) & 1) != 0};
  }
  if (name[0] == 'F' && name.size() <= 3 &&
      std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    int number = 0;
    for (const char c : name.substr(1)) number = number * 10 + (c - '0');
    if (number >= 1 && number <= 24) return KeyStroke{static_cast<WORD>(VK_F1 + number - 1)};
  }
  const auto* found = std::find_if(std::begin(kNamedKeys), std::end(kNamedKeys),
                                   [&](const NamedKey& each) { return each.name == name; });
  if (found == std::end(kNamedKeys)) return std::nullopt;
  return KeyStroke{found->key};
}

}  // namespace surehand::uia
