#include "platform/macos/cg/bitmap.h"

#include <cstdlib>
#include <string>

namespace surehand::cg {

namespace {

constexpr size_t kHeaders = 54;
constexpr uint32_t kMostPixels = 1u << 28;

// Little-endian, inside the bytes.
uint32_t number(std::string_view bytes, size_t at, int size) {
  uint32_t value = 0;
  for (int i = 0; i < size; ++i)
    value |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[at + static_cast<size_t>(i)])) << (8 * i);
  return value;
}

Error malformed(const char* what) {
  return {ErrorCode::kRefused, std::string("screencapture wrote a picture that cannot be read: ") + what, {}};
}

}  // namespace

Result<Image> read_bitmap(std::string_view bytes) {
  if (bytes.size() < kHeaders || bytes.substr(0, 2) != "BM") return malformed("it is no bitmap");
  const size_t start = number(bytes, 10, 4);
  const auto width = static_cast<int32_t>(number(bytes, 18, 4));
  const auto height = static_cast<int32_t>(number(bytes, 22, 4));  // negative: from the top down
  const uint32_t bits = number(bytes, 28, 2);
  const uint32_t compression = number(bytes, 30, 4);
  constexpr uint32_t kNone = 0, kMasks = 3;
  if ((bits != 24 && bits != 32) || (compression != kNone && compression != kMasks))
    return malformed("its kind is another");
  const auto rows = static_cast<uint32_t>(std::abs(static_cast<int64_t>(height)));
  if (width <= 0 || rows == 0 || static_cast<uint64_t>(width) * rows > kMostPixels)
    return malformed("its size is none");
  const size_t pixel = bits / 8;
  const size_t stride = (static_cast<size_t>(width) * pixel + 3) / 4 * 4;
  if (start > bytes.size() || (bytes.size() - start) / stride < rows) return malformed("it is cut off");
  Image image;
  image.width = static_cast<uint32_t>(width);
  image.height = rows;
  image.rgba.reserve(size_t{4} * image.width * rows);
  for (uint32_t y = 0; y < rows; ++y) {
    const size_t row = start + stride * (height < 0 ? y : rows - 1 - y);
    for (size_t x = 0; x < image.width; ++x) {
      const size_t at = row + x * pixel;
      for (const size_t channel : {2, 1, 0}) image.rgba.push_back(static_cast<uint8_t>(bytes[at + channel]));
      image.rgba.push_back(255);  // nothing of a screen shines through
    }
  }
  return image;
}

}  // namespace surehand::cg
