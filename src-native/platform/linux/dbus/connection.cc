#include "platform/linux/dbus/connection.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <vector>

#include "platform/linux/dbus/handshake.h"
#include "platform/linux/dbus/match_rule.h"
#include "platform/linux/fd.h"

namespace surehand::dbus {

namespace {

constexpr size_t kReceiveBuffer = 128 << 10;
// Bytes that may wait for a bus that does not read; beyond that, callers wait.
constexpr size_t kMaxOutbox = 4 << 20;
// While every waiter wants at least this many more answers, reading them in groups saves a wake-up each.
constexpr size_t kManyMissing = 8;
constexpr long kBusyPauseNanoseconds = 1'000'000;
// Calls that push() may hold back to send them together.
constexpr size_t kSendBatch = 32;

Error lost_connection() {
  return {ErrorCode::kNoDesktop, "the bus closed the connection; the desktop session may have ended", {}};
}

std::string awaited(const Call& call) {
  return "the answer to " + std::string(call.interface) + "." + std::string(call.member);
}

// Where a caller finds its answers.
struct Inbox {
  struct Arrival {
    uint64_t tag;
    Reply reply;
  };
  struct Batch {
    std::vector<Arrival> arrivals;
    std::optional<Error> error;  // why waiting ended early; `arrivals` still holds what had come until then
  };

  // How many answers the waiter still waits for.
  size_t deliver(Arrival arrival) {
    std::lock_guard lock(mutex);
    arrivals.push_back(std::move(arrival));
    if (arrivals.size() < wanted) return wanted - arrivals.size();
    changed.notify_one();
    return 0;
  }
  void lose() {
    std::lock_guard lock(mutex);
    lost = true;
    changed.notify_one();
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Arrival> arrivals;
  size_t wanted = 1;
  bool lost = false;
  bool cancelled = false;
};

Inbox::Batch wait_for(const std::shared_ptr<Inbox>& inbox, size_t wanted, const Limits& limits,
                      const std::string& awaited) {
  Inbox::Batch batch;
  {
    std::lock_guard lock(inbox->mutex);
    inbox->cancelled = false;
    if (inbox->arrivals.size() >= wanted) {
      batch.arrivals.swap(inbox->arrivals);
      return batch;
    }
  }
  bool lost;
  {
    const auto registration = CancelToken::on_cancel(limits.cancel, [inbox] {
      std::lock_guard lock(inbox->mutex);
      inbox->cancelled = true;
      inbox->changed.notify_one();
    });
    std::unique_lock lock(inbox->mutex);
    inbox->wanted = wanted;
    const auto done = [&] { return inbox->arrivals.size() >= wanted || inbox->lost || inbox->cancelled; };
    if (limits.deadline == Clock::time_point::max()) {
      inbox->changed.wait(lock, done);
    } else {
      inbox->changed.wait_until(lock, limits.deadline, done);
    }
    batch.arrivals.swap(inbox->arrivals);
    lost = inbox->lost;
  }
  if (batch.arrivals.size() >= wanted) return batch;
  batch.error = lost ? lost_connection() : limits.exceeded(awaited).value_or(lost_connection());
  return batch;
}

}  // namespace

struct Connection::Impl : std::enable_shared_from_this<Connection::Impl> {
  struct Waiting {
    std::shared_ptr<Inbox> inbox;
    uint64_t tag;
  };
  struct Listener {
    MatchRule rule;
    SignalSink sink;
  };

  // The serial under which `inbox` will get its answer, or 0 when the connection is lost.
  uint32_t expect(std::shared_ptr<Inbox> inbox, uint64_t tag) {
    std::lock_guard lock(table_mutex);
    if (!alive) return 0;
    const uint32_t serial = next_serial_locked();
    table.emplace(serial, Waiting{std::move(inbox), tag});
    return serial;
  }

  uint32_t next_serial() {
    std::lock_guard lock(table_mutex);
    return next_serial_locked();
  }

  uint32_t next_serial_locked() {
    do {
      ++last_serial;
    } while (last_serial == 0 || table.count(last_serial) != 0);
    return last_serial;
  }

  void forget(const std::shared_ptr<Inbox>& inbox) {
    std::lock_guard lock(table_mutex);
    for (auto it = table.begin(); it != table.end();)
      it = it->second.inbox == inbox ? table.erase(it) : std::next(it);
  }

  // Hands over whole messages. What the socket does not take at once, the reader thread sends on: a message
  // is never left half sent because its caller gave up.
  Status write(const uint8_t* data, size_t size, const Limits& limits, bool may_wait = true) {
    std::unique_lock lock(write_mutex);
    while (alive && outbox.size() - outbox_start > kMaxOutbox) {
      if (!may_wait) return lost_connection();
      if (auto error = limits.exceeded("the bus to take more calls")) return std::move(*error);
      outbox_shrank.wait_for(lock, std::min(limits.remaining(), Milliseconds(20)));
    }
    if (!alive) return lost_connection();
    if (outbox.empty()) {
      const size_t sent = send_now(data, size);
      data += sent;
      size -= sent;
    }
    if (size == 0) return Done{};
    outbox.insert(outbox.end(), data, data + size);
    outbox_waits = true;
    eventfd_write(wake.get(), 1);
    return Done{};
  }

  // As much as the socket takes. A broken socket is found out by the reader.
  size_t send_now(const uint8_t* data, size_t size) {
    size_t total = 0;
    while (total < size) {
      const ssize_t sent = ::send(socket.get(), data + total, size - total, MSG_NOSIGNAL);
      if (sent > 0) {
        total += static_cast<size_t>(sent);
      } else if (errno != EINTR) {
        break;
      }
    }
    return total;
  }

  void flush_outbox() {
    std::lock_guard lock(write_mutex);
    outbox_start += send_now(outbox.data() + outbox_start, outbox.size() - outbox_start);
    if (outbox_start == outbox.size()) {
      outbox.clear();
      outbox_start = 0;
      outbox_waits = false;
    } else if (outbox_start > kMaxOutbox) {
      outbox.erase(outbox.begin(), outbox.begin() + static_cast<std::ptrdiff_t>(outbox_start));
      outbox_start = 0;
    }
    outbox_shrank.notify_all();
  }

  Status send_message(const Header& header, const Writer* body, const Limits& limits, bool may_wait = true) {
    std::vector<uint8_t> bytes;
    append_message(bytes, header, body);
    calls_sent += header.type == MessageType::kCall;
    return write(bytes.data(), bytes.size(), limits, may_wait);
  }

  void read_loop() {
    std::vector<uint8_t> buffer(kReceiveBuffer);
    size_t filled = 0;
    Bytes large;  // a message that does not fit the buffer is received where it will stay
    size_t large_filled = 0;
    while (!closing) {
      pollfd fds[2] = {{socket.get(), static_cast<short>(outbox_waits ? POLLIN | POLLOUT : POLLIN), 0},
                       {wake.get(), POLLIN, 0}};
      if (poll(fds, 2, -1) < 0 && errno != EINTR) break;
      if (fds[1].revents != 0) {
        eventfd_t ignored;
        eventfd_read(wake.get(), &ignored);
      }
      if ((fds[0].revents & POLLOUT) != 0) flush_outbox();
      if ((fds[0].revents & ~POLLOUT) == 0) continue;

      uint8_t* target = large.size != 0 ? large.data.get() + large_filled : buffer.data() + filled;
      const size_t room = large.size != 0 ? large.size - large_filled : buffer.size() - filled;
      const ssize_t got = recv(socket.get(), target, room, 0);
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (got <= 0) break;
      bytes_read += static_cast<uint64_t>(got);

      if (large.size != 0) {
        large_filled += static_cast<size_t>(got);
        if (large_filled < large.size) continue;
        large_filled = 0;
        if (!take(std::move(large))) break;
        large = Bytes();
        continue;
      }

      filled += static_cast<size_t>(got);
      size_t start = 0;
      bool sound = true;
      while (sound) {
        const auto size = Message::size_of(buffer.data() + start, filled - start);
        if (!size) break;
        if (*size == 0) {
          sound = false;
        } else if (*size <= filled - start) {
          Bytes bytes(*size);
          std::memcpy(bytes.data.get(), buffer.data() + start, *size);
          start += *size;
          sound = take(std::move(bytes));
        } else if (*size > buffer.size()) {
          large = Bytes(*size);
          large_filled = filled - start;
          std::memcpy(large.data.get(), buffer.data() + start, large_filled);
          start = filled;
        } else {
          break;
        }
      }
      if (!sound) break;
      std::memmove(buffer.data(), buffer.data() + start, filled - start);
      filled -= start;
      if (start > 0 && fewest_missing >= kManyMissing && fewest_missing != SIZE_MAX) pause();
      fewest_missing = SIZE_MAX;
    }
    end();
  }

  void pause() {
    pollfd fd = {wake.get(), POLLIN, 0};
    const timespec time = {0, kBusyPauseNanoseconds};
    ppoll(&fd, 1, &time, nullptr);
  }

  // False when the bus sent what is no message: nothing after it can be trusted.
  bool take(Bytes bytes) {
    auto message = Message::parse(std::move(bytes));
    if (!message) return false;
    switch (message->type()) {
      case MessageType::kReply:
      case MessageType::kError:
        answer(std::move(*message));
        break;
      case MessageType::kSignal: {
        const auto shared = std::make_shared<const Message>(std::move(*message));
        std::lock_guard lock(listeners_mutex);
        for (const auto& listener : listeners) {
          if (listener->rule.passes(*shared)) listener->sink(shared);
        }
        break;
      }
      case MessageType::kCall:
        if (message->wants_reply()) serve(*message);
        break;
      case MessageType::kInvalid:
        break;
    }
    return true;
  }

  void answer(Message message) {
    Waiting waiting;
    {
      std::lock_guard lock(table_mutex);
      const auto found = table.find(message.reply_serial());
      if (found == table.end()) return;
      waiting = std::move(found->second);
      table.erase(found);
    }
    const size_t missing =
        waiting.inbox->deliver({waiting.tag, {std::make_shared<const Message>(std::move(message))}});
    fewest_missing = std::min(fewest_missing, missing);
  }

  // We offer no objects; whoever calls us is told so at once instead of waiting.
  void serve(const Message& call) {
    Header header;
    header.serial = next_serial();
    header.reply_serial = call.serial();
    header.destination = call.sender();
    header.no_reply = true;
    if (call.interface() == "org.freedesktop.DBus.Peer" && call.member() == "Ping") {
      header.type = MessageType::kReply;
    } else {
      header.type = MessageType::kError;
      header.error_name = "org.freedesktop.DBus.Error.UnknownMethod";
    }
    if (defect(header).empty()) (void)send_message(header, nullptr, {}, false);
  }

  void end() {
    std::vector<std::shared_ptr<Inbox>> waiting;
    {
      std::lock_guard lock(table_mutex);
      alive = false;
      for (auto& [serial, entry] : table) waiting.push_back(std::move(entry.inbox));
      table.clear();
    }
    for (const auto& inbox : waiting) inbox->lose();
    std::lock_guard lock(write_mutex);
    outbox_shrank.notify_all();
  }

  void remove(const Listener* listener) {
    std::lock_guard lock(listeners_mutex);
    listeners.erase(std::remove_if(listeners.begin(), listeners.end(),
                                   [&](const auto& each) { return each.get() == listener; }),
                    listeners.end());
  }

  Fd socket;
  Fd wake;
  std::string unique_name;
  std::thread reader;
  std::atomic<bool> alive{true};
  std::atomic<bool> closing{false};
  std::atomic<uint64_t> calls_sent{0};
  std::atomic<uint64_t> bytes_read{0};

  std::mutex table_mutex;
  std::unordered_map<uint32_t, Waiting> table;
  uint32_t last_serial = 0;
  size_t fewest_missing = SIZE_MAX;  // of the waiters answered since the last read; the reader thread's own

  std::mutex write_mutex;
  std::condition_variable outbox_shrank;
  std::vector<uint8_t> outbox;
  size_t outbox_start = 0;
  std::atomic<bool> outbox_waits{false};

  std::mutex listeners_mutex;
  std::vector<std::shared_ptr<Listener>> listeners;
};

namespace {

Header header_of(const Call& call) {
  Header header;
  header.destination = call.destination;
  header.path = call.path;
  header.interface = call.interface;
  header.member = call.member;
  header.signature = call.signature;
  return header;
}

Call match_call(std::string_view member, const Writer& rule) {
  return {"org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, "s", &rule};
}

std::optional<Error> refused(const Header& header) {
  const std::string_view problem = defect(header);
  if (problem.empty()) return std::nullopt;
  return Error{ErrorCode::kInvalidArgument,
               "cannot call " + std::string(header.interface) + "." + std::string(header.member) + ": " +
                   std::string(problem),
               {}};
}

}  // namespace

Connection::Connection(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::shared_ptr<Connection>> Connection::open(std::string_view address,
                                                     std::string_view runtime_directory,
                                                     const Limits& limits) {
  auto socket = connect_to_bus(address, runtime_directory, limits);
  if (!socket) return socket.take_error();
  auto impl = std::make_shared<Impl>();
  impl->socket = socket.take();
  impl->wake = Fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!impl->wake)
    return Error{ErrorCode::kNoDesktop, "no file descriptors are left to open a bus connection", {}};

  // Signals are for the threads of the program we are loaded into.
  sigset_t foreign, before;
  sigfillset(&foreign);
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigdelset(&foreign, own);
  pthread_sigmask(SIG_SETMASK, &foreign, &before);
  try {
    impl->reader = std::thread([impl] { impl->read_loop(); });
  } catch (const std::system_error&) {
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!impl->reader.joinable()) {
    return Error{ErrorCode::kNoDesktop, "no thread could be started to read from the bus", {}};
  }
  pthread_setname_np(impl->reader.native_handle(), "surehand-dbus");

  std::shared_ptr<Connection> connection(new Connection(impl));
  constexpr std::string_view kBus = "org.freedesktop.DBus";
  auto hello = connection->call({kBus, "/org/freedesktop/DBus", kBus, "Hello"}, limits);
  if (!hello) return hello.take_error();
  impl->unique_name = hello->body().string();
  if (!hello->is_reply() || impl->unique_name.empty()) {
    return Error{ErrorCode::kNoDesktop,
                 "the bus refused to name this connection: " + std::string(hello->message->error_text()),
                 {}};
  }
  return connection;
}

Connection::~Connection() {
  impl_->closing = true;
  eventfd_write(impl_->wake.get(), 1);
  // The last owner may be a sink, on the reader thread itself.
  if (impl_->reader.get_id() == std::this_thread::get_id()) {
    impl_->reader.detach();
  } else {
    impl_->reader.join();
  }
}

const std::string& Connection::unique_name() const { return impl_->unique_name; }
bool Connection::alive() const { return impl_->alive; }
uint64_t Connection::calls_sent() const { return impl_->calls_sent; }
uint64_t Connection::bytes_read() const { return impl_->bytes_read; }

Result<Reply> Connection::call(const Call& call, const Limits& limits) {
  if (auto error = limits.exceeded(awaited(call))) return std::move(*error);
  Header header = header_of(call);
  if (auto error = refused(header)) return std::move(*error);
  const auto inbox = std::make_shared<Inbox>();
  header.serial = impl_->expect(inbox, 0);
  if (header.serial == 0) return lost_connection();
  if (auto sent = impl_->send_message(header, call.body, limits); !sent) {
    impl_->forget(inbox);
    return sent.take_error();
  }
  auto batch = wait_for(inbox, 1, limits, awaited(call));
  if (!batch.arrivals.empty()) return std::move(batch.arrivals.front().reply);
  impl_->forget(inbox);
  return std::move(*batch.error);
}

Status Connection::send(const Call& call, const Limits& limits) {
  Header header = header_of(call);
  if (auto error = refused(header)) return std::move(*error);
  header.no_reply = true;
  header.serial = impl_->next_serial();
  return impl_->send_message(header, call.body, limits);
}

struct Connection::Pipeline::State {
  // Sends what is queued, as far as the window goes.
  Status flush(const Limits& limits) {
    size_t count = 0;
    size_t bytes = 0;
    while (count < queued_sizes.size() && under_way + count < window) bytes += queued_sizes[count++];
    if (count == 0) return Done{};
    auto& impl = *connection->impl_;
    if (auto sent = impl.write(queue.data() + queue_start, bytes, limits); !sent) return sent;
    impl.calls_sent += count;
    under_way += count;
    queue_start += bytes;
    if (queue_start > queue.size() / 2) {
      queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(queue_start));
      queue_start = 0;
    }
    queued_sizes.erase(queued_sizes.begin(), queued_sizes.begin() + static_cast<std::ptrdiff_t>(count));
    return Done{};
  }

  // Waits for some answers and hands them out. The application never runs dry meanwhile: three quarters of
  // the calls are still with it when we wake.
  Status turn(const Limits& limits) {
    if (auto sent = flush(limits); !sent) return sent;
    auto batch = wait_for(inbox, std::max<size_t>(1, under_way / 2), limits, "answers of the application");
    under_way -= batch.arrivals.size();
    if (auto sent = flush(limits); !sent && !batch.error) batch.error = sent.take_error();
    dispatching = true;
    for (const auto& [tag, reply] : batch.arrivals) {
      if (handler) handler(tag, reply);
    }
    dispatching = false;
    if (batch.error && (under_way > 0 || !queued_sizes.empty())) return std::move(*batch.error);
    return Done{};
  }

  void forget() {
    connection->impl_->forget(inbox);
    // Answers that are on their way to the old inbox must not be taken for answers to later calls.
    inbox = std::make_shared<Inbox>();
    queue.clear();
    queue_start = 0;
    queued_sizes.clear();
    under_way = 0;
  }

  std::shared_ptr<Connection> connection;
  size_t window;
  Handler handler;
  std::shared_ptr<Inbox> inbox = std::make_shared<Inbox>();
  std::vector<uint8_t> queue;  // whole messages that are not sent yet, from queue_start on
  size_t queue_start = 0;
  std::deque<size_t> queued_sizes;
  size_t under_way = 0;
  bool dispatching = false;
};

Connection::Pipeline::Pipeline(std::shared_ptr<Connection> connection, size_t window) : state_(new State) {
  state_->connection = std::move(connection);
  state_->window = std::max<size_t>(1, window);
}

Connection::Pipeline::~Pipeline() {
  if (in_flight() > 0) state_->forget();
}

void Connection::Pipeline::on_reply(Handler handler) { state_->handler = std::move(handler); }

size_t Connection::Pipeline::in_flight() const { return state_->under_way + state_->queued_sizes.size(); }

Status Connection::Pipeline::push(const Call& call, uint64_t tag, const Limits& limits) {
  auto& state = *state_;
  Header header = header_of(call);
  if (auto error = refused(header)) return std::move(*error);
  while (!state.dispatching && in_flight() >= state.window) {
    if (auto turned = state.turn(limits); !turned) {
      state.forget();
      return turned;
    }
  }
  header.serial = state.connection->impl_->expect(state.inbox, tag);
  if (header.serial == 0) {
    state.forget();
    return lost_connection();
  }
  const size_t before = state.queue.size();
  append_message(state.queue, header, call.body);
  state.queued_sizes.push_back(state.queue.size() - before);
  if (state.dispatching || (state.under_way > 0 && state.queued_sizes.size() < kSendBatch)) return Done{};
  auto sent = state.flush(limits);
  if (!sent) state.forget();
  return sent;
}

Status Connection::Pipeline::drain(const Limits& limits) {
  while (in_flight() > 0) {
    if (auto turned = state_->turn(limits); !turned) {
      state_->forget();
      return turned;
    }
  }
  return Done{};
}

Result<std::unique_ptr<Connection::Subscription>> Connection::subscribe(const std::string& rule,
                                                                        SignalSink sink,
                                                                        const Limits& limits) {
  auto parsed = MatchRule::parse(rule);
  if (!parsed) return Error{ErrorCode::kInvalidArgument, "not a match rule: " + rule, {}};

  class BusSubscription final : public Subscription {
   public:
    BusSubscription(std::shared_ptr<Impl> impl, std::string rule, std::shared_ptr<Impl::Listener> listener)
        : impl_(std::move(impl)), rule_(std::move(rule)), listener_(std::move(listener)) {}
    ~BusSubscription() override {
      impl_->remove(listener_.get());
      Writer body;
      body.string(rule_);
      Header header = header_of(match_call("RemoveMatch", body));
      header.no_reply = true;
      header.serial = impl_->next_serial();
      (void)impl_->send_message(header, &body, {}, false);
    }

   private:
    std::shared_ptr<Impl> impl_;
    std::string rule_;
    std::shared_ptr<Impl::Listener> listener_;
  };

  auto listener = std::make_shared<Impl::Listener>(Impl::Listener{std::move(*parsed), std::move(sink)});
  {
    std::lock_guard lock(impl_->listeners_mutex);
    impl_->listeners.push_back(listener);
  }
  Writer body;
  body.string(rule);
  auto added = call(match_call("AddMatch", body), limits);
  if (!added || !added->is_reply()) {
    impl_->remove(listener.get());
    if (!added) return added.take_error();
    return Error{ErrorCode::kNoDesktop,
                 "the bus refused a match rule: " + std::string(added->message->error_text()),
                 {}};
  }
  return std::unique_ptr<Subscription>(new BusSubscription(impl_, rule, std::move(listener)));
}

}  // namespace surehand::dbus
