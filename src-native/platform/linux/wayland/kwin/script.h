#pragma once

#include <memory>
#include <string>

#include "core/json.h"
#include "core/result.h"
#include "core/run/limits.h"
#include "core/run/timed_lock.h"
#include "platform/linux/dbus/connection.h"

namespace surehand::wayland::kwin {

// A script of ours that runs inside KWin and answers questions. KWin tells where its windows are to scripts alone, and a script can only
// call D-Bus methods: so ours calls one of this process, whose answer is the next question. Thread-safe.
class Script {
 public:
  // `folder`: where KWin can read the script's file from, while it is loaded.
  Script(std::shared_ptr<dbus::Connection> bus, std::string folder);
  ~Script();
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  // UNSUPPORTED, with the reason, when KWin runs no scripts.
  Status begin(const Limits& limits);
  // What the script answers to `{ do: …, … }`. NO_DESKTOP once KWin is gone.
  Result<json::Value> ask(json::Value question, const Limits& limits);

 private:
  struct Mailbox;

  Status load(const Limits& limits);
  Status unload(const Limits& limits);
  Result<std::string> write_file() const;

  TimedLock lock_;  // one question at a time
  std::shared_ptr<dbus::Connection> bus_;
  std::string folder_;
  std::string kwin_;  // its unique name: others on the bus are not listened to
  std::string name_;  // of the script that is loaded; empty: none
  uint64_t loads_ = 0, questions_ = 0;
  std::shared_ptr<Mailbox> mailbox_;
  std::unique_ptr<dbus::Connection::Subscription> end_of_kwin_;
};

}  // namespace surehand::wayland::kwin
