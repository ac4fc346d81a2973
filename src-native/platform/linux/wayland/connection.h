#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/linux/wayland/socket.h"

// The Wayland wire protocol, as much as a client needs that shows nothing: https://wayland.freedesktop.org/docs/html/ch04.html. Spoken by
// ourselves as X11 is: libwayland wants tables of each protocol, made by its scanner, and blocks without a deadline.
namespace surehand::wayland {

using ObjectId = uint32_t;
inline constexpr ObjectId kNull = 0;
inline constexpr ObjectId kDisplay = 1;

// A number with 8 bits behind the point.
inline int32_t fixed(double value) { return static_cast<int32_t>(value * 256.0); }

class Request {
 public:
  Request(ObjectId object, uint16_t opcode) : opcode_(opcode) { u32(object).u32(0); }

  Request& u32(uint32_t value);
  Request& i32(int32_t value) { return u32(static_cast<uint32_t>(value)); }
  Request& text(std::string_view value);
  Request& fd(int value);  // stays the caller's, until it was sent

  const std::vector<uint8_t>& bytes() const { return bytes_; }  // with the length in it
  const std::vector<int>& fds() const { return fds_; }

 private:
  uint16_t opcode_;
  std::vector<uint8_t> bytes_;
  std::vector<int> fds_;
};

// An event; what does not fit reads as 0 or empty.
class Event {
 public:
  Event(ObjectId object, uint16_t opcode, std::vector<uint8_t> arguments, std::deque<Fd>& fds)
      : object(object), opcode(opcode), arguments_(std::move(arguments)), fds_(fds) {}

  const ObjectId object;
  const uint16_t opcode;

  uint32_t u32();
  int32_t i32() { return static_cast<int32_t>(u32()); }
  std::string text();
  Fd fd();

 private:
  std::vector<uint8_t> arguments_;
  size_t at_ = 0;
  std::deque<Fd>& fds_;
};

// A connection to a compositor. Not thread-safe.
class Connection {
 public:
  // NO_DESKTOP when there is none at that path.
  static Result<std::unique_ptr<Connection>> open(const std::string& path, const Limits& limits);

  struct Global {
    uint32_t name;
    uint32_t version;
  };
  // What the compositor offers of that interface, in its order.
  std::vector<Global> globals(std::string_view interface) const;
  bool has(std::string_view interface) const { return !globals(interface).empty(); }

  // Of an object that is gone, where there is one: the compositor keeps room for every id up to the last.
  ObjectId new_id();
  // Takes a global, of at most that version. kNull where there is none.
  ObjectId bind(std::string_view interface, uint32_t version);
  ObjectId bind(std::string_view interface, const Global& global, uint32_t version);

  // What the events of an object do. Called while roundtrip() or next() runs.
  void on(ObjectId object, std::function<void(Event&)> handler) { handlers_[object] = std::move(handler); }
  void forget(ObjectId object) { handlers_.erase(object); }

  Status send(const Request& request, const Limits& limits);
  // Returns when the compositor has done all that was sent, and all that it sent before was handled. REFUSED, with what it said, when it
  // found fault with something: then this connection is of no more use.
  Status roundtrip(const Limits& limits);
  // Handles what comes next.
  Status next(const Limits& limits);
  int fd() const { return socket_.fd(); }
  bool lost() const { return failure_.has_value(); }

 private:
  explicit Connection(Socket socket) : socket_(std::move(socket)) {}

  bool handle_one();

  Socket socket_;
  std::vector<uint8_t> in_;
  std::deque<Fd> fds_;
  ObjectId next_id_ = kDisplay + 1;
  std::vector<ObjectId> free_ids_;
  ObjectId registry_ = kNull;
  std::map<uint32_t, std::pair<std::string, uint32_t>> globals_;
  std::map<ObjectId, std::function<void(Event&)>> handlers_;
  std::optional<Error> failure_;
};

}  // namespace surehand::wayland
