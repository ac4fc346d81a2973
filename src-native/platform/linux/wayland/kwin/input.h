#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platform/linux/dbus/connection.h"
#include "platform/linux/screen/screen.h"
#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/kwin/layout.h"
#include "platform/linux/wayland/kwin/windows.h"

namespace surehand::wayland::kwin {

inline constexpr const char* kFakeInput = "org_kde_kwin_fake_input";

// Input by org_kde_kwin_fake_input: keys as the kernel numbers them, which mean what KWin's own keyboard layout says. So text is what that
// layout has keys for, and UNSUPPORTED otherwise, before anything is sent.
class Input {
 public:
  Input(Connection& connection, Windows& windows, dbus::Connection& bus)
      : connection_(connection), windows_(windows), bus_(bus) {}

  Status begin(const Limits& limits);
  // See screen::Screen::input.
  Status perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits);
  // See screen::Screen::characters_without_key.
  Result<std::string> characters_without_key(const std::string& text, const Limits& limits);
  // Lets go of the keys and buttons that are still held.
  void let_go();

 private:
  class Turn;

  Status read_layout(const Limits& limits);
  Result<uint32_t> group(const Limits& limits) const;
  Result<Chord> chord_of_key(const std::string& key, bool command) const;
  Status check(const std::vector<InputStep>& steps) const;

  Connection& connection_;
  Windows& windows_;
  dbus::Connection& bus_;
  ObjectId device_ = kNull, keyboard_ = kNull;
  std::string keymap_;  // XKB's text, as KWin sent it last
  bool keymap_changed_ = false;
  std::optional<Layout> layout_;
  uint32_t group_ = 0;
  std::map<uint32_t, int> down_;       // codes of keys, and for how many presses each is held
  std::map<std::string, Chord> held_;  // by name
  std::vector<uint8_t> held_buttons_;
};

}  // namespace surehand::wayland::kwin
