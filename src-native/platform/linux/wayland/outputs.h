#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/run/timed_lock.h"
#include "core/seam/display.h"
#include "platform/linux/wayland/connection.h"

namespace surehand::wayland {

// The displays, as Wayland tells them to every client. By a connection of their own, so that they do not wait for input that pauses; it is
// kept, for KWin hashes the whole file of a program that connects, twice, to compare it with
// the installed one: 2.6 s of processor time for Node's (KWin 5.27). Thread-safe.
class Outputs {
 public:
  explicit Outputs(std::string socket) : socket_(std::move(socket)) {}

  Result<std::vector<surehand::Display>> read(const Limits& limits);

 private:
  struct Output;

  Status connect(const Limits& limits);
  // Hears of the outputs that are new, and no longer of those that are gone.
  Status follow(const Limits& limits);

  std::string socket_;
  TimedLock lock_;
  std::unique_ptr<Connection> connection_;
  ObjectId manager_ = kNull;
  std::map<uint32_t, std::shared_ptr<Output>> outputs_;  // by the name of the global
  std::string first_;
  bool order_is_told_ = false;
};

}  // namespace surehand::wayland
