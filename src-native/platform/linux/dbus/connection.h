#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/limits.h"
#include "platform/linux/dbus/message.h"

namespace surehand::dbus {

// What to call. The views need to live only until the call returns.
struct Call {
  std::string_view destination;
  std::string_view path;
  std::string_view interface;
  std::string_view member;
  std::string_view signature;
  const Writer* body = nullptr;
};

// An answer: a reply, an error reply, or nothing because the connection is gone.
struct Reply {
  std::shared_ptr<const Message> message;  // null when the connection was lost
  bool is_reply() const { return message && message->type() == MessageType::kReply; }
  bool is_error(std::string_view name) const {
    return message && message->type() == MessageType::kError && message->error_name() == name;
  }
  Reader body() const { return message ? message->body() : Reader(); }
};

// One long-lived connection to a bus: authenticated (SASL EXTERNAL) and named (Hello). A thread of its own reads;
// any thread may call. Writes never wait for the reader. Nothing here is global.
class Connection {
 public:
  // `address` as in DBUS_SESSION_BUS_ADDRESS: a `;` list of `unix:path=`, `unix:abstract=`, `unix:runtime=`.
  static Result<std::shared_ptr<Connection>> open(std::string_view address, const Limits& limits);
  ~Connection();  // ends the reader thread; calls that wait end with a lost connection

  const std::string& unique_name() const;
  bool alive() const;

  // One call and its answer. An error reply is a value (see Reply), not an Error; an Error is TIMEOUT, ABORTED
  // or NO_DESKTOP (the connection is gone).
  Result<Reply> call(const Call& call, const Limits& limits);
  // Sends without asking for an answer.
  Status send(const Call& call, const Limits& limits);

  // Calls in flight for one caller (a lane): up to `window` at once, answers in the order they arrive.
  // Not thread-safe itself; the connection under it is. Destroying it forgets its open calls.
  class Pipeline {
   public:
    Pipeline(std::shared_ptr<Connection> connection, size_t window = 128);
    ~Pipeline();

    using Handler = std::function<void(uint64_t tag, const Reply& reply)>;
    // Queues a call. When the window is full it first waits for answers and hands them to `handler`.
    // The handler may call push() again.
    Status push(const Call& call, uint64_t tag, const Limits& limits);
    // Waits until every call has been answered, also those that the handler pushed.
    Status drain(const Limits& limits);
    void on_reply(Handler handler);
    size_t in_flight() const;

   private:
    struct State;
    std::shared_ptr<State> state_;
  };

  // Signals that pass `rule` (a D-Bus match rule; AddMatch is sent for it) are handed to `sink` on the reader
  // thread, which must not block or call. Removed when the subscription is destroyed.
  class Subscription {
   public:
    virtual ~Subscription() = default;
  };
  using SignalSink = std::function<void(const std::shared_ptr<const Message>&)>;
  Result<std::unique_ptr<Subscription>> subscribe(const std::string& rule, SignalSink sink, const Limits& limits);

  // Calls made so far and bytes read, for the benchmarks and for tests that count calls.
  uint64_t calls_sent() const;
  uint64_t bytes_read() const;

 private:
  struct Impl;
  explicit Connection(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace surehand::dbus
