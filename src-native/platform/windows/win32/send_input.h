#pragma once

#include <windows.h>

#include <mutex>
#include <string>
#include <vector>

#include "core/seam/input.h"

namespace surehand::uia {

// The keyboard and the pointer of this desktop, as SendInput has them. What it holds it lets go of at its end, and whenever input ends
// early. Thread-safe; one at a time sends, from one pause to the next.
class InputSender {
 public:
  InputSender() = default;
  InputSender(const InputSender&) = delete;
  InputSender& operator=(const InputSender&) = delete;
  ~InputSender();

  // With a window: nothing is pressed, turned or typed while that is not in front.
  Status perform(const std::vector<InputStep>& steps, HWND window, const Limits& limits);

 private:
  struct HeldKey {
    std::string name;
    WORD key;
    bool with_shift;
  };

  Status one(const InputStep& step, HWND window, const Limits& limits, InputSent& sent);
  Status press(const std::string& name, HWND window, InputSent& sent);
  Status release(const std::string& name, InputSent& sent);
  Status type(const std::string& text, HWND window, const Limits& limits, InputSent& sent);
  Status send(std::vector<INPUT> inputs, HWND window, InputSent& sent);
  bool holds(WORD key) const;
  void let_go();

  std::mutex mutex_;
  std::vector<HeldKey> keys_;
  std::vector<uint8_t> buttons_;
};

}  // namespace surehand::uia
