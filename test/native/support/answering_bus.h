#pragma once

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "platform/linux/dbus/connection.h"
#include "platform/linux/dbus/message.h"
#include "stamped.h"

namespace surehand::test {

// A bus on which all who are asked answer what a function says, each by its own name. It lives until its client hangs up.
class AnsweringBus {
 public:
  // Writes the answer to a call and says its signature, or the name of an error; nothing: there is no answer.
  struct Answer {
    std::string signature;
    std::string error;
  };
  using Answers = std::function<std::optional<Answer>(const dbus::Message& call, dbus::Writer& body)>;

  // What the answers go by lives at least as long as the process does not end: the bus has a thread of its own.
  explicit AnsweringBus(Answers answers) {
    const std::string name = "surehand-bus-" + std::to_string(getpid()) + "-" + std::to_string(++count());
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::memcpy(at.sun_path + 1, name.data(), name.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (bind(listener, reinterpret_cast<sockaddr*>(&at), length) != 0 || listen(listener, 1) != 0) std::abort();
    thread_ = std::thread([listener, answers = std::move(answers)] { serve(listener, answers); });
    auto opened = dbus::Connection::open("unix:abstract=" + name, {}, Limits::within(Milliseconds(5000)));
    if (!opened) std::abort();
    connection = opened.take();
  }
  // Whoever else keeps the connection keeps the bus.
  ~AnsweringBus() {
    connection.reset();
    thread_.join();
  }
  AnsweringBus(const AnsweringBus&) = delete;
  AnsweringBus& operator=(const AnsweringBus&) = delete;

  std::shared_ptr<dbus::Connection> connection;

 private:
  static int& count() {
    static int made = 0;
    return made;
  }

  static void line(int fd) {
    char byte = 0;
    while (byte != '\n' && recv(fd, &byte, 1, 0) == 1) {
    }
  }

  static void serve(int listener, const Answers& answers) {
    const int fd = accept(listener, nullptr, nullptr);
    close(listener);
    line(fd);
    const std::string_view ok = "OK 0123456789abcdef0123456789abcdef\r\n";
    (void)!send(fd, ok.data(), ok.size(), MSG_NOSIGNAL);
    line(fd);
    for (uint32_t serial = 1;; ++serial) {
      std::vector<uint8_t> bytes(16);
      if (recv(fd, bytes.data(), 16, MSG_WAITALL) != 16) break;
      bytes.resize(dbus::Message::size_of(bytes.data(), 16).value_or(16));
      const auto rest = static_cast<ssize_t>(bytes.size() - 16);
      if (recv(fd, bytes.data() + 16, bytes.size() - 16, MSG_WAITALL) != rest) break;
      const auto call = dbus::Message::parse(bytes.data(), bytes.size());
      if (!call) std::abort();
      const auto answer = answer_to(*call, serial, answers, destination_of(bytes));
      for (size_t sent = 0; sent < answer.size();) {
        const ssize_t more = send(fd, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
        if (more <= 0) break;
        sent += static_cast<size_t>(more);
      }
    }
    close(fd);
  }

  static std::string destination_of(const std::vector<uint8_t>& bytes) {
    constexpr uint8_t kDestination = 6;
    uint32_t fields;
    std::memcpy(&fields, bytes.data() + 12, sizeof fields);
    dbus::Reader reader(bytes.data() + 16, fields, true, {});
    while (!reader.at_end() && reader.ok()) {
      reader.begin_struct();
      const uint8_t field = reader.u8();
      const std::string_view type = reader.begin_variant();
      if (field == kDestination) return std::string(reader.string());
      reader.skip(type);
    }
    return {};
  }

  static std::vector<uint8_t> answer_to(const dbus::Message& call, uint32_t serial, const Answers& answers,
                                        const std::string& asked) {
    dbus::Header header;
    header.type = dbus::MessageType::kReply;
    header.serial = serial;
    header.reply_serial = call.serial();
    dbus::Writer body;
    if (call.member() == "Hello") {
      header.signature = "s";
      body.string(":1.99");
      return stamped(header, &body, asked);
    }
    const auto answer = answers(call, body);
    if (!answer) return {};
    if (!answer->error.empty()) {
      header.type = dbus::MessageType::kError;
      header.error_name = answer->error;
      return stamped(header, nullptr, asked);
    }
    header.signature = answer->signature;
    return stamped(header, &body, asked);
  }

  std::thread thread_;
};

}  // namespace surehand::test
