#include "platform/linux/dbus/wire.h"

#include <algorithm>

namespace surehand::dbus {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "Writer and Reader copy numbers as this machine has them");

namespace {

// The specification's limits on nesting.
constexpr int kMaxArrayDepth = 32;
constexpr int kMaxStructDepth = 32;
constexpr int kMaxValueDepth = 64;

// The length of the valid UTF-8 sequence (other than NUL) that `text` starts with, or 0.
size_t utf8_sequence(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const auto continues = [&](size_t i) { return i < text.size() && (byte(i) & 0xc0) == 0x80; };
  const uint8_t lead = byte(0);
  if (lead == 0) return 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    if (!continues(1) || !continues(2)) return 0;
    if (lead == 0xe0 && byte(1) < 0xa0) return 0;
    if (lead == 0xed && byte(1) > 0x9f) return 0;
    return 3;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    if (lead == 0xf0 && byte(1) < 0x90) return 0;
    if (lead == 0xf4 && byte(1) > 0x8f) return 0;
    return 4;
  }
  return 0;
}

bool is_plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > 0; });
}

std::string mended(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  while (!text.empty()) {
    const size_t length = utf8_sequence(text);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      text.remove_prefix(1);
    } else {
      out += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return out;
}

bool is_basic(char type) { return std::string_view("ybnqiuxtdsogh").find(type) != std::string_view::npos; }

size_t complete_type_at(std::string_view signature, int arrays, int structs) {
  if (signature.empty() || arrays > kMaxArrayDepth || structs > kMaxStructDepth) return 0;
  const char type = signature[0];
  if (is_basic(type) || type == 'v') return 1;
  if (type == 'a') {
    if (signature.size() < 2) return 0;
    if (signature[1] != '{') {
      const size_t element = complete_type_at(signature.substr(1), arrays + 1, structs);
      return element ? element + 1 : 0;
    }
    if (signature.size() < 3 || !is_basic(signature[2])) return 0;
    const size_t value = complete_type_at(signature.substr(3), arrays + 1, structs + 1);
    if (value == 0 || signature.size() <= 3 + value || signature[3 + value] != '}') return 0;
    return 3 + value + 1;
  }
  if (type == '(') {
    size_t at = 1;
    while (at < signature.size() && signature[at] != ')') {
      const size_t member = complete_type_at(signature.substr(at), arrays, structs + 1);
      if (member == 0) return 0;
      at += member;
    }
    return at < signature.size() && at > 1 ? at + 1 : 0;
  }
  return 0;
}

}  // namespace

void Writer::put(const void* value, size_t size) {
  const auto* bytes = static_cast<const uint8_t*>(value);
  bytes_.insert(bytes_.end(), bytes, bytes + size);
}

Writer& Writer::align(size_t alignment) {
  bytes_.resize((bytes_.size() + alignment - 1) & ~(alignment - 1));
  return *this;
}

Writer& Writer::u8(uint8_t value) {
  bytes_.push_back(value);
  return *this;
}

Writer& Writer::boolean(bool value) { return u32(value ? 1 : 0); }

Writer& Writer::i16(int16_t value) {
  align(2);
  put(&value, sizeof value);
  return *this;
}

Writer& Writer::u32(uint32_t value) {
  align(4);
  put(&value, sizeof value);
  return *this;
}

Writer& Writer::i32(int32_t value) { return u32(static_cast<uint32_t>(value)); }

Writer& Writer::u64(uint64_t value) {
  align(8);
  put(&value, sizeof value);
  return *this;
}

Writer& Writer::i64(int64_t value) { return u64(static_cast<uint64_t>(value)); }

Writer& Writer::f64(double value) {
  align(8);
  put(&value, sizeof value);
  return *this;
}

Writer& Writer::string(std::string_view value) {
  if (!is_plain_ascii(value)) {
    const std::string text = mended(value);
    u32(static_cast<uint32_t>(text.size()));
    put(text.data(), text.size());
  } else {
    u32(static_cast<uint32_t>(value.size()));
    put(value.data(), value.size());
  }
  return u8(0);
}

Writer& Writer::signature(std::string_view value) {
  value = value.substr(0, 255);
  u8(static_cast<uint8_t>(value.size()));
  put(value.data(), value.size());
  return u8(0);
}

size_t Writer::begin_array(size_t element_alignment) {
  u32(0);
  const size_t length_at = bytes_.size() - 4;
  align(element_alignment);
  arrays_.push_back({length_at, bytes_.size()});
  return arrays_.size() - 1;
}

void Writer::end_array(size_t mark) {
  const OpenArray array = arrays_[mark];
  arrays_.resize(mark);
  const auto length = static_cast<uint32_t>(bytes_.size() - array.start);
  std::memcpy(bytes_.data() + array.length_at, &length, sizeof length);
}

size_t Reader::complete_type(std::string_view signature) {
  return signature.size() > 255 ? 0 : complete_type_at(signature, 0, 0);
}

size_t Reader::alignment_of(char type) {
  switch (type) {
    case 'y':
    case 'g':
    case 'v':
      return 1;
    case 'n':
    case 'q':
      return 2;
    case 'x':
    case 't':
    case 'd':
    case '(':
    case '{':
      return 8;
    default:
      return 4;
  }
}

void Reader::skip(std::string_view type, int depth) {
  if (depth > kMaxValueDepth || type.empty()) return fail();
  switch (type[0]) {
    case 'y':
      u8();
      return;
    case 'n':
    case 'q':
      u16();
      return;
    case 'b':
    case 'i':
    case 'u':
    case 'h':
      u32();
      return;
    case 'x':
    case 't':
    case 'd':
      u64();
      return;
    case 's':
    case 'o':
      string();
      return;
    case 'g':
      read_signature();
      return;
    case 'v': {
      const std::string_view inner = begin_variant();
      if (!ok_ || complete_type(inner) != inner.size()) return fail();
      return skip(inner, depth + 1);
    }
    case 'a': {
      if (type.size() < 2) return fail();
      const Array array = begin_array(alignment_of(type[1]));
      return end_array(array);
    }
    case '(': {
      begin_struct();
      std::string_view members = type.substr(1);
      while (ok_ && !members.empty() && members[0] != ')') {
        const size_t length = complete_type(members);
        if (length == 0) return fail();
        skip(members.substr(0, length), depth + 1);
        members.remove_prefix(length);
      }
      if (members.empty()) fail();
      return;
    }
    default:
      return fail();
  }
}

}  // namespace surehand::dbus
