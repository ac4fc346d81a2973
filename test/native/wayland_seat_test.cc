#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/keymap.h"
#include "platform/linux/wayland/remote/seat.h"
#include "support/unix_listener.h"

using namespace surehand;
using namespace surehand::wayland;

namespace {

constexpr Keysym kUmlaut = 0xfc, kOmega = 0x1000000 + 0x3c9;

Limits soon() { return Limits::within(Milliseconds(5000)); }

std::string keymap_with(Keysym keysym) {
  Keymap keymap;
  bool changed = false;
  REQUIRE(keymap.provide({keysym}, changed));
  return keymap.text();
}

// A compositor with a seat, whose keyboard comes, goes and changes as the test says. It tells of that with the next sync.
class SeatCompositor {
 public:
  SeatCompositor() {
    thread_ = std::thread([this] {
      while (true) {
        const Fd client = listener_.accept();
        if (!client) return;
        {
          std::lock_guard lock(mutex_);
          ++connections_;
          client_ = client.get();
        }
        serve(client.get());
        std::lock_guard lock(mutex_);
        client_ = -1;
      }
    });
  }
  ~SeatCompositor() {
    listener_.close();
    drop();
    thread_.join();
  }

  const std::string& path() const { return listener_.path(); }
  void set_keyboard(bool there) {
    std::lock_guard lock(mutex_);
    keyboard_ = there;
    seat_is_new_ = true;
  }
  void set_keymap(std::string text) {
    std::lock_guard lock(mutex_);
    keymap_ = std::move(text);
    keymap_is_new_ = true;
  }
  void drop() {
    std::lock_guard lock(mutex_);
    if (client_ >= 0) shutdown(client_, SHUT_RDWR);
  }
  int connections() const {
    std::lock_guard lock(mutex_);
    return connections_;
  }
  int released() const {
    std::lock_guard lock(mutex_);
    return released_;
  }

 private:
  static bool take(int client, void* into, size_t size) {
    return recv(client, into, size, MSG_WAITALL) == static_cast<ssize_t>(size);
  }
  static void say(int client, const Request& event, int file = -1) {
    std::vector<uint8_t> bytes = event.bytes();
    iovec part{bytes.data(), bytes.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof file)] = {};
    if (file >= 0) {
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      cmsghdr* const header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof file);
      std::memcpy(CMSG_DATA(header), &file, sizeof file);
    }
    (void)sendmsg(client, &message, MSG_NOSIGNAL);
  }

  void serve(int client) {
    ObjectId registry = kNull, seat = kNull, keyboard = kNull;
    uint32_t head[2];
    while (take(client, head, sizeof head)) {
      std::vector<uint32_t> arguments(((head[1] >> 16) - sizeof head) / 4);
      if (!arguments.empty() && !take(client, arguments.data(), arguments.size() * 4)) return;
      const uint16_t opcode = head[1] & 0xffff;
      std::lock_guard lock(mutex_);
      if (head[0] == kDisplay && opcode == 1) {
        registry = arguments[0];
        say(client, Request(registry, 0).u32(7).text("wl_seat").u32(8));
      } else if (head[0] == kDisplay) {
        if (seat != kNull && seat_is_new_) tell_seat(client, seat);
        if (keyboard != kNull && keymap_is_new_) tell_keymap(client, keyboard);
        say(client, Request(arguments[0], 0).u32(0));
      } else if (head[0] == registry) {
        seat = arguments.back();
        tell_seat(client, seat);
      } else if (head[0] == seat) {
        keyboard = arguments[0];
        tell_keymap(client, keyboard);
      } else if (head[0] == keyboard) {
        ++released_;
        keyboard = kNull;
      }
    }
  }
  void tell_seat(int client, ObjectId seat) {
    seat_is_new_ = false;
    say(client, Request(seat, 0).u32(keyboard_ ? 3 : 1));
  }
  void tell_keymap(int client, ObjectId keyboard) {
    keymap_is_new_ = false;
    const Fd file(memfd_create("keymap", MFD_CLOEXEC));
    const size_t size = keymap_.size() + 1;
    if (write(file.get(), keymap_.c_str(), size) != static_cast<ssize_t>(size)) return;
    say(client, Request(keyboard, 0).u32(1).u32(static_cast<uint32_t>(size)), file.get());
  }

  UnixListener listener_;
  std::thread thread_;
  mutable std::mutex mutex_;
  bool keyboard_ = false, seat_is_new_ = false, keymap_is_new_ = false;
  std::string keymap_;
  int client_ = -1, connections_ = 0, released_ = 0;
};

}  // namespace

TEST_CASE("a seat is followed over one connection: its keyboard comes, changes, goes, and comes again") {
  SeatCompositor compositor;
  compositor.set_keymap(keymap_with(kUmlaut));
  remote::Seat seat(compositor.path());
  CHECK_FALSE(seat.has_keyboard(soon()).value());
  CHECK(seat.layout(soon()).error().code == ErrorCode::kUnsupported);

  compositor.set_keyboard(true);
  CHECK(seat.has_keyboard(soon()).value());
  CHECK(seat.layout(soon())->find(kUmlaut).has_value());
  CHECK_FALSE(seat.layout(soon())->find(kOmega).has_value());

  compositor.set_keymap(keymap_with(kOmega));
  CHECK(seat.layout(soon())->find(kOmega).has_value());
  CHECK_FALSE(seat.layout(soon())->find(kUmlaut).has_value());

  compositor.set_keyboard(false);
  CHECK_FALSE(seat.has_keyboard(soon()).value());
  CHECK(seat.layout(soon()).error().code == ErrorCode::kUnsupported);
  CHECK(compositor.released() == 1);

  compositor.set_keymap(keymap_with(kUmlaut));
  compositor.set_keyboard(true);
  CHECK(seat.layout(soon())->find(kUmlaut).has_value());
  CHECK(compositor.connections() == 1);
}

TEST_CASE("a seat whose compositor drops the connection is connected to again") {
  SeatCompositor compositor;
  compositor.set_keymap(keymap_with(kUmlaut));
  compositor.set_keyboard(true);
  remote::Seat seat(compositor.path());
  CHECK(seat.layout(soon())->find(kUmlaut).has_value());
  compositor.set_keymap(keymap_with(kOmega));
  compositor.drop();
  CHECK(seat.layout(soon())->find(kOmega).has_value());
  CHECK(compositor.connections() == 2);
}
