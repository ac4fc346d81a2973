#include "platform/linux/wayland/mutter/png.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace surehand::mutter {
namespace {

// RFC 1951
constexpr size_t kMostBits = 15, kLiterals = 288, kDistances = 30;
constexpr uint16_t kLengthBase[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr uint8_t kLengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr uint16_t kDistanceBase[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                      33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                      1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr uint8_t kDistanceBits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                     6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
constexpr uint8_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

// A canonical Huffman code, from the lengths of its words.
class Code {
 public:
  Code(const uint8_t* lengths, size_t size) : symbols_(size) {
    for (size_t i = 0; i < size; ++i) ++counts_[lengths[i]];
    counts_[0] = 0;
    uint16_t offsets[kMostBits + 2] = {};
    for (size_t bits = 1; bits <= kMostBits; ++bits) offsets[bits + 1] = offsets[bits] + counts_[bits];
    for (size_t i = 0; i < size; ++i) {
      if (lengths[i] != 0) symbols_[offsets[lengths[i]]++] = static_cast<uint16_t>(i);
    }
  }

  template <class Bits>
  int read(Bits& bits) const {
    int code = 0, first = 0, index = 0;
    for (size_t length = 1; length <= kMostBits; ++length) {
      code |= static_cast<int>(bits.take(1));
      const int count = counts_[length];
      if (code - first < count) return symbols_[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return -1;
  }

 private:
  uint16_t counts_[kMostBits + 1] = {};
  std::vector<uint16_t> symbols_;
};

class Inflater {
 public:
  Inflater(std::string_view in, size_t size) : in_(in), size_(size) { out_.reserve(size); }

  bool run() {
    for (bool last = false; !last;) {
      last = take(1) != 0;
      switch (take(2)) {
        case 0:
          if (!stored()) return false;
          break;
        case 1:
          if (!fixed()) return false;
          break;
        case 2:
          if (!dynamic()) return false;
          break;
        default:
          return false;
      }
    }
    return ok_ && out_.size() == size_;
  }
  std::vector<uint8_t> result() { return std::move(out_); }

  uint32_t take(size_t count) {
    while (filled_ < count) {
      if (at_ >= in_.size()) {
        ok_ = false;
        return 0;
      }
      held_ |= static_cast<uint64_t>(static_cast<uint8_t>(in_[at_++])) << filled_;
      filled_ += 8;
    }
    const auto value = static_cast<uint32_t>(held_ & ((1ull << count) - 1));
    held_ >>= count;
    filled_ -= count;
    return value;
  }

 private:
  bool stored() {
    take(filled_ % 8);
    const uint32_t length = take(16), inverse = take(16);
    if (!ok_ || length != (~inverse & 0xffff) || length > size_ - out_.size()) return false;
    for (uint32_t i = 0; i < length && ok_; ++i) out_.push_back(static_cast<uint8_t>(take(8)));
    return ok_;
  }

  bool fixed() {
    uint8_t literals[kLiterals], distances[kDistances];
    std::fill(literals, literals + 144, 8);
    std::fill(literals + 144, literals + 256, 9);
    std::fill(literals + 256, literals + 280, 7);
    std::fill(literals + 280, literals + kLiterals, 8);
    std::fill(distances, distances + kDistances, 5);
    return block(Code(literals, kLiterals), Code(distances, kDistances));
  }

  bool dynamic() {
    const size_t literals = take(5) + 257, distances = take(5) + 1, count = take(4) + 4;
    uint8_t of_lengths[std::size(kOrder)] = {};
    for (size_t i = 0; i < count; ++i) of_lengths[kOrder[i]] = static_cast<uint8_t>(take(3));
    const Code lengths(of_lengths, std::size(kOrder));
    std::vector<uint8_t> all;
    while (ok_ && all.size() < literals + distances) {
      const int symbol = lengths.read(*this);
      if (symbol < 0 || (symbol == 16 && all.empty())) return false;
      if (symbol < 16) all.push_back(static_cast<uint8_t>(symbol));
      if (symbol == 16) all.insert(all.end(), 3 + take(2), uint8_t{all.back()});
      if (symbol == 17) all.insert(all.end(), 3 + take(3), 0);
      if (symbol == 18) all.insert(all.end(), 11 + take(7), 0);
    }
    if (!ok_ || all.size() != literals + distances) return false;
    return block(Code(all.data(), literals), Code(all.data() + literals, distances));
  }

  bool block(const Code& literals, const Code& distances) {
    while (ok_) {
      const int symbol = literals.read(*this);
      if (symbol == 256) return ok_;
      if (symbol < 0 || out_.size() >= size_) return false;
      if (symbol < 256) {
        out_.push_back(static_cast<uint8_t>(symbol));
        continue;
      }
      const auto kind = static_cast<size_t>(symbol - 257);
      if (kind >= std::size(kLengthBase)) return false;
      const size_t length = kLengthBase[kind] + take(kLengthBits[kind]);
      const int how_far = distances.read(*this);
      if (how_far < 0 || static_cast<size_t>(how_far) >= kDistances) return false;
      const size_t distance = kDistanceBase[how_far] + take(kDistanceBits[how_far]);
      if (!ok_ || distance > out_.size() || length > size_ - out_.size()) return false;
      for (size_t i = 0; i < length; ++i) out_.push_back(out_[out_.size() - distance]);
    }
    return false;
  }

  std::string_view in_;
  size_t size_, at_ = 0, filled_ = 0;
  uint64_t held_ = 0;
  bool ok_ = true;
  std::vector<uint8_t> out_;
};

uint8_t paeth(int left, int up, int corner) {
  const int guess = left + up - corner;
  const int to_left = std::abs(guess - left), to_up = std::abs(guess - up), to_corner = std::abs(guess - corner);
  if (to_left <= to_up && to_left <= to_corner) return static_cast<uint8_t>(left);
  return static_cast<uint8_t>(to_up <= to_corner ? up : corner);
}

// Undoes the filter of one row, of which the one above is undone.
bool unfilter(uint8_t filter, uint8_t* row, const uint8_t* above, size_t size, size_t pixel) {
  for (size_t i = 0; i < size; ++i) {
    const int left = i >= pixel ? row[i - pixel] : 0;
    const int up = above != nullptr ? above[i] : 0;
    const int corner = above != nullptr && i >= pixel ? above[i - pixel] : 0;
    switch (filter) {
      case 0:
        return true;
      case 1:
        row[i] = static_cast<uint8_t>(row[i] + left);
        break;
      case 2:
        row[i] = static_cast<uint8_t>(row[i] + up);
        break;
      case 3:
        row[i] = static_cast<uint8_t>(row[i] + (left + up) / 2);
        break;
      case 4:
        row[i] = static_cast<uint8_t>(row[i] + paeth(left, up, corner));
        break;
      default:
        return false;
    }
  }
  return true;
}

uint32_t big_endian(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

}  // namespace

std::optional<std::vector<uint8_t>> inflate(std::string_view zlib, size_t size) {
  constexpr uint8_t kDeflate = 8, kDictionary = 0x20;
  if (zlib.size() < 2 || (zlib[0] & 0xf) != kDeflate || (zlib[1] & kDictionary) != 0) return std::nullopt;
  Inflater inflater(zlib.substr(2), size);
  if (!inflater.run()) return std::nullopt;
  return inflater.result();
}

std::optional<Picture> decode_png(std::string_view png) {
  constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
  constexpr uint32_t kMostSide = 1u << 15;
  constexpr char kRgb = 2, kRgba = 6;
  if (png.substr(0, kSignature.size()) != kSignature) return std::nullopt;
  Picture picture;
  size_t pixel = 0;
  std::string data;
  for (size_t at = kSignature.size(); at + 12 <= png.size();) {
    const size_t length = big_endian(png, at);
    if (length > png.size() - at - 12) return std::nullopt;
    const std::string_view type = png.substr(at + 4, 4), chunk = png.substr(at + 8, length);
    if (type == "IHDR") {
      if (length != 13 || chunk[8] != 8 || (chunk[9] != kRgb && chunk[9] != kRgba) || chunk[12] != 0)
        return std::nullopt;
      picture.width = big_endian(chunk, 0);
      picture.height = big_endian(chunk, 4);
      pixel = chunk[9] == kRgb ? 3 : 4;
    }
    if (type == "IDAT") data += chunk;
    at += 12 + length;
  }
  if (picture.width - 1 >= kMostSide || picture.height - 1 >= kMostSide) return std::nullopt;
  const size_t row = picture.width * pixel;
  auto raw = inflate(data, (row + 1) * picture.height);
  if (!raw) return std::nullopt;
  picture.rgba.resize(size_t{4} * picture.width * picture.height, 0xff);
  const uint8_t* above = nullptr;
  for (uint32_t y = 0; y < picture.height; ++y) {
    uint8_t* line = raw->data() + (row + 1) * y;
    if (!unfilter(line[0], line + 1, above, row, pixel)) return std::nullopt;
    above = line + 1;
    uint8_t* to = picture.rgba.data() + size_t{4} * picture.width * y;
    for (uint32_t x = 0; x < picture.width; ++x) std::copy_n(line + 1 + x * pixel, pixel, to + size_t{4} * x);
  }
  return picture;
}

}  // namespace surehand::mutter
