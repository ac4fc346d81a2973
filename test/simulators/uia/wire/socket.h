#pragma once

#include <winsock2.h>

#include <optional>
#include <string>

namespace surehand::simulator {

// A connection between a provider and what asks it: a JSON text a line, both ways. UI Automation's own wire is undocumented; what
// matters here is that it leads into another process, and that a call over it can take any time.
class Socket {
 public:
  explicit Socket(SOCKET handle = INVALID_SOCKET) : handle_(handle) {}
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  static Socket connect(unsigned short port);
  // To any port of this machine alone; `port` says which it became.
  static Socket listen(unsigned short& port);
  Socket accept() const;

  bool open() const { return handle_ != INVALID_SOCKET; }
  bool write_line(const std::string& text) const;
  // Nothing when it ended, or when there was no whole line within that time.
  std::optional<std::string> read_line(unsigned milliseconds);
  // Ends a read_line of another thread.
  void shut() const;

 private:
  SOCKET handle_;
  std::string pending_;
  size_t searched_ = 0;
};

// The port of the provider in that process; 0 when it has none. It is published by a name that says the process.
unsigned short provider_port(unsigned long process);
// Published for as long as this process lives.
bool publish_port(unsigned short port);

}  // namespace surehand::simulator
