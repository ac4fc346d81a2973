#include "platform/linux/wayland/pipewire/frame.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string>
#include <utility>

namespace surehand::wayland::pipewire {
namespace {

constexpr int32_t kCorrupted = 1;  // flag of a chunk
// Bytes; what claims more is no screen.
constexpr uint64_t kMostBytes = 1u << 30;

// Another process may write to it at any time: each field is read once.
Chunk copy_of(const volatile Chunk& chunk) { return {chunk.offset, chunk.size, chunk.stride, chunk.flags}; }

bool read_all(int fd, uint64_t offset, uint8_t* to, size_t size) {
  size_t got = 0;
  while (got < size) {
    const ssize_t more = pread(fd, to + got, size - got, static_cast<off_t>(offset + got));
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return false;
    got += static_cast<size_t>(more);
  }
  return true;
}

void to_rgba(uint8_t* row, uint32_t width, bool red_first) {
  for (uint8_t* pixel = row; pixel != row + size_t{width} * 4; pixel += 4) {
    if (!red_first) std::swap(pixel[0], pixel[2]);
    pixel[3] = 255;
  }
}

}  // namespace

Result<std::optional<Image>> picture_in(const Buffer& buffer, const VideoFormat& format) {
  const auto refused = [](const char* why) {
    return Error{ErrorCode::kRefused, std::string("the compositor sent no whole picture: ") + why, {}};
  };
  if (buffer.data_count == 0 || buffer.datas == nullptr) return refused("its buffer is empty");
  const Data& data = buffer.datas[0];
  if (data.type != kMemFd || data.fd < 0 || data.fd > INT_MAX) {
    return Error{ErrorCode::kUnsupported, "the compositor sends pictures in another way than in shared memory", {}};
  }
  if (data.chunk == nullptr) return refused("its buffer does not say where it is");
  const Chunk chunk = copy_of(*data.chunk);
  if ((chunk.flags & kCorrupted) != 0 || chunk.size == 0) return std::optional<Image>();
  // 64 bits hold every sum and product of these.
  const uint64_t row = uint64_t{format.width} * 4;
  const uint64_t stride = chunk.stride == 0 ? row : static_cast<uint64_t>(std::max(chunk.stride, 0));
  if (row == 0 || format.height == 0 || stride < row) return refused("its rows are too short");
  const uint64_t bytes = stride * (format.height - 1) + row;
  if (bytes > kMostBytes || row * format.height > kMostBytes) return refused("it is larger than any screen");
  if (bytes > chunk.size || chunk.offset > data.max_size || bytes > data.max_size - chunk.offset) {
    return refused("its buffer is too small");
  }
  Image image;
  image.width = format.width;
  image.height = format.height;
  image.rgba.resize(static_cast<size_t>(row * format.height));
  const auto fd = static_cast<int>(data.fd);
  const uint64_t start = uint64_t{data.map_offset} + chunk.offset;
  if (stride == row) {
    if (!read_all(fd, start, image.rgba.data(), image.rgba.size())) return refused("its memory is too small");
    to_rgba(image.rgba.data(), static_cast<uint32_t>(image.rgba.size() / 4), format.red_first);
    return std::optional(std::move(image));
  }
  for (uint32_t y = 0; y < format.height; ++y) {
    uint8_t* const to = image.rgba.data() + y * row;
    if (!read_all(fd, start + y * stride, to, static_cast<size_t>(row))) return refused("its memory is too small");
    to_rgba(to, format.width, format.red_first);
  }
  return std::optional(std::move(image));
}

}  // namespace surehand::wayland::pipewire
