#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// PODs, the values in which the two ends of a stream agree on what it carries: https://docs.pipewire.org/page_spa_pod.html
namespace surehand::wayland::pipewire {

// What a frame consists of, 32 bits a pixel.
struct VideoFormat {
  uint32_t width = 0, height = 0;
  bool red_first = false;  // from the lowest byte on: red, green, blue; otherwise blue, green, red
};

// A POD, whose bytes are aligned as libpipewire wants them.
using Pod = std::vector<uint64_t>;

// The formats that can be read, of any size and at any pace. Without a modifier, so that frames are in memory and not in a GPU's.
Pod accepted_formats();
// How a frame is handed over: in memory behind a file descriptor.
Pod accepted_buffers();

// The format that was agreed on, from a POD of `size` bytes. Nothing where it is none of those that were offered.
std::optional<VideoFormat> format_in(const uint8_t* bytes, size_t size);

}  // namespace surehand::wayland::pipewire
