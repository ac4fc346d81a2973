#include "platform/linux/atspi/private_connections.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "platform/linux/dbus/message.h"
#include "support/child.h"
#include "support/stamped.h"

using namespace surehand;
using namespace surehand::atspi;
using namespace surehand::dbus;

namespace {

// A program that listens: accepts whom it may, and gives each call that it serves the answer of `text`.
class Listener {
 public:
  explicit Listener(std::string text = {}) : text_(std::move(text)) {
    static std::atomic<int> number{0};
    const std::string name = "surehand-peer-" + std::to_string(getpid()) + "-" + std::to_string(++number);
    socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::memcpy(at.sun_path + 1, name.data(), name.size());
    REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&at),
                 static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size())) == 0);
    REQUIRE(listen(socket_, 8) == 0);
    address_ = "unix:abstract=" + name;
    thread_ = std::thread([this] { run(); });
  }
  ~Listener() {
    ends_ = true;
    thread_.join();
    close(socket_);
    for (const int fd : clients_) close(fd);
  }
  const std::string& address() const { return address_; }

  std::atomic<int> accepted{0};
  std::atomic<bool> authenticates{true};
  // Clients that came before this one are served no more: a dialog was opened by what came over them.
  std::atomic<size_t> serves_from{0};
  std::atomic<bool> hangs_up{false};

 private:
  void run() {
    while (!ends_) {
      std::vector<pollfd> fds{{socket_, POLLIN, 0}};
      const size_t first = serves_from;
      for (size_t i = first; i < clients_.size(); ++i) fds.push_back({clients_[i], POLLIN, 0});
      poll(fds.data(), fds.size(), 5);
      if (hangs_up.exchange(false)) {
        for (const int fd : clients_) shutdown(fd, SHUT_RDWR);
        continue;
      }
      if (fds[0].revents != 0) welcome(accept(socket_, nullptr, nullptr));
      for (size_t i = 1; i < fds.size(); ++i) {
        if ((fds[i].revents & POLLIN) != 0 && first + i > serves_from) answer(fds[i].fd);
      }
    }
  }

  void welcome(int fd) {
    ++accepted;
    clients_.push_back(fd);
    if (!authenticates) return;
    line(fd);
    write(fd, "OK 0123456789abcdef0123456789abcdef\r\n");
    line(fd);
  }
  static void line(int fd) {
    char byte = 0;
    while (byte != '\n' && recv(fd, &byte, 1, 0) == 1) {
    }
  }
  static void write(int fd, std::string_view bytes) { (void)!send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

  void answer(int fd) {
    std::vector<uint8_t> bytes(16);
    if (recv(fd, bytes.data(), 16, MSG_WAITALL) != 16) return;
    const size_t size = Message::size_of(bytes.data(), 16).value_or(0);
    if (size < bytes.size()) return;
    bytes.resize(size);
    if (recv(fd, bytes.data() + 16, size - 16, MSG_WAITALL) != static_cast<ssize_t>(size - 16)) return;
    const auto call = Message::parse(bytes.data(), size);
    if (!call) return;
    Header header;
    header.type = MessageType::kReply;
    header.serial = ++serial_;
    header.reply_serial = call->serial();
    header.signature = "s";
    Writer body;
    const bool names = call->member() == "Hello";
    body.string(names ? ":1.1" : text_);
    const auto reply = surehand::test::stamped(header, &body, names ? kBusName : ":1.7");
    write(fd, {reinterpret_cast<const char*>(reply.data()), reply.size()});
  }

  const std::string text_;
  std::string address_;
  int socket_ = -1;
  std::vector<int> clients_;
  uint32_t serial_ = 0;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

Limits within(int ms) { return Limits::within(Milliseconds(ms)); }

// An application that says over its bus that it listens at `address`.
struct Application {
  explicit Application(const std::string& address) : there(address) {
    auto opened = Connection::open(there.address(), {}, within(5000));
    REQUIRE(opened.ok());
    bus = opened.take();
  }
  std::shared_ptr<Connection> free_one(const PrivateConnections::Modals& open = {}) {
    return connections.free_one(*bus, root, getpid(), open, within(5000));
  }

  Listener there;
  std::shared_ptr<Connection> bus;
  Object root{":1.7", "/org/a11y/atspi/accessible/root"};
  PrivateConnections connections;
};

}  // namespace

TEST_CASE("One private connection is opened and kept") {
  Listener peer;
  Application application(peer.address());
  const auto first = application.free_one();
  REQUIRE(first != nullptr);
  for (int i = 0; i < 50; ++i) CHECK(application.free_one() == first);
  CHECK(peer.accepted == 1);
}

TEST_CASE("While a dialog holds one, the next is taken, and each again once it is free") {
  Listener peer;
  Application application(peer.address());
  const auto first = application.free_one();
  peer.serves_from = 1;
  const auto second = application.free_one();
  REQUIRE(second != nullptr);
  CHECK(second != first);
  CHECK(application.free_one() == second);
  peer.serves_from = 2;
  const auto third = application.free_one();
  REQUIRE(third != nullptr);
  peer.serves_from = 0;
  for (int i = 0; i < 20; ++i) CHECK(application.free_one() != nullptr);
  CHECK(peer.accepted == 3);
}

TEST_CASE("One that may be in a modal dialog is not asked, and is used again once that is closed") {
  Listener peer;
  Application application(peer.address());
  const auto first = application.free_one();
  const auto second = application.free_one({1});
  REQUIRE(second != nullptr);
  CHECK(second != first);
  // What has come of the dialog since, it was opened by what went over the first.
  CHECK(application.free_one({1}) == second);
  const auto third = application.free_one({1, 2});
  CHECK(third != first);
  CHECK(third != second);
  CHECK(application.free_one({1, 2}) == third);
  CHECK(application.free_one({1}) != first);
  // All are closed: each is free, and of the next dialog only the one that opened it may be in it.
  const auto opener = application.free_one();
  CHECK(application.free_one({3}) != opener);
  for (uint32_t dialog = 4; dialog < 40; ++dialog) {
    CHECK(application.free_one() != nullptr);
    CHECK(application.free_one({dialog}) != nullptr);
  }
  CHECK(peer.accepted == 3);
}

TEST_CASE("No more are opened than there may be: then there is none") {
  Listener peer;
  Application application(peer.address());
  for (size_t i = 1; i <= 8; ++i) {
    CHECK(application.free_one() != nullptr);
    peer.serves_from = i;
  }
  CHECK(application.free_one() == nullptr);
  CHECK(peer.accepted == 8);
}

TEST_CASE("An address at which another process listens is no private connection, and that process is sent nothing") {
  Listener peer;
  Application application(peer.address());
  const test::Child other({"sleep", "60"}, test::environment_of_test());
  CHECK(application.connections.free_one(*application.bus, application.root, other.pid(), {}, within(5000)) == nullptr);
  CHECK(application.connections.free_one(*application.bus, application.root, 0, {}, within(5000)) == nullptr);
  // Both were hung up on before they were authenticated, which takes a line from the client.
  while (peer.accepted < 1) poll(nullptr, 0, 1);
  CHECK(application.free_one() != nullptr);
}

TEST_CASE("One that was closed is not used again") {
  Listener peer;
  Application application(peer.address());
  const auto first = application.free_one();
  peer.hangs_up = true;
  while (first->alive()) poll(nullptr, 0, 1);
  const auto second = application.free_one();
  CHECK(second != nullptr);
  CHECK(second != first);
}

TEST_CASE("An address that leads nowhere is no private connection, and is not waited for again and again") {
  for (const std::string address : {"", "nonsense", "tcp:host=localhost,port=1", "unix:path=/nowhere/socket"}) {
    Application application(address);
    CHECK(application.free_one() == nullptr);
    CHECK(application.free_one() == nullptr);
  }
  Listener silent;
  silent.authenticates = false;
  Application application(silent.address());
  const auto began = Clock::now();
  for (int i = 0; i < 10; ++i) CHECK(application.free_one() == nullptr);
  CHECK(Clock::now() - began < Milliseconds(3000));
  CHECK(silent.accepted == 2);
}

TEST_CASE("Opening one ends by the deadline of the action and leaves it half its time") {
  Listener silent;
  silent.authenticates = false;
  Application application(silent.address());
  const Limits limits = within(200);
  CHECK(application.connections.free_one(*application.bus, application.root, getpid(), {}, limits) == nullptr);
  CHECK_FALSE(limits.expired());
}
