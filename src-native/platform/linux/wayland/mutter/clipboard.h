#pragma once

#include <memory>
#include <string>

#include "core/seam/clipboard.h"
#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

// The clipboard, by a remote desktop session of its own, which makes no input. It begins with the first use. What is written here is there
// until another program copies something, or this object ends. Any thread may call.
class Clipboard {
 public:
  // A connection that takes file descriptors.
  explicit Clipboard(std::shared_ptr<dbus::Connection> bus);
  ~Clipboard();

  Result<std::string> read(ClipboardFormat format, const Limits& limits);
  Status write(ClipboardFormat format, const std::string& content, const Limits& limits);

 private:
  class Owner;

  std::unique_ptr<Owner> owner_;
};

}  // namespace surehand::wayland::mutter
