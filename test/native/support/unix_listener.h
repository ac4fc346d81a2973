#pragma once

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <string>

#include "platform/posix/fd.h"

namespace surehand {

// A socket with a path of its own, which clients connect to.
class UnixListener {
 public:
  UnixListener() {
    static std::atomic<int> number{0};
    path_ = "/tmp/surehand-socket-" + std::to_string(getpid()) + "-" + std::to_string(++number);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path, path_.data(), path_.size());
    REQUIRE(bind(listener_.get(), reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
    REQUIRE(listen(listener_.get(), 4) == 0);
  }
  ~UnixListener() { unlink(path_.c_str()); }
  UnixListener(const UnixListener&) = delete;
  UnixListener& operator=(const UnixListener&) = delete;

  const std::string& path() const { return path_; }
  // Nothing once close() was called.
  Fd accept() { return Fd(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC)); }
  void close() { shutdown(listener_.get(), SHUT_RDWR); }

 private:
  std::string path_;
  Fd listener_{socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
};

}  // namespace surehand
