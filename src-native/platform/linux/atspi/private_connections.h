#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/run/limits.h"
#include "platform/linux/dbus/connection.h"
#include "platform/linux/identity.h"

namespace surehand::atspi {

// The peer-to-peer connections of one application that actions go over.
//
// An application on the atk-bridge (GTK 3, wxWidgets, LibreOffice) acts while it takes the action off its connection. When
// that opens a dialog with a loop of its own (gtk_dialog_run), GLib serves everything but that one connection until the
// dialog is closed. Were it the bus, nothing of the application could be read any more, its dialog neither. So actions
// come over another: over the first of these that answers, and what is done inside a dialog over the next. They are kept
// for as long as the application is known, since each that is closed leaves something behind in it (at-spi2-core 2.46: after
// 200 of them each call costs it three times as much).
//
// A connection that may be in such a dialog is not as much as asked whether it is: a key that is typed into the dialog has the bridge
// set all its connections up anew (`switch_main_context`), GLib then serves that one inside itself, and a question that waits there
// has libdbus wait for itself for good (seen in l3afpad). Thread-safe.
//
// The address is the application's word. Only one at which its own process listens is used: at another's, what is sent to an
// element of this application would reach the other's element of the same path.
class PrivateConnections {
 public:
  // The modal windows of an application that are open, by any number that is theirs.
  using Modals = std::vector<uint32_t>;

  // One that the application answers on, opened where there is none. Nothing where it offers none or can open no more: then
  // actions go over the bus. `root` is its application element, `process` its process.
  std::shared_ptr<dbus::Connection> free_one(dbus::Connection& bus, const Object& root, int64_t process,
                                             const Modals& open, const Limits& limits);

 private:
  struct Kept {
    std::shared_ptr<dbus::Connection> connection;
    // Those that were open when it was used last; nothing once none had been opened since, when it cannot be in the dialog of what it
    // was used for.
    std::optional<Modals> before;
  };

  bool is_free(dbus::Connection& connection, dbus::Connection& bus, const Object& root, const Limits& limits);
  std::shared_ptr<dbus::Connection> open(dbus::Connection& bus, const Object& root, int64_t process,
                                         const Limits& limits);

  std::mutex mutex_;
  std::vector<Kept> kept_;              // the one that was free last is the first
  std::optional<std::string> address_;  // once it was asked for; empty: it offers none
  int failures_ = 0;
};

}  // namespace surehand::atspi
