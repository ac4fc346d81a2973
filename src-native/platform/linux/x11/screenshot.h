#pragma once

#include <optional>

#include "core/seam/backend.h"
#include "platform/linux/x11/display.h"

namespace surehand::x11 {

// Memory that the X server writes pictures into. Kept between pictures.
class SharedMemory {
 public:
  SharedMemory() = default;
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  // Makes sure that the server shares at least `size` bytes; false where it cannot.
  Result<bool> provide(Talk& talk, size_t size);
  const uint8_t* bytes() const { return bytes_; }
  uint32_t segment() const { return segment_; }

 private:
  void drop();

  uint8_t* bytes_ = nullptr;
  size_t size_ = 0;
  uint32_t segment_ = 0;
  bool impossible_ = false;
};

// The screen, or the part of `area` that is on it. INVALID_ARGUMENT when no part of it is.
Result<Image> screenshot(Display& display, SharedMemory& memory, const std::optional<Rect>& area, const Limits& limits);

// Why a window that is covered has no picture.
inline constexpr const char* kNotComposited =
    "no compositing manager runs on this display, so the X server keeps no picture of what is covered";
bool is_composited(Display& display, const Limits& limits);

// A window's own picture, of `content`, where it is on the screen, also where something covers it. UNSUPPORTED where the server
// keeps none.
Result<Image> screenshot_of(Display& display, SharedMemory& memory, Window window, const Rect& content,
                            const Limits& limits);

}  // namespace surehand::x11
