#pragma once

#include <memory>
#include <string>

#include "core/seam/clipboard.h"
#include "platform/linux/x11/display.h"

namespace surehand::x11 {

// The CLIPBOARD selection. X11 keeps none: the owner of the selection hands it out, so what is written here is there
// until another program copies something, or this object ends. Each transfer has a connection of its own, so that no other work
// with the display waits for a program that is slow to hand it out. Not thread-safe.
class Clipboard {
 public:
  Clipboard(std::string display, std::string authority_file);
  ~Clipboard();

  // Empty where it has no owner, or holds nothing of that format; as a text, UNSUPPORTED where it holds something else.
  Result<std::string> read(ClipboardFormat format, const Limits& limits);
  Status write(ClipboardFormat format, const std::string& content, const Limits& limits);

 private:
  class Owner;

  std::string display_, authority_file_;
  std::unique_ptr<Owner> owner_;
};

}  // namespace surehand::x11
