#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace surehand::mutter {

struct Picture {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;
};

// A PNG of 8 bits a channel in RGB or RGBA, not interlaced, as GNOME Shell writes it. Nothing when it is another or damaged. Checksums are
// not looked at: the file was just written on this machine.
std::optional<Picture> decode_png(std::string_view png);

// The content of a zlib stream (RFC 1950), of `size` bytes.
std::optional<std::vector<uint8_t>> inflate(std::string_view zlib, size_t size);

}  // namespace surehand::mutter
