#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/limits.h"
#include "platform/linux/dbus/message.h"
#include "platform/posix/fd.h"

namespace surehand::dbus {

// What to call. The views need to live only until the call returns.
struct Call {
  std::string_view destination;
  std::string_view path;
  std::string_view interface;
  std::string_view member;
  std::string_view signature;
  const Writer* body = nullptr;
  // A file descriptor that goes with it, which the body names as `h` 0. Stays the caller's. See Connection::open.
  int descriptor = -1;
};

// An answer: a reply or an error reply.
struct Reply {
  std::shared_ptr<const Message> message;
  // What a value of type `h` counts from 0; null where none came.
  std::shared_ptr<std::vector<Fd>> files = nullptr;
  bool is_reply() const { return message && message->type() == MessageType::kReply; }
  bool is_error() const { return message && message->type() == MessageType::kError; }
  bool is_error(std::string_view name) const { return is_error() && message->error_name() == name; }
  Reader body() const { return message ? message->body() : Reader(); }
};

// One long-lived connection to a bus, authenticated (SASL EXTERNAL) and named (Hello), or to a peer. A thread of its own
// reads; any thread may call. Writes never wait for the reader. Nothing here is global.
class Connection {
 public:
  // `address` as in DBUS_SESSION_BUS_ADDRESS: a `;` list of `unix:path=`, `unix:abstract=`,
  // `unix:runtime=yes`; the last one means `runtime_directory` (XDG_RUNTIME_DIR of the desktop that is being
  // opened). `files`: calls and replies may have file descriptors; UNSUPPORTED when the bus hands none over.
  static Result<std::shared_ptr<Connection>> open(std::string_view address, std::string_view runtime_directory,
                                                  const Limits& limits, bool files = false);
  // To the program `process`, which listens by itself: no bus is between, so there are no names. Whose `destination` a
  // call has is not looked at, so an address that leads to another program is refused.
  static Result<std::shared_ptr<Connection>> open_peer(std::string_view address, int64_t process, const Limits& limits);
  ~Connection();  // ends the reader thread; calls that wait end with a lost connection

  const std::string& unique_name() const;
  bool alive() const;

  // One call and its answer, which only who was asked can give, or the bus, where it says that this one is not there. A
  // well-known name is resolved to its owner. An error reply is a value (see Reply), not an Error; an Error is TIMEOUT,
  // ABORTED, NO_DESKTOP (the connection is gone) or INVALID_ARGUMENT (a name or path that no bus takes;
  // nothing was sent).
  Result<Reply> call(const Call& call, const Limits& limits);
  // Sends without asking for an answer.
  Status send(const Call& call, const Limits& limits);

  // Calls in flight for one caller (a lane): up to `window` at once, answers in the order they arrive.
  // Not thread-safe itself; the connection under it is. Destroying it forgets its open calls.
  class Pipeline {
   public:
    Pipeline(std::shared_ptr<Connection> connection, size_t window = 128);
    ~Pipeline();
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    using Handler = std::function<void(uint64_t tag, const Reply& reply)>;
    // Queues a call. When the window is full it first waits for answers and hands them to `handler`. The
    // handler may call push() again; that never waits. Small calls are sent in batches: what was pushed is
    // surely under way only once drain() runs. An Error other than INVALID_ARGUMENT, here and below,
    // forgets every open call.
    Status push(const Call& call, uint64_t tag, const Limits& limits);
    // Waits for one answer at least, unless nothing is open.
    Status first(const Limits& limits);
    // Waits until every call has been answered, also those that the handler pushed.
    Status drain(const Limits& limits);
    void on_reply(Handler handler);
    // When the last answer came, or this was made.
    Clock::time_point last_answer() const;
    // Calls without an answer so far.
    size_t in_flight() const;

   private:
    struct State;
    std::unique_ptr<State> state_;
  };

  // Signals that pass `rule` (a D-Bus match rule; AddMatch is sent for it) are handed to `sink` on the reader
  // thread, which must not block, call, or touch a subscription. Destroying the subscription is a flag and waits for
  // nothing: a run of the sink that is under way goes on, none begins, and the reader thread takes the rule back and
  // frees the sink.
  class Subscription {
   public:
    virtual ~Subscription() = default;
  };
  using SignalSink = std::function<void(const std::shared_ptr<const Message>&)>;
  Result<std::unique_ptr<Subscription>> subscribe(const std::string& rule, SignalSink sink, const Limits& limits);

  // Calls that others make are handed to `sink` on the reader thread, which must not block or call. One that it returns true for is
  // its own to answer(); every other gets an error at once. Anyone on the bus may call: look at Message::sender().
  using CallSink = std::function<bool(const std::shared_ptr<const Message>&)>;
  void on_call(CallSink sink);
  Status answer(const Message& call, std::string_view signature, const Writer* body, const Limits& limits);

  // Calls made so far and bytes read, for the benchmarks and for tests that count calls.
  uint64_t calls_sent() const;
  uint64_t bytes_read() const;

 private:
  struct Impl;
  explicit Connection(std::shared_ptr<Impl> impl);
  // Begins to read from `address`.
  static Result<std::shared_ptr<Connection>> connect(std::string_view address, std::string_view runtime_directory,
                                                     int64_t process, bool files, const Limits& limits);
  Result<Reply> call_directly(const Call& call, const Limits& limits);
  Result<std::string> owner_of(std::string_view name, Reply& refusal, const Limits& limits);
  std::shared_ptr<Impl> impl_;
};

}  // namespace surehand::dbus
