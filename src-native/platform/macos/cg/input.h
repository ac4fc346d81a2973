#pragma once

#include <CoreGraphics/CoreGraphics.h>

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/seam/backend.h"
#include "platform/macos/cg/keys.h"

namespace surehand::cg {

// Whom it is all for: asked right before each event that presses, turns or types, whether that would go there.
struct Receiver {
  std::function<Result<bool>(const Limits&)> has_keyboard;  // none: the application that has it
  // Given to this process alone, wherever the foreground is; 0: to the foreground.
  pid_t process = 0;
};

// Synthesised keyboard and pointer input as Core Graphics events. Thread-safe; of all that is done with one, what one call holds, another
// may let go of.
class Input {
 public:
  Input() = default;
  ~Input();  // lets go of the keys and buttons that are still held
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Fails before anything is sent where a key does not exist. Sends no event beyond one that would not go to its receiver:
  // foreground_lost(). When it ends early it lets go of all keys and buttons.
  Status perform(const std::vector<InputStep>& steps, const Receiver& receiver, const Limits& limits);

 private:
  class Turn;

  std::mutex mutex_;
  std::map<std::string, Key> held_;
  std::set<uint8_t> held_buttons_;
  std::optional<CGPoint> at_;  // where we last moved the pointer: the system's own answer may lag behind a post
};

// How much of a text goes into one event: the longest piece of at most 20 UTF-16 units that ends between characters as a reader
// sees them. An event holds no more; the rest would be dropped without a word.
std::string_view next_piece(std::string_view text);

}  // namespace surehand::cg
