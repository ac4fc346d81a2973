#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/linux/screen/screen.h"
#include "platform/linux/wayland/mutter/layout.h"
#include "platform/linux/wayland/mutter/remote_desktop.h"
#include "platform/linux/wayland/mutter/shell.h"

namespace surehand::wayland::mutter {

// Keys, text and the pointer through a remote desktop session. Not thread-safe.
class Input {
 public:
  Input(RemoteDesktop& desktop, Shell& shell, std::string socket)
      : desktop_(desktop), shell_(shell), socket_(std::move(socket)) {}

  // Adds a keyboard where the seat has none: a client that never saw one loses the first keys of it.
  Status begin(const Limits& limits);
  // See screen::Screen::input.
  Status perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits);
  // Lets go of the keys and buttons that are still held.
  void let_go();

 private:
  class Turn;

  RemoteDesktop& desktop_;
  Shell& shell_;
  std::string socket_;
  std::map<std::string, screen::Keysym> held_;
  std::vector<uint8_t> held_buttons_;
};

}  // namespace surehand::wayland::mutter
