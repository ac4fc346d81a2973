#include "platform/linux/dbus/handshake.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>

#include "platform/linux/dbus/address.h"

namespace surehand::dbus {

namespace {

Error no_desktop(std::string message) { return {ErrorCode::kNoDesktop, std::move(message), {}}; }

// Waits on one socket under Limits.
class Waiter {
 public:
  explicit Waiter(const Limits& limits)
      : limits_(limits),
        wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        registration_(CancelToken::on_cancel(limits.cancel, [fd = wake_.get()] { eventfd_write(fd, 1); })) {}

  Status wait(int fd, short events) {
    while (true) {
      if (auto error = limits_.exceeded("the bus to accept a connection")) return std::move(*error);
      pollfd fds[2] = {{fd, events, 0}, {wake_.get(), POLLIN, 0}};
      const auto timeout = std::min<int64_t>(limits_.remaining().count(), INT_MAX);
      if (poll(fds, 2, static_cast<int>(timeout)) > 0 && fds[0].revents != 0) return Done{};
    }
  }

 private:
  const Limits& limits_;
  Fd wake_;
  CancelToken::Registration registration_;
};

Result<Fd> connect_to(const Endpoint& endpoint, const Limits& limits) {
  Fd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return no_desktop(std::string("socket: ") + strerror(errno));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  std::memcpy(name.sun_path + (endpoint.abstract ? 1 : 0), endpoint.path.data(), endpoint.path.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + endpoint.path.size() + 1);
  while (connect(fd.get(), reinterpret_cast<const sockaddr*>(&name), length) != 0) {
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return no_desktop(strerror(errno));
    // A full accept queue cannot be polled for.
    if (auto error = limits.exceeded("the bus to accept a connection")) return std::move(*error);
    poll(nullptr, 0, 1);
  }
  return fd;
}

// The process that listens at the other end; 0: the system does not say.
int64_t listener_of(int fd) {
  ucred credentials{};
  socklen_t length = sizeof credentials;
  const bool known = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0;
  return known ? credentials.pid : 0;
}

Status send_all(int fd, std::string_view text, Waiter& waiter) {
  while (!text.empty()) {
    const ssize_t sent = send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      text.remove_prefix(static_cast<size_t>(sent));
    } else if (errno == EAGAIN) {
      if (auto ready = waiter.wait(fd, POLLOUT); !ready) return ready;
    } else if (errno != EINTR) {
      return no_desktop(std::string("authentication: ") + strerror(errno));
    }
  }
  return Done{};
}

Result<std::string> receive_line(int fd, Waiter& waiter) {
  constexpr size_t kMaxLine = 16 << 10;
  std::string line;
  while (line.size() < kMaxLine) {
    char bytes[512];
    const ssize_t got = recv(fd, bytes, sizeof bytes, 0);
    if (got > 0) {
      line.append(bytes, static_cast<size_t>(got));
      const size_t end = line.find("\r\n");
      if (end == std::string::npos) continue;
      if (end + 2 != line.size()) break;
      line.resize(end);
      return line;
    }
    if (got == 0) return no_desktop("the bus closed the connection while authenticating");
    if (errno == EAGAIN) {
      SUREHAND_CHECK(waiter.wait(fd, POLLIN));
    } else if (errno != EINTR) {
      return no_desktop(std::string("authentication: ") + strerror(errno));
    }
  }
  return no_desktop("the bus does not speak the D-Bus authentication protocol");
}

// EXTERNAL sends the user id as text, in hexadecimal; the kernel vouches for it.
Status authenticate(int fd, bool files, const Limits& limits) {
  Waiter waiter(limits);
  std::string request("\0AUTH EXTERNAL ", 15);
  for (const char digit : std::to_string(geteuid())) {
    char hex[3];
    std::snprintf(hex, sizeof hex, "%02x", digit);
    request += hex;
  }
  if (auto sent = send_all(fd, request + "\r\n", waiter); !sent) return sent;
  SUREHAND_TRY(answer, receive_line(fd, waiter));
  if (answer->rfind("OK", 0) != 0) {
    return Error{ErrorCode::kPermissionDenied,
                 "the bus does not accept user " + std::to_string(geteuid()) + " (it answered \"" + *answer +
                     "\"); run as the user whose desktop it is",
                 {}};
  }
  if (files) {
    SUREHAND_CHECK(send_all(fd, "NEGOTIATE_UNIX_FD\r\n", waiter));
    SUREHAND_TRY(agreed, receive_line(fd, waiter));
    if (*agreed != "AGREE_UNIX_FD") {
      return Error{
          ErrorCode::kUnsupported, "the bus hands over no file descriptors (it answered \"" + *agreed + "\")", {}};
    }
  }
  return send_all(fd, "BEGIN\r\n", waiter);
}

}  // namespace

Result<Fd> connect_to_bus(std::string_view address, std::string_view runtime_directory, const Limits& limits,
                          int64_t process, bool files) {
  std::string tried;
  for (const Endpoint& endpoint : parse_address(address, runtime_directory)) {
    Error problem = no_desktop(endpoint.problem);
    if (endpoint.problem.empty()) {
      auto fd = connect_to(endpoint, limits);
      if (fd && process != 0 && listener_of(fd->get()) != process) {
        problem = no_desktop("another process listens there than process " + std::to_string(process));
      } else if (fd) {
        auto status = authenticate(fd->get(), files, limits);
        if (status) return fd;
        problem = status.take_error();
      } else {
        problem = fd.take_error();
      }
    }
    if (problem.code != ErrorCode::kNoDesktop) return problem;
    tried += (tried.empty() ? "" : "; ") + endpoint.text + ": " + problem.message;
  }
  if (tried.empty()) return no_desktop("the D-Bus address is empty; is a session bus running?");
  return no_desktop("could not connect to the bus (" + tried + "); is it running?");
}

}  // namespace surehand::dbus
