#include "wire/socket.h"

#include <ws2tcpip.h>

#include <windows.h>

#include <chrono>
#include <utility>

namespace surehand::simulator {
namespace {

void start() {
  static const int started = [] {
    WSADATA unused;
    return WSAStartup(MAKEWORD(2, 2), &unused);
  }();
  static_cast<void>(started);
}

sockaddr_in loopback(unsigned short port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

std::wstring name_of(unsigned long process) { return L"surehand-uia-provider-" + std::to_wstring(process); }

}  // namespace

Socket::Socket(Socket&& other) noexcept
    : handle_(std::exchange(other.handle_, INVALID_SOCKET)),
      pending_(std::move(other.pending_)),
      searched_(other.searched_) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(pending_, other.pending_);
  std::swap(searched_, other.searched_);
  return *this;
}

Socket::~Socket() {
  if (open()) closesocket(handle_);
}

Socket Socket::connect(unsigned short port) {
  start();
  Socket made(socket(AF_INET, SOCK_STREAM, IPPROTO_TCP));
  const sockaddr_in address = loopback(port);
  if (::connect(made.handle_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return Socket();
  const int on = 1;
  setsockopt(made.handle_, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&on), sizeof on);
  return made;
}

Socket Socket::listen(unsigned short& port) {
  start();
  Socket made(socket(AF_INET, SOCK_STREAM, IPPROTO_TCP));
  sockaddr_in address = loopback(0);
  if (bind(made.handle_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return Socket();
  if (::listen(made.handle_, SOMAXCONN) != 0) return Socket();
  int size = sizeof address;
  getsockname(made.handle_, reinterpret_cast<sockaddr*>(&address), &size);
  port = ntohs(address.sin_port);
  return made;
}

Socket Socket::accept() const {
  Socket made(::accept(handle_, nullptr, nullptr));
  const int on = 1;
  if (made.open()) {
    setsockopt(made.handle_, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&on), sizeof on);
  }
  return made;
}

bool Socket::write_line(const std::string& text) const {
  const std::string line = text + "\n";
  for (size_t sent = 0; sent < line.size();) {
    const int now = send(handle_, line.data() + sent, static_cast<int>(line.size() - sent), 0);
    if (now <= 0) return false;
    sent += static_cast<size_t>(now);
  }
  return true;
}

std::optional<std::string> Socket::read_line(unsigned milliseconds) {
  using namespace std::chrono;
  const auto until = steady_clock::now() + std::chrono::milliseconds(milliseconds);
  std::string chunk(size_t{1} << 16, '\0');
  for (;;) {
    const size_t end = pending_.find('\n', searched_);
    if (end != std::string::npos) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      searched_ = 0;
      return line;
    }
    searched_ = pending_.size();
    if (milliseconds != INFINITE) {
      const auto left = duration_cast<microseconds>(until - steady_clock::now()).count();
      fd_set readable;
      FD_ZERO(&readable);
      FD_SET(handle_, &readable);
      timeval wait{static_cast<long>(left / 1000000), static_cast<long>(left % 1000000)};
      if (left <= 0 || select(0, &readable, nullptr, nullptr, &wait) != 1) return std::nullopt;
    }
    const int got = recv(handle_, chunk.data(), static_cast<int>(chunk.size()), 0);
    if (got <= 0) return std::nullopt;
    pending_.append(chunk, 0, static_cast<size_t>(got));
  }
}

void Socket::shut() const {
  if (open()) shutdown(handle_, SD_BOTH);
}

unsigned short provider_port(unsigned long process) {
  const HANDLE mapping = OpenFileMappingW(FILE_MAP_READ, FALSE, name_of(process).c_str());
  if (!mapping) return 0;
  unsigned short port = 0;
  if (const void* view = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, sizeof port)) {
    port = *static_cast<const unsigned short*>(view);
    UnmapViewOfFile(view);
  }
  CloseHandle(mapping);
  return port;
}

bool publish_port(unsigned short port) {
  // Left open: Windows takes it back with the process, and with it what it says.
  const HANDLE mapping = CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0, sizeof port,
                                            name_of(GetCurrentProcessId()).c_str());
  void* view = mapping ? MapViewOfFile(mapping, FILE_MAP_WRITE, 0, 0, sizeof port) : nullptr;
  if (!view) return false;
  *static_cast<unsigned short*>(view) = port;
  UnmapViewOfFile(view);
  return true;
}

}  // namespace surehand::simulator
