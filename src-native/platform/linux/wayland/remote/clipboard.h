#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/clipboard.h"
#include "platform/linux/dbus/connection.h"

namespace surehand::wayland::remote {

// The clipboard of a remote desktop session, as mutter and the portal have it: SetSelection, SelectionRead, SelectionWrite and
// SelectionWriteDone, and the signals SelectionOwnerChanged and SelectionTransfer. They differ in how a session is named.
class Selection {
 public:
  // What the options of a signal are called.
  struct Names {
    std::string_view types, own;
  };
  // Called with each signal of the session on the bus's own thread: its name, and the arguments behind what names the session.
  using Note = std::function<void(std::string_view member, dbus::Reader arguments)>;

  virtual ~Selection() = default;
  virtual Names names() const = 0;
  // Once, before all others.
  virtual void listen(Note note) = 0;
  // Begins the session unless it runs.
  virtual Status begin(const Limits& limits) = 0;
  // Returns when the signals that were sent before have arrived.
  virtual Status catch_up(const Limits& limits) = 0;
  // How long after begin() the first SelectionOwnerChanged may come. Where nothing is copied none comes.
  virtual Milliseconds first_signal_within() const = 0;
  // `signature` and `arguments` are of what comes behind that which names the session.
  virtual Result<dbus::Reply> call(std::string_view member, std::string_view signature,
                                   const std::function<void(dbus::Writer&)>& arguments, const Limits& limits) = 0;
};

// Reads and writes it. What is written here is there until another program copies something, or this object ends. Any thread may call.
class Clipboard {
 public:
  explicit Clipboard(std::unique_ptr<Selection> selection);
  ~Clipboard();

  Result<std::string> read(ClipboardFormat format, const Limits& limits);
  Status write(ClipboardFormat format, const std::string& content, const Limits& limits);

 private:
  class Owner;

  std::unique_ptr<Owner> owner_;
};

}  // namespace surehand::wayland::remote
