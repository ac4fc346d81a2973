#pragma once

#include <map>
#include <string>
#include <vector>

#include "platform/linux/screen/screen.h"
#include "platform/linux/x11/display.h"

namespace surehand::x11 {

// Synthesised keyboard and pointer input through XTEST.
class Input {
 public:
  explicit Input(Display& display) : display_(display) {}
  ~Input();  // lets go of the keys and buttons that are still held
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Returns when the server has taken every step, and, where characters had to be given a key for the
  // purpose, when the focused window has seen them. INVALID_ARGUMENT for an unknown key, before anything is
  // done. What presses, turns or types is sent only while the receiver's window has the keyboard: foreground_lost().
  // When it ends early it lets go of all keys and buttons.
  Status perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits);

  // From now on all presses and releases that are made here are announced (own_input.h), to the window that it gives.
  Result<Window> announce_from_now(const Limits& limits);

  // Whether what is typed goes to this window or one in it.
  Result<bool> is_in_foreground(Window window, const Limits& limits);
  // An active window gets the keyboard a moment later where its client takes it by itself. TIMEOUT.
  Status wait_for_foreground(Window window, const Limits& limits);

 private:
  struct Held {
    Keycode code = 0;
    bool shift = false;  // it is held with a Shift of our own
    Keysym lent = 0;     // what its code, a spare one, was mapped to for it; 0 for a key of the keyboard's own
  };
  class Turn;

  void let_go();

  Display& display_;
  std::map<std::string, Held> held_;
  std::vector<uint8_t> held_buttons_;
  Window board_ = kNone;  // written and read while talking to the display
};

}  // namespace surehand::x11
