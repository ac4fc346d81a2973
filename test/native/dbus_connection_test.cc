#include <dirent.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "platform/linux/dbus/connection.h"
#include "platform/linux/dbus/inbox.h"
#include "support/child.h"
#include "support/stamped.h"

using namespace surehand;
using namespace surehand::dbus;
using surehand::test::PrivateBus;

namespace {

constexpr std::string_view kBus = "org.freedesktop.DBus";
constexpr std::string_view kBusPath = "/org/freedesktop/DBus";

Call bus_call(std::string_view member, std::string_view signature = {}, const Writer* body = nullptr) {
  return {kBus, kBusPath, kBus, member, signature, body};
}

std::shared_ptr<Connection> connect(const PrivateBus& bus) {
  REQUIRE_MESSAGE(!bus.address().empty(), "dbus-daemon could not be started; install the package `dbus`");
  auto connection = Connection::open(bus.address(), {}, Limits::within(Milliseconds(5000)));
  REQUIRE_MESSAGE(connection.ok(), (connection.ok() ? "" : connection.error().message));
  return connection.take();
}

Limits soon() { return Limits::within(Milliseconds(5000)); }

size_t open_descriptors() {
  size_t count = 0;
  DIR* directory = opendir("/proc/self/fd");
  while (readdir(directory) != nullptr) ++count;
  closedir(directory);
  return count;
}

// A bus that accepts and names its client and then leaves every call to `answer`, which may do as it likes.
class ScriptedBus {
 public:
  explicit ScriptedBus(std::function<void(int fd)> script) {
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    static std::atomic<int> number{0};
    name_ = "surehand-test-" + std::to_string(getpid()) + "-" + std::to_string(++number);
    std::memcpy(name.sun_path + 1, name_.data(), name_.size());
    REQUIRE(bind(listener, reinterpret_cast<sockaddr*>(&name),
                 static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name_.size())) == 0);
    REQUIRE(listen(listener, 1) == 0);
    thread_ = std::thread([listener, script = std::move(script)] {
      const int fd = accept(listener, nullptr, nullptr);
      close(listener);
      if (fd < 0) return;
      script(fd);
      close(fd);
    });
  }
  ~ScriptedBus() { thread_.join(); }
  std::string address() const { return "unix:abstract=" + name_; }

  static std::string line(int fd) {
    std::string text = test::first_line(fd);
    return text;
  }
  static void write(int fd, std::string_view text) { (void)!::write(fd, text.data(), text.size()); }
  // Accepts the client and answers its Hello, which has the serial 1.
  static void welcome(int fd) {
    line(fd);
    write(fd, "OK 0123456789abcdef0123456789abcdef\r\n");
    line(fd);
    (void)receive(fd);
    Writer body;
    body.string(":1.99");
    Header header;
    header.type = MessageType::kReply;
    header.serial = 1;
    header.reply_serial = 1;
    header.signature = "s";
    const auto bytes = test::stamped(header, &body, kBus);
    (void)!::write(fd, bytes.data(), bytes.size());
  }
  // The serial of the next message.
  static std::optional<uint32_t> receive(int fd) {
    std::vector<uint8_t> bytes(16);
    if (recv(fd, bytes.data(), 16, MSG_WAITALL) != 16) return std::nullopt;
    const size_t size = Message::size_of(bytes.data(), 16).value_or(0);
    if (size == 0) return std::nullopt;
    bytes.resize(size);
    if (recv(fd, bytes.data() + 16, size - 16, MSG_WAITALL) != static_cast<ssize_t>(size - 16)) return std::nullopt;
    const auto message = Message::parse(bytes.data(), size);
    return message ? std::optional<uint32_t>(message->serial()) : std::nullopt;
  }
  static void reply(int fd, uint32_t to, std::string_view sender = kBus) {
    Header header;
    header.type = MessageType::kReply;
    header.serial = to + 100;
    header.reply_serial = to;
    header.signature = "u";
    Writer body;
    body.u32(to);
    const auto bytes = test::stamped(header, &body, sender);
    (void)!::write(fd, bytes.data(), bytes.size());
  }
  static void say(int fd, uint32_t to, std::string_view text, std::string_view sender, std::string_view error = {}) {
    Header header;
    header.type = error.empty() ? MessageType::kReply : MessageType::kError;
    header.error_name = error;
    header.serial = to + 100;
    header.reply_serial = to;
    header.signature = "s";
    Writer body;
    body.string(text);
    const auto bytes = test::stamped(header, &body, sender);
    (void)!::write(fd, bytes.data(), bytes.size());
  }
  static void wait_for_hang_up(int fd) {
    char byte[256];
    while (recv(fd, byte, sizeof byte, 0) > 0) {
    }
  }

 private:
  std::string name_;
  std::thread thread_;
};

}  // namespace

TEST_CASE("A call gets its answer, an error reply is a value") {
  PrivateBus bus;
  const auto connection = connect(bus);
  CHECK(connection->alive());
  CHECK(connection->unique_name().substr(0, 1) == ":");

  auto names = connection->call(bus_call("ListNames"), soon());
  REQUIRE(names.ok());
  REQUIRE(names->is_reply());
  std::set<std::string> seen;
  Reader reader = names->body();
  for (auto array = reader.begin_array(4); reader.more(array);) seen.emplace(reader.string());
  CHECK(reader.ok());
  CHECK(seen.count(connection->unique_name()) == 1);

  auto unknown = connection->call(bus_call("NoSuchMethod"), soon());
  REQUIRE(unknown.ok());
  CHECK(unknown->is_error("org.freedesktop.DBus.Error.UnknownMethod"));
  CHECK(!unknown->message->error_text().empty());
}

TEST_CASE("Names that a bus would end the connection for are refused and the connection lives on") {
  PrivateBus bus;
  const auto connection = connect(bus);
  for (const std::string_view path : {"", "x", "/a/", "//", "/a b", "/\xc3\xa9"}) {
    auto result = connection->call({kBus, path, kBus, "GetId"}, soon());
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().code == ErrorCode::kInvalidArgument);
  }
  for (const std::string_view destination : {".", "a", "a..b", ":1.", "a b.c"}) {
    auto result = connection->call({destination, "/", kBus, "GetId"}, soon());
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().code == ErrorCode::kInvalidArgument);
  }
  Writer body;
  body.string(std::string_view("\xff\x00 no UTF-8", 11));
  CHECK(connection->call(bus_call("NameHasOwner", "s", &body), soon()).ok());
  auto id = connection->call(bus_call("GetId"), soon());
  REQUIRE(id.ok());
  CHECK(id->is_reply());
}

TEST_CASE("A pipeline answers ten thousand calls, each once, with no more than its window open") {
  PrivateBus bus;
  const auto connection = connect(bus);
  Connection::Pipeline pipeline(connection, 64);
  std::vector<int> answers(10000);
  size_t most = 0;
  pipeline.on_reply([&](uint64_t tag, const Reply& reply) {
    CHECK(reply.body().string() == connection->unique_name());
    ++answers[tag];
  });
  Writer body;
  body.string(connection->unique_name());
  for (uint64_t tag = 0; tag < answers.size(); ++tag) {
    REQUIRE(pipeline.push(bus_call("GetNameOwner", "s", &body), tag, soon()).ok());
    most = std::max(most, pipeline.in_flight());
  }
  REQUIRE(pipeline.drain(soon()).ok());
  CHECK(pipeline.in_flight() == 0);
  CHECK(most <= 64);
  CHECK(std::count(answers.begin(), answers.end(), 1) == 10000);
}

TEST_CASE("A handler may push; drain() waits for those calls too") {
  PrivateBus bus;
  const auto connection = connect(bus);
  Connection::Pipeline pipeline(connection, 8);
  int answered = 0;
  pipeline.on_reply([&](uint64_t depth, const Reply& reply) {
    CHECK(reply.is_reply());
    ++answered;
    if (depth == 10) return;
    for (int i = 0; i < 2; ++i) REQUIRE(pipeline.push(bus_call("GetId"), depth + 1, soon()).ok());
  });
  REQUIRE(pipeline.push(bus_call("GetId"), 0, soon()).ok());
  REQUIRE(pipeline.drain(soon()).ok());
  CHECK(answered == 2047);
}

TEST_CASE("An answer that nobody awaited yet does not confuse how long the others should take") {
  const auto inbox = std::make_shared<Inbox>();
  std::thread waiter;
  Clock::duration longest{};
  for (uint64_t tag = 0; tag < 1000; ++tag) {
    Inbox::Arrival arrival{tag, {}};
    longest = std::max(longest, inbox->deliver(&arrival, &arrival + 1));
    if (tag == 0) {
      waiter = std::thread([&] { CHECK(Inbox::take(inbox, 1000, 1000, soon(), "answers").arrivals.size() == 1000); });
    }
    if (longest == Clock::duration::zero()) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  waiter.join();
  CHECK(longest > Clock::duration::zero());
  CHECK(longest < std::chrono::minutes(5));
}

TEST_CASE("Threads share one connection") {
  PrivateBus bus;
  const auto connection = connect(bus);
  std::atomic<int> answered{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      if (i % 2 == 0) {
        for (int n = 0; n < 300; ++n) answered += connection->call(bus_call("GetId"), soon()).ok();
      } else {
        Connection::Pipeline pipeline(connection, 32);
        pipeline.on_reply([&](uint64_t, const Reply& reply) { answered += reply.is_reply(); });
        for (int n = 0; n < 300; ++n) (void)pipeline.push(bus_call("GetId"), 0, soon());
        (void)pipeline.drain(soon());
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(answered == 1200);
}

TEST_CASE("A peer that never answers costs its caller the deadline, and late answers reach nobody") {
  std::mutex mutex;
  std::condition_variable changed;
  bool may_answer = false;
  ScriptedBus bus([&](int fd) {
    ScriptedBus::welcome(fd);
    std::vector<uint32_t> serials;
    for (int i = 0; i < 6; ++i) {
      if (auto serial = ScriptedBus::receive(fd)) serials.push_back(*serial);
    }
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return may_answer; });
    }
    if (auto serial = ScriptedBus::receive(fd)) serials.push_back(*serial);
    for (const uint32_t serial : serials) ScriptedBus::reply(fd, serial);
    ScriptedBus::wait_for_hang_up(fd);
  });
  auto opened = Connection::open(bus.address(), {}, soon());
  REQUIRE(opened.ok());
  const auto connection = opened.take();

  const auto start = Clock::now();
  auto answer = connection->call(bus_call("GetId"), Limits::within(Milliseconds(60)));
  const auto took = Clock::now() - start;
  REQUIRE_FALSE(answer.ok());
  CHECK(answer.error().code == ErrorCode::kTimeout);
  CHECK(took >= Milliseconds(60));
  CHECK(took < Milliseconds(1000));

  Connection::Pipeline pipeline(connection, 4);
  int handled = 0;
  pipeline.on_reply([&](uint64_t tag, const Reply&) {
    CHECK(tag == 77);
    ++handled;
  });
  for (uint64_t tag = 0; tag < 4; ++tag) REQUIRE(pipeline.push(bus_call("GetId"), tag, soon()).ok());
  auto full = pipeline.push(bus_call("GetId"), 4, Limits::within(Milliseconds(30)));
  REQUIRE_FALSE(full.ok());
  CHECK(full.error().code == ErrorCode::kTimeout);
  CHECK(pipeline.in_flight() == 0);

  auto token = std::make_shared<CancelToken>();
  std::thread canceller([&] { token->cancel(); });
  auto aborted = connection->call(bus_call("GetId"), {Clock::time_point::max(), token});
  canceller.join();
  REQUIRE_FALSE(aborted.ok());
  CHECK(aborted.error().code == ErrorCode::kAborted);

  // When the token was cancelled before the call, nothing was sent: make up for it.
  if (connection->calls_sent() < 7) REQUIRE(connection->send(bus_call("GetId"), soon()).ok());
  {
    std::lock_guard lock(mutex);
    may_answer = true;
  }
  changed.notify_all();
  REQUIRE(pipeline.push(bus_call("GetId"), 77, soon()).ok());
  REQUIRE(pipeline.drain(soon()).ok());
  CHECK(handled == 1);
}

TEST_CASE("An answer is taken only from whom was asked, and from the bus only an error") {
  ScriptedBus bus([](int fd) {
    ScriptedBus::welcome(fd);
    for (int i = 0; i < 40; ++i) {
      const uint32_t serial = ScriptedBus::receive(fd).value_or(0);
      // Of who was asked nothing, of all serials that may come next.
      for (uint32_t next = serial; next < serial + 60; ++next) {
        ScriptedBus::say(fd, next, "FORGED", ":1.66");
        ScriptedBus::say(fd, next, "FORGED", ":1.66", "org.freedesktop.DBus.Error.NameHasNoOwner");
        ScriptedBus::say(fd, next, "FORGED", ":1.5.6");
        ScriptedBus::say(fd, next, "FORGED", "");
        ScriptedBus::say(fd, next, "FORGED", kBus);
      }
      if (i == 39) {
        ScriptedBus::say(fd, serial, "gone", kBus, "org.freedesktop.DBus.Error.NoReply");
      } else if (i % 4 == 3) {
        ScriptedBus::say(fd, serial, "refused", ":1.5", "com.example.Refused");
      } else {
        ScriptedBus::say(fd, serial, "true", ":1.5");
      }
    }
    ScriptedBus::wait_for_hang_up(fd);
  });
  auto opened = Connection::open(bus.address(), {}, soon());
  REQUIRE(opened.ok());
  const auto connection = opened.take();
  const Call call{":1.5", "/a", "com.example.Asked", "Name"};
  for (int i = 0; i < 10; ++i) {
    auto answer = connection->call(call, soon());
    REQUIRE(answer.ok());
    CHECK(answer->body().string() == (i % 4 == 3 ? "refused" : "true"));
  }
  Connection::Pipeline pipeline(connection, 1);
  std::vector<std::string> answers;
  pipeline.on_reply([&](uint64_t, const Reply& reply) { answers.emplace_back(reply.body().string()); });
  for (int i = 10; i < 40; ++i) REQUIRE(pipeline.push(call, 0, soon()).ok());
  REQUIRE(pipeline.drain(soon()).ok());
  CHECK(answers.size() == 30);
  CHECK(std::count(answers.begin(), answers.end(), "FORGED") == 0);
  CHECK(answers.back() == "gone");
}

TEST_CASE("A well-known name is resolved to its owner, anew once that is gone, and only the owner answers") {
  ScriptedBus bus([](int fd) {
    ScriptedBus::welcome(fd);
    const auto next = [fd] { return ScriptedBus::receive(fd).value_or(0); };
    // Who owns it, twice what it is asked for, then that owner is gone and another one comes.
    ScriptedBus::say(fd, next(), ":1.5", kBus);
    for (int i = 0; i < 2; ++i) {
      const uint32_t serial = next();
      ScriptedBus::say(fd, serial, "FORGED", ":1.66");
      ScriptedBus::say(fd, serial, "first", ":1.5");
    }
    ScriptedBus::say(fd, next(), "gone", kBus, "org.freedesktop.DBus.Error.ServiceUnknown");
    ScriptedBus::say(fd, next(), "none", kBus, "org.freedesktop.DBus.Error.NameHasNoOwner");
    ScriptedBus::reply(fd, next());
    ScriptedBus::say(fd, next(), ":1.8", kBus);
    const uint32_t serial = next();
    ScriptedBus::say(fd, serial, "FORGED", ":1.5");
    ScriptedBus::say(fd, serial, "second", ":1.8");
    ScriptedBus::wait_for_hang_up(fd);
  });
  auto opened = Connection::open(bus.address(), {}, soon());
  REQUIRE(opened.ok());
  const auto connection = opened.take();
  const Call call{"com.example.Registry", "/a", "com.example.Asked", "Name"};
  for (const std::string_view expected : {"first", "first", "second"}) {
    auto answer = connection->call(call, soon());
    REQUIRE(answer.ok());
    CHECK(answer->body().string() == expected);
  }
  CHECK(connection->calls_sent() == 9);
}

TEST_CASE("A signal of the bus is taken from the bus alone") {
  ScriptedBus bus([](int fd) {
    ScriptedBus::welcome(fd);
    for (int i = 0; i < 2; ++i) ScriptedBus::reply(fd, ScriptedBus::receive(fd).value_or(0));
    for (const std::string_view sender : {":1.66", "", "org.freedesktop.DBus"}) {
      Header header;
      header.type = MessageType::kSignal;
      header.serial = 7;
      header.path = kBusPath;
      header.interface = kBus;
      header.member = "NameOwnerChanged";
      header.signature = "s";
      Writer body;
      body.string(sender);
      const auto bytes = test::stamped(header, &body, sender);
      (void)!::write(fd, bytes.data(), bytes.size());
    }
    ScriptedBus::reply(fd, ScriptedBus::receive(fd).value_or(0));
    ScriptedBus::wait_for_hang_up(fd);
  });
  auto opened = Connection::open(bus.address(), {}, soon());
  REQUIRE(opened.ok());
  const auto connection = opened.take();
  std::vector<std::string> seen;
  const auto sink = [&seen](const std::shared_ptr<const Message>& message) {
    seen.emplace_back(message->body().string());
  };
  auto any = connection->subscribe("type='signal',member='NameOwnerChanged'", sink, soon());
  auto another = connection->subscribe(
      "type='signal',sender=':1.66'", [](const auto&) { FAIL("not :1.66's"); }, soon());
  REQUIRE(any.ok());
  REQUIRE(another.ok());
  // What came before its answer was handed out before it.
  REQUIRE(connection->call(bus_call("GetId"), soon()).ok());
  CHECK(seen == std::vector<std::string>{"org.freedesktop.DBus"});
}

TEST_CASE("What came before a peer fell silent is handed out, and is known to be from then") {
  ScriptedBus bus([](int fd) {
    ScriptedBus::welcome(fd);
    for (int i = 0; i < 9; ++i) {
      if (auto serial = ScriptedBus::receive(fd)) ScriptedBus::reply(fd, *serial);
    }
    ScriptedBus::wait_for_hang_up(fd);
  });
  auto opened = Connection::open(bus.address(), {}, soon());
  REQUIRE(opened.ok());
  Connection::Pipeline pipeline(opened.take());
  const auto began = pipeline.last_answer();
  std::set<uint64_t> answered;
  pipeline.on_reply([&](uint64_t tag, const Reply& reply) {
    if (reply.is_reply()) answered.insert(tag);
  });
  for (uint64_t tag = 0; tag < 10; ++tag) REQUIRE(pipeline.push(bus_call("GetId"), tag, soon()).ok());
  // So late that it is no question which of the two times is meant.
  const auto deadline = Clock::now() + Milliseconds(2000);
  auto drained = pipeline.drain({deadline, nullptr});
  REQUIRE_FALSE(drained.ok());
  CHECK(drained.error().code == ErrorCode::kTimeout);
  CHECK(answered.size() == 9);
  CHECK(pipeline.last_answer() > began);
  CHECK(pipeline.last_answer() < deadline - Milliseconds(500));
}

TEST_CASE("Signals reach the sinks whose rule they pass, and none after the subscription has ended") {
  PrivateBus bus;
  const auto connection = connect(bus);
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> appeared, elsewhere;
  auto subscription = connection->subscribe(
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'",
      [&](const std::shared_ptr<const Message>& message) {
        std::lock_guard lock(mutex);
        appeared.emplace_back(message->body().string());
        changed.notify_all();
      },
      soon());
  auto other = connection->subscribe(
      "type='signal',member='NameOwnerChanged',arg0='com.example.Elsewhere'",
      [&](const std::shared_ptr<const Message>&) { elsewhere.emplace_back("x"); }, soon());
  REQUIRE(subscription.ok());
  REQUIRE(other.ok());
  const auto visitor = connect(bus);
  {
    std::unique_lock lock(mutex);
    REQUIRE(changed.wait_for(lock, std::chrono::seconds(5), [&] {
      return std::count(appeared.begin(), appeared.end(), visitor->unique_name()) == 1;
    }));
  }
  subscription.take().reset();
  size_t before;
  {
    std::lock_guard lock(mutex);
    before = appeared.size();
  }
  const auto late = connect(bus);
  REQUIRE(connection->call(bus_call("GetId"), soon()).ok());
  CHECK(appeared.size() == before);
  CHECK(elsewhere.empty());

  CHECK_FALSE(connection
                  ->subscribe(
                      "type=signal", [](const auto&) {}, soon())
                  .ok());
  CHECK_FALSE(connection
                  ->subscribe(
                      "colour='red'", [](const auto&) {}, soon())
                  .ok());
}

TEST_CASE("Whoever calls us is answered at once") {
  PrivateBus bus;
  const auto connection = connect(bus);
  const auto caller = connect(bus);
  auto ping = caller->call({connection->unique_name(), "/", "org.freedesktop.DBus.Peer", "Ping"}, soon());
  REQUIRE(ping.ok());
  CHECK(ping->is_reply());
  auto other = caller->call({connection->unique_name(), "/a/b", "org.a11y.atspi.Accessible", "GetRole"}, soon());
  REQUIRE(other.ok());
  CHECK(other->is_error("org.freedesktop.DBus.Error.UnknownMethod"));
}

TEST_CASE("A sink answers the calls that it takes, and all others get an error") {
  PrivateBus bus;
  const auto caller = connect(bus), called = connect(bus);
  called->on_call([&called](const std::shared_ptr<const Message>& call) {
    if (call->member() != "Double") return false;
    Writer body;
    body.i32(call->body().i32() * 2);
    return called->answer(*call, "i", &body, {}).ok();
  });
  Writer body;
  body.i32(21);
  auto answer = caller->call({called->unique_name(), "/", "surehand.Test", "Double", "i", &body}, soon());
  REQUIRE(answer.ok());
  REQUIRE(answer->is_reply());
  CHECK(answer->body().i32() == 42);
  auto other = caller->call({called->unique_name(), "/", "surehand.Test", "Halve", "i", &body}, soon());
  REQUIRE(other.ok());
  CHECK(other->is_error("org.freedesktop.DBus.Error.UnknownMethod"));
  called->on_call(nullptr);
}

TEST_CASE("A descriptor goes with its call where the bus agreed to pass them") {
  PrivateBus bus;
  const auto caller = Connection::open(bus.address(), {}, soon(), true),
             called = Connection::open(bus.address(), {}, soon(), true);
  REQUIRE(caller.ok());
  REQUIRE(called.ok());
  std::string signature;
  (*called)->on_call([&](const std::shared_ptr<const Message>& call) {
    signature = call->signature();
    return (*called)->answer(*call, {}, nullptr, {}).ok();
  });
  int ends[2];
  REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  Writer body;
  body.u32(0);
  Call call{(*called)->unique_name(), "/", "surehand.Test", "Take", "h", &body};
  call.descriptor = ends[1];
  const auto answer = (*caller)->call(call, soon());
  REQUIRE(answer.ok());
  CHECK(answer->is_reply());
  CHECK(signature == "h");
  (*called)->on_call(nullptr);
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("A bus that goes away in mid-call fails every waiter") {
  auto bus = std::make_unique<PrivateBus>();
  const auto connection = connect(*bus);
  const auto silent = connect(*bus);
  bus->daemon().end(SIGKILL);

  auto call = connection->call(bus_call("GetId"), soon());
  REQUIRE_FALSE(call.ok());
  CHECK(call.error().code == ErrorCode::kNoDesktop);
  CHECK_FALSE(connection->alive());
  Connection::Pipeline pipeline(connection);
  auto pushed = pipeline.push(bus_call("GetId"), 0, soon());
  CHECK_FALSE(pushed.ok());
  CHECK(pipeline.in_flight() == 0);

  // And one whose waiters were already waiting.
  std::atomic<int> waiting{0};
  ScriptedBus hanging([&](int fd) {
    ScriptedBus::welcome(fd);
    for (int i = 0; i < 5; ++i) (void)ScriptedBus::receive(fd);
  });
  auto opened = Connection::open(hanging.address(), {}, soon());
  REQUIRE(opened.ok());
  const auto doomed = opened.take();
  std::vector<std::thread> threads;
  std::atomic<int> lost{0};
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      auto result = doomed->call(bus_call("GetId"), soon());
      lost += !result.ok() && result.error().code == ErrorCode::kNoDesktop;
    });
  }
  threads.emplace_back([&] {
    Connection::Pipeline three(doomed);
    for (int n = 0; n < 3; ++n) (void)three.push(bus_call("GetId"), 0, soon());
    auto result = three.drain(soon());
    lost += !result.ok() && result.error().code == ErrorCode::kNoDesktop;
  });
  for (auto& thread : threads) thread.join();
  CHECK(lost == 3);
}

TEST_CASE("Nonsense from the bus ends the connection, nothing else") {
  for (const std::string& nonsense :
       {std::string("hello there, I am no message"), std::string("l\2\0\1\xff\xff\xff\xff\1\0\0\0\0\0\0\0", 16),
        std::string("l\2\0\1\0\0\0\0\1\0\0\0\0\0\0\0", 16)}) {
    ScriptedBus bus([&](int fd) {
      ScriptedBus::welcome(fd);
      ScriptedBus::write(fd, nonsense);
      ScriptedBus::wait_for_hang_up(fd);
    });
    {
      auto connection = Connection::open(bus.address(), {}, soon());
      REQUIRE(connection.ok());
      auto call = (*connection)->call(bus_call("GetId"), soon());
      REQUIRE_FALSE(call.ok());
      CHECK(call.error().code == ErrorCode::kNoDesktop);
    }
  }
}

TEST_CASE("Opening fails with a reason and by the deadline") {
  const auto code = [](std::string_view address) {
    auto result = Connection::open(address, {}, Limits::within(Milliseconds(50)));
    REQUIRE_FALSE(result.ok());
    CHECK(!result.error().message.empty());
    return result.error().code;
  };
  CHECK(code("") == ErrorCode::kNoDesktop);
  CHECK(code("unix:path=/nonexistent/bus") == ErrorCode::kNoDesktop);
  CHECK(code("tcp:host=localhost,port=1") == ErrorCode::kNoDesktop);
  CHECK(code("unix:runtime=yes") == ErrorCode::kNoDesktop);
  CHECK(code("unix:path=%zz") == ErrorCode::kNoDesktop);
  CHECK(code("unix:path=/" + std::string(200, 'x')) == ErrorCode::kNoDesktop);

  ScriptedBus rejecting([](int fd) {
    ScriptedBus::line(fd);
    ScriptedBus::write(fd, "REJECTED DBUS_COOKIE_SHA1\r\n");
    ScriptedBus::wait_for_hang_up(fd);
  });
  CHECK(code(rejecting.address()) == ErrorCode::kPermissionDenied);
  ScriptedBus mute([](int fd) { ScriptedBus::wait_for_hang_up(fd); });
  CHECK(code(mute.address()) == ErrorCode::kTimeout);

  PrivateBus bus;
  auto second = Connection::open("unix:path=/nonexistent;" + bus.address(), {}, soon());
  CHECK(second.ok());
}

TEST_CASE("Opening and closing a thousand connections leaves no descriptor behind") {
  PrivateBus bus;
  const auto kept = connect(bus);
  const size_t before = open_descriptors();
  for (int i = 0; i < 1000; ++i) {
    auto connection = Connection::open(bus.address(), {}, soon());
    REQUIRE(connection.ok());
  }
  CHECK(open_descriptors() == before);
}

TEST_CASE("A message far larger than the socket's buffers arrives whole, both ways") {
  PrivateBus bus;
  const auto sender = connect(bus);
  // A bus echoes an unknown name back in its error text; that makes it a large answer to a large question.
  Writer body;
  const std::string text(8 << 20, 'x');
  body.string(text);
  auto echoed = sender->call({kBus, kBusPath, kBus, "GetNameOwner", "s", &body}, soon());
  REQUIRE(echoed.ok());
  REQUIRE(echoed->is_error());
  CHECK(echoed->message->error_text().find(text) != std::string_view::npos);
}
