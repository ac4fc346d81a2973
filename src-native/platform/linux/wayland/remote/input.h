#pragma once

#include <map>
#include <string>
#include <vector>

#include "platform/linux/screen/screen.h"
#include "platform/linux/wayland/remote/devices.h"

namespace surehand::wayland::remote {

// Keys, text and the pointer through a remote desktop session. Not thread-safe.
class Input {
 public:
  explicit Input(Devices& devices) : devices_(devices) {}

  // See screen::Screen::input.
  Status perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits);
  // See screen::Screen::characters_without_key. A person may be asked for that, as with the first input.
  Result<std::string> characters_without_key(const std::string& text, const Limits& limits);
  // Lets go of the keys and buttons that are still held.
  void let_go();

 private:
  class Turn;

  Status begin(const Limits& limits);

  Devices& devices_;
  bool was_asked_ = false;  // a person, since the last input
  std::map<std::string, screen::Keysym> held_;
  std::vector<uint8_t> held_buttons_;
};

}  // namespace surehand::wayland::remote
