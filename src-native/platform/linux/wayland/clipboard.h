#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/run/timed_lock.h"
#include "core/seam/clipboard.h"

namespace surehand::wayland {

inline constexpr const char* kDataControl = "zwlr_data_control_manager_v1";

// The clipboard, by wlr-data-control, which needs no window with the keyboard. Wayland keeps none: who copied hands it out, so what is
// written here is there until another program copies something, or this object ends. What reads and what writes has a connection of its
// own, which is kept: to connect to KWin takes seconds (see Outputs). Thread-safe.
class Clipboard {
 public:
  explicit Clipboard(std::string socket);
  ~Clipboard();

  // Empty where nothing was copied, or nothing of that format; as a text, UNSUPPORTED where it holds something else.
  Result<std::string> read(ClipboardFormat format, const Limits& limits);
  Status write(ClipboardFormat format, const std::string& content, const Limits& limits);

 private:
  class Device;
  class Owner;

  // The types of what is copied now. Empty: nothing.
  Result<std::vector<std::string>> copied_types(const Limits& limits);

  std::string socket_;
  TimedLock lock_;
  std::unique_ptr<Device> reader_;
  std::unique_ptr<Owner> owner_;
};

}  // namespace surehand::wayland
