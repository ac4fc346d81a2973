#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/posix/fd.h"

namespace surehand::wayland {

// A stream socket of this machine, over which file descriptors go too.
class Socket {
 public:
  // NO_DESKTOP when nothing listens at the path.
  static Result<Socket> open(const std::string& path, const Limits& limits);

  Status send(const std::vector<uint8_t>& bytes, const std::vector<int>& fds, const Limits& limits);
  // Appends what there is to `bytes`, and the descriptors that came with it to `fds`; waits until there is something. NO_DESKTOP when the
  // other side has closed it.
  Status receive(std::vector<uint8_t>& bytes, std::deque<Fd>& fds, const Limits& limits);
  int fd() const { return fd_.get(); }
  Fd take() { return std::move(fd_); }

 private:
  explicit Socket(Fd fd) : fd_(std::move(fd)) {}

  Fd fd_;
};

// Until a descriptor is ready for `events` (of poll(2)). TIMEOUT, ABORTED.
Status wait_for(int fd, short events, std::string_view awaited, const Limits& limits);

}  // namespace surehand::wayland
