#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/linux/dbus/wire.h"

namespace surehand::dbus {

// The bus itself, as a receiver and as a sender.
inline constexpr std::string_view kBusName = "org.freedesktop.DBus";

// `:1.42`, what the bus calls one connection.
bool is_unique_name(std::string_view name);
bool is_object_path(std::string_view path);

enum class MessageType : uint8_t { kInvalid = 0, kCall = 1, kReply = 2, kError = 3, kSignal = 4 };

// The specification allows 128 MiB, accessibility buses are configured for up to 1 GB; a whole tree in one
// reply stays far below this.
inline constexpr size_t kMaxMessageSize = 256u << 20;

// One received message: a view of bytes that outlive it (see Receiver).
class Message {
 public:
  // The size of the message that starts at `data`: nothing until 16 bytes are there; 0 when it is malformed
  // or larger than kMaxMessageSize.
  static std::optional<size_t> size_of(const uint8_t* data, size_t available);
  // Nothing when malformed.
  static std::optional<Message> parse(const uint8_t* bytes, size_t size);

  MessageType type() const { return type_; }
  bool wants_reply() const { return type_ == MessageType::kCall && (flags_ & 1) == 0; }
  uint32_t serial() const { return serial_; }
  uint32_t reply_serial() const { return reply_serial_; }
  std::string_view sender() const { return sender_; }
  std::string_view path() const { return path_; }
  std::string_view interface() const { return interface_; }
  std::string_view member() const { return member_; }
  std::string_view error_name() const { return error_name_; }
  std::string_view signature() const { return signature_; }
  // How many file descriptors came with it.
  uint32_t file_count() const { return file_count_; }
  Reader body() const { return Reader(bytes_ + body_, size_ - body_, little_, signature_); }
  // The text of an error reply, or empty.
  std::string_view error_text() const;
  size_t bytes() const { return size_; }

 private:
  const uint8_t* bytes_ = nullptr;
  size_t size_ = 0;
  size_t body_ = 0;
  bool little_ = true;
  uint8_t flags_ = 0;
  MessageType type_ = MessageType::kInvalid;
  uint32_t serial_ = 0;
  uint32_t reply_serial_ = 0;
  uint32_t file_count_ = 0;
  std::string_view sender_, path_, interface_, member_, error_name_, signature_;
};

// What goes before a body. Empty fields are left out.
struct Header {
  MessageType type = MessageType::kCall;
  bool no_reply = false;
  uint32_t serial = 0;
  uint32_t reply_serial = 0;
  uint32_t file_count = 0;  // of the file descriptors that go with it
  std::string_view destination, path, interface, member, error_name, signature;
};

// What a bus would end our connection for, or empty when the header may be sent.
std::string_view defect(const Header& header);

// Appends a whole message. The header has no defect.
void append_message(std::vector<uint8_t>& out, const Header& header, const Writer* body);

// Writes calls that are much alike: all of a header but its path is checked and written once for each method and
// destination.
class CallWriter {
 public:
  // Appends the call, whose serial is left open, or says what its header's defect is and appends nothing.
  std::string_view append(std::vector<uint8_t>& out, const Header& header, const Writer* body);

 private:
  struct Common {
    std::string destination, interface, member, signature;
    std::vector<uint8_t> bytes;
  };
  const Common* common_of(const Header& header);

  std::vector<Common> known_;
  size_t oldest_ = 0;
};

// Gives the message that starts at `message` its serial.
void set_serial(uint8_t* message, uint32_t serial);

}  // namespace surehand::dbus
