#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/seam/input.h"
#include "platform/linux/screen/screen.h"

namespace surehand::screen {

// Makes input step by step, each as one compositor makes it, and ends at the first step that fails. One for each call of Screen::input.
class InputWalk {
 public:
  // `held_buttons` are kept from one call to the next.
  InputWalk(const Receiver& receiver, const Limits& limits, std::vector<uint8_t>& held_buttons)
      : receiver_(receiver), limits_(limits), held_buttons_(held_buttons) {}
  virtual ~InputWalk() = default;
  InputWalk(const InputWalk&) = delete;
  InputWalk& operator=(const InputWalk&) = delete;

  Status run(const std::vector<InputStep>& steps, InputSent& sent);
  // Lets go of the keys and buttons that are held.
  virtual Status release_everything() = 0;

 protected:
  // Nothing is sent while another window has the keyboard. The compositor lets no client hold others off meanwhile, as an X server does,
  // so it is asked before each press.
  Status guard(InputSent& sent);

  virtual Result<bool> is_active(WindowId window) = 0;
  virtual Status move(double x, double y) = 0;
  virtual Status send_button(uint8_t button, bool down) = 0;
  // Notches; negative ones are up or left.
  virtual Status turn_wheel(bool vertical, int32_t notches) = 0;
  virtual Status press(const std::string& key, InputSent& sent) = 0;
  virtual Status release(const std::string& key) = 0;
  virtual Status type(std::string_view text, InputSent& sent) = 0;
  // Waits until the compositor has read what was sent.
  virtual Status arrive() { return Done{}; }

  const Receiver& receiver_;
  const Limits& limits_;
  std::vector<uint8_t>& held_buttons_;

 private:
  Status one(const InputStep& step, InputSent& sent);
  Status wheel(bool vertical, double notches);
};

}  // namespace surehand::screen
