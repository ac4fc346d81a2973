#include "platform/linux/dbus/message.h"

#include <algorithm>
#include <array>

namespace surehand::dbus {

namespace {

constexpr size_t kFixedHeader = 16;
constexpr size_t kMaxHeaderFields = 64u << 20;
constexpr size_t kMaxName = 255;

enum Field : uint8_t {
  kPath = 1,
  kInterface = 2,
  kMember = 3,
  kErrorName = 4,
  kReplySerial = 5,
  kDestination = 6,
  kSender = 7,
  kSignature = 8,
  kFileCount = 9,
};

uint32_t u32_at(const uint8_t* data, bool little) {
  if (little) return data[0] | data[1] << 8 | data[2] << 16 | static_cast<uint32_t>(data[3]) << 24;
  return data[3] | data[2] << 8 | data[1] << 16 | static_cast<uint32_t>(data[0]) << 24;
}

size_t aligned8(size_t size) { return (size + 7) & ~size_t{7}; }

constexpr auto kNameChars = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[static_cast<size_t>(c)] =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  return table;
}();

bool is_name_char(char c) { return kNameChars[static_cast<uint8_t>(c)]; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_path(std::string_view path) {
  if (path.empty() || path[0] != '/') return false;
  if (path.size() == 1) return true;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '/' ? (i + 1 == path.size() || path[i + 1] == '/') : !is_name_char(path[i])) return false;
  }
  return true;
}

// Dotted names; bus names also take `-`, and a unique name's parts may start with a digit.
bool is_dotted(std::string_view name, bool bus_name) {
  if (name.empty() || name.size() > kMaxName) return false;
  const bool unique = bus_name && name[0] == ':';
  if (unique) name.remove_prefix(1);
  size_t dots = 0;
  bool start = true;
  for (const char c : name) {
    if (c == '.') {
      if (start) return false;
      start = true;
      ++dots;
      continue;
    }
    if (!is_name_char(c) && !(bus_name && c == '-')) return false;
    if (start && is_digit(c) && !unique) return false;
    start = false;
  }
  return !start && dots > 0;
}

bool is_member(std::string_view name) {
  return !name.empty() && name.size() <= kMaxName && !is_digit(name[0]) &&
         std::all_of(name.begin(), name.end(), is_name_char);
}

bool is_signature(std::string_view signature) {
  if (signature.size() > 255) return false;
  while (!signature.empty()) {
    const size_t length = Reader::complete_type(signature);
    if (length == 0) return false;
    signature.remove_prefix(length);
  }
  return true;
}

constexpr std::string_view kBadPath = "invalid object path";

void put_u32(std::vector<uint8_t>& out, size_t at, uint32_t value) {
  std::memcpy(out.data() + at, &value, sizeof value);
}

void append_u32(std::vector<uint8_t>& out, uint32_t value) {
  out.resize(out.size() + 4);
  put_u32(out, out.size() - 4, value);
}

// One field of the header of the message that begins at `start`.
void append_field(std::vector<uint8_t>& out, size_t start, Field code, char type, std::string_view text) {
  if (text.empty()) return;
  out.resize(start + aligned8(out.size() - start));
  const uint8_t tag[4] = {code, 1, static_cast<uint8_t>(type), 0};
  out.insert(out.end(), tag, tag + 4);
  if (type == 'g') {
    out.push_back(static_cast<uint8_t>(text.size()));
  } else {
    append_u32(out, static_cast<uint32_t>(text.size()));
  }
  out.insert(out.end(), text.begin(), text.end());
  out.push_back(0);
}

void append_number(std::vector<uint8_t>& out, size_t start, Field code, uint32_t number) {
  if (number == 0) return;
  out.resize(start + aligned8(out.size() - start));
  const uint8_t tag[4] = {code, 1, 'u', 0};
  out.insert(out.end(), tag, tag + 4);
  append_u32(out, number);
}

// The beginning of a message, as far as many have it in common. The path, which is each one's own, comes last.
void append_common(std::vector<uint8_t>& out, const Header& header) {
  const size_t start = out.size();
  const uint8_t prefix[8] = {'l', static_cast<uint8_t>(header.type), static_cast<uint8_t>(header.no_reply ? 1 : 0), 1};
  out.insert(out.end(), prefix, prefix + 8);
  append_u32(out, header.serial);
  append_u32(out, 0);
  append_field(out, start, kInterface, 's', header.interface);
  append_field(out, start, kMember, 's', header.member);
  append_field(out, start, kErrorName, 's', header.error_name);
  append_number(out, start, kReplySerial, header.reply_serial);
  append_number(out, start, kFileCount, header.file_count);
  append_field(out, start, kDestination, 's', header.destination);
  append_field(out, start, kSignature, 'g', header.signature);
}

void finish(std::vector<uint8_t>& out, size_t start, std::string_view path, const Writer* body) {
  append_field(out, start, kPath, 'o', path);
  put_u32(out, start + 12, static_cast<uint32_t>(out.size() - start - kFixedHeader));
  out.resize(start + aligned8(out.size() - start));
  if (!body) return;
  put_u32(out, start + 4, static_cast<uint32_t>(body->bytes().size()));
  out.insert(out.end(), body->bytes().begin(), body->bytes().end());
}

}  // namespace

bool is_unique_name(std::string_view name) { return !name.empty() && name[0] == ':' && is_dotted(name, true); }

bool is_object_path(std::string_view path) { return is_path(path); }

std::optional<size_t> Message::size_of(const uint8_t* data, size_t available) {
  if (available < kFixedHeader) return std::nullopt;
  if (data[0] != 'l' && data[0] != 'B') return 0;
  const bool little = data[0] == 'l';
  constexpr uint8_t kProtocolVersion = 1;
  if (data[1] == 0 || data[3] != kProtocolVersion) return 0;
  const size_t body = u32_at(data + 4, little);
  const size_t fields = u32_at(data + 12, little);
  if (fields > kMaxHeaderFields || body > kMaxMessageSize) return 0;
  const size_t size = aligned8(kFixedHeader + fields) + body;
  return size > kMaxMessageSize ? 0 : size;
}

std::optional<Message> Message::parse(const uint8_t* data, size_t length) {
  const auto size = size_of(data, length);
  if (!size || *size == 0 || *size != length) return std::nullopt;

  Message message;
  message.little_ = data[0] == 'l';
  message.type_ = data[1] <= 4 ? static_cast<MessageType>(data[1]) : MessageType::kInvalid;
  message.flags_ = data[2];
  message.serial_ = u32_at(data + 8, message.little_);
  if (message.serial_ == 0) return std::nullopt;
  const size_t fields_end = kFixedHeader + u32_at(data + 12, message.little_);
  message.body_ = aligned8(fields_end);

  Reader reader(data + kFixedHeader, fields_end - kFixedHeader, message.little_, {});
  while (!reader.at_end()) {
    reader.begin_struct();
    const uint8_t field = reader.u8();
    const std::string_view type = reader.begin_variant();
    if (!reader.ok()) return std::nullopt;
    const auto text = [&](std::string_view expected, std::string_view& target) {
      if (type != expected) return false;
      target = expected == "g" ? reader.read_signature() : reader.string();
      return reader.ok();
    };
    bool good = true;
    std::string_view ignored;
    switch (field) {
      case kPath:
        good = text("o", message.path_);
        break;
      case kInterface:
        good = text("s", message.interface_);
        break;
      case kMember:
        good = text("s", message.member_);
        break;
      case kErrorName:
        good = text("s", message.error_name_);
        break;
      case kReplySerial:
        good = type == "u";
        if (good) message.reply_serial_ = reader.u32();
        break;
      case kDestination:
        good = text("s", ignored);
        break;
      case kSender:
        good = text("s", message.sender_);
        break;
      case kSignature:
        good = text("g", message.signature_) && is_signature(message.signature_);
        break;
      case kFileCount:
        good = type == "u";
        if (good) message.file_count_ = reader.u32();
        break;
      default:
        good = Reader::complete_type(type) == type.size();
        if (good) reader.skip(type);
    }
    if (!good || !reader.ok()) return std::nullopt;
  }

  const bool complete = [&] {
    switch (message.type_) {
      case MessageType::kCall:
        return !message.path_.empty() && !message.member_.empty();
      case MessageType::kReply:
        return message.reply_serial_ != 0;
      case MessageType::kError:
        return message.reply_serial_ != 0 && !message.error_name_.empty();
      case MessageType::kSignal:
        return !message.path_.empty() && !message.interface_.empty() && !message.member_.empty();
      case MessageType::kInvalid:
        return true;
    }
    return false;
  }();
  if (!complete) return std::nullopt;
  message.bytes_ = data;
  message.size_ = length;
  return message;
}

std::string_view Message::error_text() const {
  if (type_ != MessageType::kError || signature_.empty() || signature_[0] != 's') return {};
  return body().string();
}

std::string_view defect(const Header& header) {
  if (!header.destination.empty() && !is_dotted(header.destination, true)) return "invalid bus name";
  if (!header.path.empty() && !is_path(header.path)) return kBadPath;
  if (!header.interface.empty() && !is_dotted(header.interface, false)) return "invalid interface name";
  if (!header.member.empty() && !is_member(header.member)) return "invalid member name";
  if (!header.error_name.empty() && !is_dotted(header.error_name, false)) return "invalid error name";
  if (!is_signature(header.signature)) return "invalid signature";
  if (header.type == MessageType::kCall && (header.path.empty() || header.member.empty())) {
    return "a call needs a path and a member";
  }
  return {};
}

void append_message(std::vector<uint8_t>& out, const Header& header, const Writer* body) {
  const size_t start = out.size();
  append_common(out, header);
  finish(out, start, header.path, body);
}

const CallWriter::Common* CallWriter::common_of(const Header& header) {
  for (const Common& common : known_) {
    if (common.member == header.member && common.interface == header.interface &&
        common.destination == header.destination && common.signature == header.signature) {
      return &common;
    }
  }
  return nullptr;
}

std::string_view CallWriter::append(std::vector<uint8_t>& out, const Header& header, const Writer* body) {
  constexpr size_t kMostKnown = 16;
  const Common* common = common_of(header);
  if (common) {
    if (!is_path(header.path)) return kBadPath;
  } else {
    if (const auto problem = defect(header); !problem.empty()) return problem;
    if (known_.size() < kMostKnown) known_.emplace_back();
    Common& made = known_[oldest_++ % kMostKnown];
    made = {std::string(header.destination),
            std::string(header.interface),
            std::string(header.member),
            std::string(header.signature),
            {}};
    append_common(made.bytes, header);
    common = &made;
  }
  const size_t start = out.size();
  out.insert(out.end(), common->bytes.begin(), common->bytes.end());
  finish(out, start, header.path, body);
  return {};
}

void set_serial(uint8_t* message, uint32_t serial) { std::memcpy(message + 8, &serial, sizeof serial); }

}  // namespace surehand::dbus
