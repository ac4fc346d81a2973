#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "platform/linux/dbus/wire.h"

namespace surehand::dbus {

enum class MessageType : uint8_t { kInvalid = 0, kCall = 1, kReply = 2, kError = 3, kSignal = 4 };

// One received message. Owns its bytes; all views point into them.
class Message {
 public:
  // The size of the message that starts at `data`: nothing until 16 bytes are there; 0 when it is malformed or
  // larger than the 128 MiB that the specification allows.
  static std::optional<size_t> size_of(const uint8_t* data, size_t available);
  // Nothing when malformed.
  static std::optional<Message> parse(std::vector<uint8_t> bytes);

  MessageType type() const { return type_; }
  uint32_t serial() const { return serial_; }
  uint32_t reply_serial() const { return reply_serial_; }
  std::string_view sender() const { return sender_; }
  std::string_view path() const { return path_; }
  std::string_view interface() const { return interface_; }
  std::string_view member() const { return member_; }
  std::string_view error_name() const { return error_name_; }
  std::string_view signature() const { return signature_; }
  Reader body() const { return Reader(bytes_.data() + body_, bytes_.size() - body_, little_, signature_); }
  // The text of an error reply, or empty.
  std::string_view error_text() const;
  size_t bytes() const { return bytes_.size(); }

 private:
  std::vector<uint8_t> bytes_;
  size_t body_ = 0;
  bool little_ = true;
  MessageType type_ = MessageType::kInvalid;
  uint32_t serial_ = 0;
  uint32_t reply_serial_ = 0;
  std::string_view sender_, path_, interface_, member_, error_name_, signature_;
};

}  // namespace surehand::dbus
