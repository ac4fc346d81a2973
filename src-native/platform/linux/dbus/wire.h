#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace surehand::dbus {

// Writes a message body in little-endian D-Bus encoding. Alignment is relative to the start of the body, which
// itself starts 8-aligned in the message.
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
  Writer& string(std::string_view value);  // also object paths
  Writer& signature(std::string_view value);
  Writer& align(size_t alignment);

  // Arrays: auto mark = begin_array(alignment of the element); …elements…; end_array(mark).
  size_t begin_array(size_t element_alignment);
  void end_array(size_t mark);
  Writer& begin_struct() { return align(8); }
  // A variant of one basic type: its signature; the caller writes the value next.
  Writer& variant(std::string_view value_signature) { return signature(value_signature); }

  const std::vector<uint8_t>& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::vector<uint8_t> bytes_;
};

// Reads a message body in place; every read is bounds-checked. After the first failure `ok()` is false, every
// further read gives zero or the empty text, and loops over arrays end. Both byte orders.
class Reader {
 public:
  Reader() = default;
  Reader(const uint8_t* data, size_t size, bool little_endian, std::string_view signature);

  bool ok() const { return ok_; }
  std::string_view signature() const { return signature_; }
  bool at_end() const { return offset_ >= size_; }

  uint8_t u8();
  bool boolean();
  int16_t i16();
  uint16_t u16();
  uint32_t u32();
  int32_t i32();
  uint64_t u64();
  int64_t i64();
  double f64();
  std::string_view string();       // also object paths; points into the message
  std::string_view read_signature();
  void align(size_t alignment);
  void begin_struct() { align(8); }

  // for (auto array = reader.begin_array(8); reader.more(array);) { … }
  struct Array {
    size_t end;
  };
  Array begin_array(size_t element_alignment);
  bool more(const Array& array);
  void end_array(const Array& array);  // skips what was not read

  // Reads a variant's signature; the caller reads or skips the value.
  std::string_view begin_variant() { return read_signature(); }
  // Skips one complete value of the given single complete type (depth-bounded).
  void skip(std::string_view type);
  // The length of the first complete type in `signature`, 0 when malformed.
  static size_t complete_type(std::string_view signature);
  static size_t alignment_of(char type);

 private:
  bool need(size_t bytes);
  void fail() { ok_ = false; offset_ = size_; }
  void skip(std::string_view type, int depth);

  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
  size_t offset_ = 0;
  bool little_ = true;
  bool ok_ = true;
  std::string_view signature_;
};

}  // namespace surehand::dbus
