#include "platform/linux/wayland/socket.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstring>

namespace surehand::wayland {
namespace {

constexpr size_t kMostFds = 28;  // as libwayland sends at once

Error closed() { return {ErrorCode::kNoDesktop, "the compositor has closed the connection", {}}; }

}  // namespace

Status wait_for(int fd, short events, std::string_view awaited, const Limits& limits) {
  Fd cancelled;
  CancelToken::Registration registration;
  if (limits.cancel) {
    cancelled = Fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    registration = CancelToken::on_cancel(limits.cancel, [to = cancelled.get()] { eventfd_write(to, 1); });
  }
  while (true) {
    if (auto error = limits.exceeded(awaited)) return std::move(*error);
    pollfd fds[2] = {{fd, events, 0}, {cancelled.get(), POLLIN, 0}};
    const auto timeout = std::min<int64_t>(limits.remaining().count(), INT_MAX);
    if (poll(fds, cancelled ? 2 : 1, static_cast<int>(timeout)) > 0 && fds[0].revents != 0) return Done{};
  }
}

Result<Socket> Socket::open(const std::string& path, const Limits& limits) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (path.size() >= sizeof name.sun_path) {
    return Error{ErrorCode::kNoDesktop, "the path of the socket is too long: " + path, {}};
  }
  std::memcpy(name.sun_path, path.data(), path.size());
  Fd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
  while (connect(fd.get(), reinterpret_cast<const sockaddr*>(&name), length) != 0) {
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return Error{ErrorCode::kNoDesktop, path + ": " + strerror(errno), {}};
    // A full accept queue cannot be polled for.
    if (auto error = limits.exceeded("the compositor to accept a connection")) return std::move(*error);
    poll(nullptr, 0, 1);
  }
  return Socket(std::move(fd));
}

Status Socket::send(const std::vector<uint8_t>& bytes, const std::vector<int>& fds, const Limits& limits) {
  size_t start = 0;
  while (start < bytes.size()) {
    iovec part{const_cast<uint8_t*>(bytes.data() + start), bytes.size() - start};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kMostFds)] = {};
    if (start == 0 && !fds.empty()) {
      const size_t size = sizeof(int) * std::min(fds.size(), kMostFds);
      message.msg_control = control;
      message.msg_controllen = CMSG_SPACE(size);
      cmsghdr* header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(size);
      std::memcpy(CMSG_DATA(header), fds.data(), size);
    }
    const ssize_t sent = sendmsg(fd_.get(), &message, MSG_NOSIGNAL);
    if (sent > 0) {
      start += static_cast<size_t>(sent);
    } else if (sent < 0 && errno == EAGAIN) {
      SUREHAND_CHECK(wait_for(fd_.get(), POLLOUT, "the compositor", limits));
    } else if (sent == 0 || errno != EINTR) {
      return closed();
    }
  }
  return Done{};
}

Status Socket::receive(std::vector<uint8_t>& bytes, std::deque<Fd>& fds, const Limits& limits) {
  while (true) {
    uint8_t buffer[4096];
    iovec part{buffer, sizeof buffer};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kMostFds)];
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(fd_.get(), &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      SUREHAND_CHECK(wait_for(fd_.get(), POLLIN, "the compositor", limits));
      continue;
    }
    if (got <= 0) return closed();
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
      const size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t i = 0; i < count; ++i) {
        int fd = -1;
        std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof fd);
        fds.emplace_back(fd);
      }
    }
    bytes.insert(bytes.end(), buffer, buffer + got);
    return Done{};
  }
}

}  // namespace surehand::wayland
