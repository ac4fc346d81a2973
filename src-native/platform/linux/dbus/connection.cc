#include "platform/linux/dbus/connection.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "core/run/thread.h"
#include "platform/linux/dbus/handshake.h"
#include "platform/linux/dbus/inbox.h"
#include "platform/linux/dbus/match_rule.h"
#include "platform/linux/dbus/receiver.h"
#include "platform/linux/dbus/reply_table.h"
#include "platform/posix/fd.h"

namespace surehand::dbus {

namespace {

// Bytes that may wait for a bus that does not read; beyond that, callers wait.
constexpr size_t kMaxOutbox = 4 << 20;
// Reading answers in groups saves a wake-up each: the bounds of how long they may gather. Much more than fits the longest
// would fill the socket, and the bus would have to wait for us.
constexpr std::chrono::microseconds kShortestPause{60};
constexpr std::chrono::microseconds kLongestPause{1000};
// Calls that push() may hold back to send them together.
constexpr size_t kSendBatch = 32;

constexpr std::string_view kBusPath = "/org/freedesktop/DBus";

std::string awaited(const Call& call) {
  return "the answer to " + std::string(call.interface) + "." + std::string(call.member);
}

}  // namespace

struct Connection::Impl : std::enable_shared_from_this<Connection::Impl> {
  struct Listener {
    std::string text;
    MatchRule rule;
    SignalSink sink;
    std::atomic<bool> ended{false};
  };

  // The serial under which `inbox` will get the answer of `asked`, or 0 when the connection is lost.
  uint32_t expect(const std::shared_ptr<Inbox>& inbox, uint64_t tag, std::string_view asked) {
    std::lock_guard lock(table_mutex);
    return alive ? table.expect(inbox, tag, is_peer ? std::string_view() : asked.empty() ? kBusName : asked) : 0;
  }

  uint32_t next_serial() {
    std::lock_guard lock(table_mutex);
    return table.next_serial();
  }

  void forget(const std::shared_ptr<Inbox>& inbox) {
    std::lock_guard lock(table_mutex);
    table.forget(inbox.get());
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
      explicit_bzero(outbox.data(), outbox.size());
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
    auto written = write(bytes.data(), bytes.size(), limits, may_wait);
    explicit_bzero(bytes.data(), bytes.size());  // it may be the text of a password field
    return written;
  }

  // Sends a message and a descriptor, which goes with the first byte: so nothing of another message may wait before it.
  Status send_with(const Header& header, const Writer* body, int descriptor, const Limits& limits) {
    std::vector<uint8_t> bytes;
    append_message(bytes, header, body);
    ++calls_sent;
    std::unique_lock lock(write_mutex);
    while (alive) {
      if (auto error = limits.exceeded("the bus to take more calls")) return std::move(*error);
      const ssize_t sent = outbox.empty() ? send_first(bytes, descriptor) : 0;
      if (sent > 0) {
        bytes.erase(bytes.begin(), bytes.begin() + sent);
        break;
      }
      outbox_shrank.wait_for(lock, Milliseconds(1));
    }
    lock.unlock();
    return write(bytes.data(), bytes.size(), limits);
  }

  ssize_t send_first(const std::vector<uint8_t>& bytes, int descriptor) {
    iovec data{const_cast<uint8_t*>(bytes.data()), bytes.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
    return sendmsg(socket.get(), &message, MSG_NOSIGNAL);
  }

  void read_loop() {
    prctl(PR_SET_TIMERSLACK, 1);
    Receiver receiver;
    std::vector<std::shared_ptr<const Message>> messages;
    while (!closing) {
      pollfd fds[2] = {{socket.get(), static_cast<short>(outbox_waits ? POLLIN | POLLOUT : POLLIN), 0},
                       {wake.get(), POLLIN, 0}};
      if (poll(fds, 2, -1) < 0 && errno != EINTR) break;
      if (fds[1].revents != 0) {
        eventfd_t ignored;
        eventfd_read(wake.get(), &ignored);
        if (some_ended.exchange(false)) take_back();
      }
      if ((fds[0].revents & POLLOUT) != 0) flush_outbox();
      if ((fds[0].revents & ~POLLOUT) == 0) continue;

      const auto [target, room] = receiver.room();
      const ssize_t got = takes_files ? receive_with_files(target, room) : recv(socket.get(), target, room, 0);
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (got <= 0) break;
      bytes_read += static_cast<uint64_t>(got);
      const bool sound = receiver.take(static_cast<size_t>(got), messages);
      for (const auto& message : messages) take(message);
      messages.clear();
      const auto patience = hand_out();
      if (!sound) break;
      if (patience >= kShortestPause) pause(std::min<Clock::duration>(patience, kLongestPause));
    }
    end();
  }

  // The descriptors that come with these bytes are kept for the messages in them.
  ssize_t receive_with_files(uint8_t* target, size_t room) {
    constexpr size_t kMostFiles = 253;  // SCM_MAX_FD
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kMostFiles)];
    iovec part{target, room};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(socket.get(), &message, MSG_CMSG_CLOEXEC);
    if (got < 0) return got;
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
      const size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t i = 0; i < count; ++i) {
        int fd = -1;
        memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof fd);
        received_files.emplace_back(fd);
      }
    }
    return got;
  }

  // Those that came with a message. They come no later than its first byte, in the order of the messages.
  std::shared_ptr<std::vector<Fd>> files_of(const Message& message) {
    if (message.file_count() == 0) return nullptr;
    auto files = std::make_shared<std::vector<Fd>>();
    for (uint32_t i = 0; i < message.file_count() && !received_files.empty(); ++i) {
      files->push_back(std::move(received_files.front()));
      received_files.pop_front();
    }
    return files;
  }

  void pause(std::chrono::nanoseconds length) {
    pollfd fd = {wake.get(), POLLIN, 0};
    const timespec time = {0, static_cast<long>(length.count())};
    ppoll(&fd, 1, &time, nullptr);
  }

  void take(const std::shared_ptr<const Message>& message) {
    auto files = files_of(*message);  // what no caller gets is closed here
    switch (message->type()) {
      case MessageType::kReply:
      case MessageType::kError:
        answers.push_back({message, std::move(files)});
        break;
      case MessageType::kSignal: {
        std::lock_guard lock(listeners_mutex);
        for (const auto& listener : listeners) {
          if (!listener->ended && listener->rule.passes(*message)) listener->sink(message);
        }
        break;
      }
      case MessageType::kCall:
        if (message->wants_reply() && !is_taken(message)) serve(*message);
        break;
      case MessageType::kInvalid:
        break;
    }
  }

  // Gives the answers to those who wait for them. For how long all of these can do without more.
  Clock::duration hand_out() {
    {
      std::lock_guard lock(table_mutex);
      for (Reply& answer : answers) {
        auto waiting = table.take(*answer.message);
        if (!waiting.inbox) continue;
        arrivals.push_back({waiting.tag, std::move(answer)});
        owners.push_back(std::move(waiting.inbox));
      }
    }
    auto patience = Clock::duration::max();
    for (size_t first = 0; first < arrivals.size();) {
      size_t last = first;
      while (last < arrivals.size() && owners[last] == owners[first]) ++last;
      patience = std::min(patience, owners[first]->deliver(arrivals.data() + first, arrivals.data() + last));
      first = last;
    }
    const bool any = !arrivals.empty();
    answers.clear();
    arrivals.clear();
    owners.clear();
    return any ? patience : Clock::duration::zero();
  }

  bool is_taken(const std::shared_ptr<const Message>& call) {
    std::lock_guard lock(listeners_mutex);
    return call_sink && call_sink(call);
  }

  // We offer no objects by ourselves; a caller gets an error at once instead of waiting.
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
    std::vector<ReplyTable::Waiting> waiting;
    {
      std::lock_guard lock(table_mutex);
      alive = false;
      waiting = table.take_all();
    }
    for (const auto& each : waiting) {
      if (each.inbox) each.inbox->lose();
    }
    std::lock_guard lock(write_mutex);
    outbox_shrank.notify_all();
  }

  // What subscriptions left behind that have ended.
  void take_back() {
    std::vector<std::shared_ptr<Listener>> ended;
    {
      std::lock_guard lock(listeners_mutex);
      const auto goes_on = [](const auto& each) { return !each->ended; };
      const auto first = std::stable_partition(listeners.begin(), listeners.end(), goes_on);
      ended.assign(first, listeners.end());
      listeners.erase(first, listeners.end());
    }
    for (const auto& each : ended) remove_match(each->text);
  }

  void remove_match(const std::string& rule);

  void remove(const Listener* listener) {
    std::lock_guard lock(listeners_mutex);
    listeners.erase(
        std::remove_if(listeners.begin(), listeners.end(), [&](const auto& each) { return each.get() == listener; }),
        listeners.end());
  }

  Fd socket;
  Fd wake;
  std::string unique_name;
  bool takes_files = false;
  bool is_peer = false;  // one program by itself: there are no names
  std::thread reader;
  std::atomic<bool> alive{true};
  std::atomic<bool> closing{false};
  std::atomic<uint64_t> calls_sent{0};
  std::atomic<uint64_t> bytes_read{0};

  std::mutex table_mutex;
  ReplyTable table;

  std::mutex name_owners_mutex;
  std::map<std::string, std::string, std::less<>> name_owners;  // of well-known names that were called

  // What was read last, until it is handed out; the reader thread's own.
  std::vector<Reply> answers;
  std::deque<Fd> received_files;
  std::vector<Inbox::Arrival> arrivals;
  std::vector<std::shared_ptr<Inbox>> owners;  // of `arrivals`

  std::mutex write_mutex;
  std::condition_variable outbox_shrank;
  std::vector<uint8_t> outbox;
  size_t outbox_start = 0;
  std::atomic<bool> outbox_waits{false};

  std::mutex listeners_mutex;
  std::vector<std::shared_ptr<Listener>> listeners;
  CallSink call_sink;
  std::atomic<bool> some_ended{false};
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
  return {kBusName, kBusPath, kBusName, member, "s", &rule};
}

bool is_well_known(std::string_view name) { return !name.empty() && name[0] != ':' && name != kBusName; }

// That the receiver is not there, said by the bus: it got nothing.
bool reached_no_receiver(const Reply& reply) {
  return reply.is_error() && reply.message->sender() == kBusName &&
         (reply.is_error("org.freedesktop.DBus.Error.ServiceUnknown") ||
          reply.is_error("org.freedesktop.DBus.Error.NameHasNoOwner"));
}

std::optional<Error> refused(const Header& header, std::string_view problem) {
  if (problem.empty()) return std::nullopt;
  return Error{
      ErrorCode::kInvalidArgument,
      "cannot call " + std::string(header.interface) + "." + std::string(header.member) + ": " + std::string(problem),
      {}};
}

}  // namespace

void Connection::Impl::remove_match(const std::string& rule) {
  Writer body;
  body.string(rule);
  Header header = header_of(match_call("RemoveMatch", body));
  header.no_reply = true;
  header.serial = next_serial();
  (void)send_message(header, &body, {}, false);
}

Connection::Connection(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::shared_ptr<Connection>> Connection::connect(std::string_view address, std::string_view runtime_directory,
                                                        int64_t process, bool files, const Limits& limits) {
  SUREHAND_TRY(socket, connect_to_bus(address, runtime_directory, limits, process, files));
  auto impl = std::make_shared<Impl>();
  impl->takes_files = files;
  impl->socket = socket.take();
  impl->wake = Fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!impl->wake) return Error{ErrorCode::kNoDesktop, "no file descriptors are left to open a bus connection", {}};

  // Signals are for the threads of the program we are loaded into.
  sigset_t foreign, before;
  sigfillset(&foreign);
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigdelset(&foreign, own);
  pthread_sigmask(SIG_SETMASK, &foreign, &before);
  auto reader = start_thread([impl] { impl->read_loop(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!reader) return Error{ErrorCode::kNoDesktop, "no thread could be started to read from the bus", {}};
  impl->reader = reader.take();
  pthread_setname_np(impl->reader.native_handle(), "surehand-dbus");

  return std::shared_ptr<Connection>(new Connection(std::move(impl)));
}

Result<std::shared_ptr<Connection>> Connection::open(std::string_view address, std::string_view runtime_directory,
                                                     const Limits& limits, bool files) {
  SUREHAND_TRY(opened, connect(address, runtime_directory, 0, files, limits));
  auto connection = opened.take();
  auto hello = connection->call({kBusName, kBusPath, kBusName, "Hello"}, limits);
  if (!hello) return hello.take_error();
  auto& name = connection->impl_->unique_name;
  name = hello->body().string();
  if (!hello->is_reply() || name.empty()) {
    return Error{ErrorCode::kNoDesktop,
                 "the bus refused to name this connection: " + std::string(hello->message->error_text()),
                 {}};
  }
  return connection;
}

Result<std::shared_ptr<Connection>> Connection::open_peer(std::string_view address, int64_t process,
                                                          const Limits& limits) {
  auto opened = connect(address, {}, process, false, limits);
  if (opened) (*opened)->impl_->is_peer = true;
  return opened;
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
  if (impl_->is_peer || !is_well_known(call.destination)) return call_directly(call, limits);
  if (auto error = refused(header_of(call), defect(header_of(call)))) return std::move(*error);
  // The owner is asked by its own name, and only its answer is taken. The name may have another owner by then.
  for (bool again = false;; again = true) {
    Reply refusal;
    SUREHAND_TRY(owner, owner_of(call.destination, refusal, limits));
    if (owner->empty()) return refusal;
    Call direct = call;
    direct.destination = *owner;
    auto reply = call_directly(direct, limits);
    if (!reply || again || !reached_no_receiver(*reply)) return reply;
    std::lock_guard lock(impl_->name_owners_mutex);
    impl_->name_owners.erase(std::string(call.destination));
  }
}

// Empty when it has none and none could be started: `refusal` says why.
Result<std::string> Connection::owner_of(std::string_view name, Reply& refusal, const Limits& limits) {
  {
    std::lock_guard lock(impl_->name_owners_mutex);
    const auto known = impl_->name_owners.find(name);
    if (known != impl_->name_owners.end()) return known->second;
  }
  Writer body;
  body.string(name);
  Writer start;
  start.string(name).u32(0);
  const Call ask{kBusName, kBusPath, kBusName, "GetNameOwner", "s", &body};
  auto owner = call_directly(ask, limits);
  if (owner && !owner->is_reply()) {
    auto started = call_directly({kBusName, kBusPath, kBusName, "StartServiceByName", "su", &start}, limits);
    if (started && started->is_reply()) {
      owner = call_directly(ask, limits);
    } else {
      owner = std::move(started);
    }
  }
  if (!owner) return owner.take_error();
  if (!owner->is_reply()) {
    refusal = owner.take();
    return std::string();
  }
  std::string unique(owner->body().string());
  std::lock_guard lock(impl_->name_owners_mutex);
  impl_->name_owners[std::string(name)] = unique;
  return unique;
}

Result<Reply> Connection::call_directly(const Call& call, const Limits& limits) {
  if (auto error = limits.exceeded(awaited(call))) return std::move(*error);
  Header header = header_of(call);
  if (auto error = refused(header, defect(header))) return std::move(*error);
  const auto inbox = std::make_shared<Inbox>();
  header.serial = impl_->expect(inbox, 0, call.destination);
  if (header.serial == 0) return lost_connection();
  header.file_count = call.descriptor >= 0 ? 1 : 0;
  auto sent = call.descriptor >= 0 ? impl_->send_with(header, call.body, call.descriptor, limits)
                                   : impl_->send_message(header, call.body, limits);
  if (!sent) {
    impl_->forget(inbox);
    return sent.take_error();
  }
  auto batch = Inbox::take(inbox, 1, 1, limits, awaited(call));
  if (!batch.arrivals.empty()) return std::move(batch.arrivals.front().reply);
  impl_->forget(inbox);
  return std::move(*batch.error);
}

Status Connection::send(const Call& call, const Limits& limits) {
  Header header = header_of(call);
  if (auto error = refused(header, defect(header))) return std::move(*error);
  header.no_reply = true;
  header.serial = impl_->next_serial();
  return impl_->send_message(header, call.body, limits);
}

void Connection::on_call(CallSink sink) {
  std::lock_guard lock(impl_->listeners_mutex);
  impl_->call_sink = std::move(sink);
}

Status Connection::answer(const Message& call, std::string_view signature, const Writer* body, const Limits& limits) {
  Header header;
  header.type = MessageType::kReply;
  header.serial = impl_->next_serial();
  header.reply_serial = call.serial();
  header.destination = call.sender();
  header.no_reply = true;
  header.signature = signature;
  return impl_->send_message(header, body, limits);
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

  // Waits for some answers and hands them out. The application never runs dry meanwhile: half of the calls are still
  // with it when we wake. Unless nothing waits to be sent and the last answers led to no further calls: then the rest
  // is waited for at once.
  Status turn(const Limits& limits) {
    if (auto sent = flush(limits); !sent) return sent;
    const bool to_the_end = queued_sizes.empty() && !led_on;
    return turn(to_the_end ? under_way : std::max<size_t>(1, under_way / 2), limits);
  }

  Status turn(size_t wanted, const Limits& limits) {
    auto batch = Inbox::take(inbox, wanted, under_way, limits, "answers of the application");
    under_way -= batch.arrivals.size();
    if (!batch.arrivals.empty()) last_answer = batch.last;
    if (auto sent = flush(limits); !sent && !batch.error) batch.error = sent.take_error();
    dispatching = true;
    led_on = false;
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
  CallWriter writer;
  std::vector<uint8_t> queue;  // whole messages that are not sent yet, from queue_start on
  size_t queue_start = 0;
  std::deque<size_t> queued_sizes;
  size_t under_way = 0;
  bool dispatching = false;
  bool led_on = false;  // calls were pushed since the handler last began
  Clock::time_point last_answer = Clock::now();
};

Connection::Pipeline::Pipeline(std::shared_ptr<Connection> connection, size_t window) : state_(new State) {
  state_->connection = std::move(connection);
  state_->window = std::max<size_t>(1, window);
}

Connection::Pipeline::~Pipeline() {
  if (in_flight() > 0) state_->forget();
}

void Connection::Pipeline::on_reply(Handler handler) { state_->handler = std::move(handler); }

Clock::time_point Connection::Pipeline::last_answer() const { return state_->last_answer; }

size_t Connection::Pipeline::in_flight() const { return state_->under_way + state_->queued_sizes.size(); }

Status Connection::Pipeline::push(const Call& call, uint64_t tag, const Limits& limits) {
  auto& state = *state_;
  while (!state.dispatching && in_flight() >= state.window) {
    if (auto turned = state.turn(limits); !turned) {
      state.forget();
      return turned;
    }
  }
  const size_t before = state.queue.size();
  const Header header = header_of(call);
  if (!state.connection->impl_->is_peer && is_well_known(call.destination)) {
    return std::move(*refused(header, "a pipeline calls unique names"));
  }
  if (auto error = refused(header, state.writer.append(state.queue, header, call.body))) return std::move(*error);
  const uint32_t serial = state.connection->impl_->expect(state.inbox, tag, call.destination);
  if (serial == 0) {
    state.forget();
    return lost_connection();
  }
  set_serial(state.queue.data() + before, serial);
  state.queued_sizes.push_back(state.queue.size() - before);
  state.led_on = true;
  if (state.dispatching || state.queued_sizes.size() < kSendBatch) return Done{};
  auto sent = state.flush(limits);
  if (!sent) state.forget();
  return sent;
}

Status Connection::Pipeline::first(const Limits& limits) {
  if (in_flight() == 0) return Done{};
  auto answered = state_->flush(limits);
  if (answered) answered = state_->turn(1, limits);
  if (!answered) state_->forget();
  return answered;
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

Result<std::unique_ptr<Connection::Subscription>> Connection::subscribe(const std::string& rule, SignalSink sink,
                                                                        const Limits& limits) {
  auto parsed = MatchRule::parse(rule);
  if (!parsed) return Error{ErrorCode::kInvalidArgument, "not a match rule: " + rule, {}};

  class BusSubscription final : public Subscription {
   public:
    BusSubscription(std::weak_ptr<Impl> impl, std::shared_ptr<Impl::Listener> listener)
        : impl_(std::move(impl)), listener_(std::move(listener)) {}
    ~BusSubscription() override {
      listener_->ended = true;
      const auto impl = impl_.lock();
      if (!impl) return;
      impl->some_ended = true;
      eventfd_write(impl->wake.get(), 1);
    }

   private:
    std::weak_ptr<Impl> impl_;
    std::shared_ptr<Impl::Listener> listener_;
  };

  auto listener = std::make_shared<Impl::Listener>();
  listener->text = rule;
  listener->rule = std::move(*parsed);
  listener->sink = std::move(sink);
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
    return Error{
        ErrorCode::kNoDesktop, "the bus refused a match rule: " + std::string(added->message->error_text()), {}};
  }
  return std::unique_ptr<Subscription>(new BusSubscription(impl_, std::move(listener)));
}

}  // namespace surehand::dbus
