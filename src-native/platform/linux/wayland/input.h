#pragma once

#include <map>
#include <string>
#include <vector>

#include "platform/linux/screen/screen.h"
#include "platform/linux/wayland/compositor.h"
#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/keymap.h"

namespace surehand::wayland {

// A keyboard and a pointer of our own, of the seat that the person's belong to: zwp_virtual_keyboard_v1 and zwlr_virtual_pointer_v1. They
// are there from the beginning: a client that never saw a keyboard loses the first keys of one.
class Input {
 public:
  Input(Connection& connection, Compositor& compositor) : connection_(connection), compositor_(compositor) {}

  Status begin(const Limits& limits);
  // See screen::Screen::input.
  Status perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits);
  // Lets go of the keys and buttons that are still held.
  void let_go();

 private:
  struct Held {
    Key key;
    bool shift = false;  // it is held with a Shift of our own
    uint32_t modifier = 0;
  };
  class Turn;

  Connection& connection_;
  Compositor& compositor_;
  ObjectId keyboard_ = kNull, pointer_ = kNull;
  Keymap keymap_;
  std::map<std::string, Held> held_;
  std::vector<uint8_t> held_buttons_;
};

}  // namespace surehand::wayland
