#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace surehand::dbus {

// Writes a message body in little-endian D-Bus encoding. Alignment is relative to the start of the body,
// which itself starts 8-aligned in the message.
class Writer {
 public:
  Writer& u8(uint8_t value);
  Writer& boolean(bool value);
  Writer& i16(int16_t value);
  Writer& u32(uint32_t value);
  Writer& i32(int32_t value);
  Writer& u64(uint64_t value);
  Writer& i64(int64_t value);
  Writer& f64(double value);
  // Also object paths. NUL and invalid UTF-8 become U+FFFD: a bus ends the connection of a client that sends them.
  Writer& string(std::string_view value);
  Writer& signature(std::string_view value);  // at most 255 bytes
  Writer& align(size_t alignment);

  // Arrays: auto mark = begin_array(alignment of the element); …elements…; end_array(mark).
  size_t begin_array(size_t element_alignment);
  void end_array(size_t mark);
  Writer& begin_struct() { return align(8); }
  // A variant of one basic type: its signature; the caller writes the value next.
  Writer& variant(std::string_view value_signature) { return signature(value_signature); }

  const std::vector<uint8_t>& bytes() const { return bytes_; }
  void clear() {
    bytes_.clear();
    arrays_.clear();
  }

 private:
  struct OpenArray {
    size_t length_at;
    size_t start;
  };
  void put(const void* value, size_t size);

  std::vector<uint8_t> bytes_;
  std::vector<OpenArray> arrays_;
};

// Reads a message body in place; every read is bounds-checked. After the first failure `ok()` is false, every
// further read gives zero or the empty text, and loops over arrays end. Both byte orders.
class Reader {
 public:
  Reader() = default;
  Reader(const uint8_t* data, size_t size, bool little_endian, std::string_view signature)
      : data_(data), size_(size), little_(little_endian), signature_(signature) {}

  bool ok() const { return ok_; }
  std::string_view signature() const { return signature_; }
  bool at_end() const { return offset_ >= size_; }

  uint8_t u8() { return number<uint8_t>(); }
  bool boolean() { return u32() != 0; }
  int16_t i16() { return static_cast<int16_t>(number<uint16_t>()); }
  uint16_t u16() { return number<uint16_t>(); }
  uint32_t u32() { return number<uint32_t>(); }
  int32_t i32() { return static_cast<int32_t>(number<uint32_t>()); }
  uint64_t u64() { return number<uint64_t>(); }
  int64_t i64() { return static_cast<int64_t>(number<uint64_t>()); }
  double f64() {
    const uint64_t bits = u64();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  std::string_view string() { return text(u32()); }  // also object paths; points into the message
  std::string_view read_signature() { return text(u8()); }
  void align(size_t alignment) {
    const size_t aligned = (offset_ + alignment - 1) & ~(alignment - 1);
    if (aligned > size_) return fail();
    offset_ = aligned;
  }
  void begin_struct() { align(8); }

  // for (auto array = reader.begin_array(8); reader.more(array);) { … }
  struct Array {
    size_t end;
  };
  Array begin_array(size_t element_alignment) {
    const uint32_t bytes = u32();
    align(element_alignment);
    if (!need(bytes)) return {size_};
    return {offset_ + bytes};
  }
  bool more(const Array& array) {
    if (offset_ > array.end) fail();
    return ok_ && offset_ < array.end;
  }
  void end_array(const Array& array) {  // skips what was not read
    if (offset_ > array.end) fail();
    if (ok_) offset_ = array.end;
  }

  // The bytes of the array that were not read, which are skipped.
  std::string_view rest(const Array& array) {
    const size_t start = offset_;
    end_array(array);
    return ok_ ? std::string_view(reinterpret_cast<const char*>(data_) + start, offset_ - start) : std::string_view();
  }

  // Reads a variant's signature; the caller reads or skips the value.
  std::string_view begin_variant() { return read_signature(); }
  // Skips one complete value of the given single complete type (depth-bounded).
  void skip(std::string_view type) { skip(type, 0); }
  // The length of the first complete type in `signature`, 0 when malformed.
  static size_t complete_type(std::string_view signature);
  static size_t alignment_of(char type);

 private:
  bool need(size_t bytes) {
    if (bytes <= size_ - offset_ && ok_) return true;
    fail();
    return false;
  }
  void fail() {
    ok_ = false;
    offset_ = size_;
  }
  template <class T>
  T number() {
    align(sizeof(T));
    if (!need(sizeof(T))) return 0;
    T value;
    std::memcpy(&value, data_ + offset_, sizeof(T));
    offset_ += sizeof(T);
    return little_ ? value : swapped(value);
  }
  template <class T>
  static T swapped(T value) {
    T result = 0;
    for (size_t i = 0; i < sizeof(T); ++i) {
      result = static_cast<T>((result << 7 << 1) | (value & 0xff));
      value = static_cast<T>(value >> 7 >> 1);
    }
    return result;
  }
  std::string_view text(size_t length) {
    if (!need(length) || !need(length + 1)) return {};
    const std::string_view view(reinterpret_cast<const char*>(data_) + offset_, length);
    if (data_[offset_ + length] != 0) {
      fail();
      return {};
    }
    offset_ += length + 1;
    return view;
  }
  void skip(std::string_view type, int depth);

  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
  size_t offset_ = 0;
  bool little_ = true;
  bool ok_ = true;
  std::string_view signature_;
};

}  // namespace surehand::dbus
