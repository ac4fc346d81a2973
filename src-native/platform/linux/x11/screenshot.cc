#include "platform/linux/x11/screenshot.h"

#include <sys/ipc.h>
#include <sys/shm.h>

#include <algorithm>
#include <cstring>

#include "platform/linux/x11/windows.h"

namespace surehand::x11 {

namespace {

constexpr uint8_t kShmAttach = 1, kShmDetach = 2, kShmGetImage = 4;
constexpr uint8_t kZPixmap = 2;

Error captured_nothing(std::string message) { return {ErrorCode::kUnsupported, std::move(message), {}}; }

// How one colour is taken out of a pixel.
struct Channel {
  explicit Channel(uint32_t mask) : mask_(mask) {
    while (mask != 0 && (mask & 1) == 0) {
      mask >>= 1;
      ++shift_;
    }
    most_ = mask;
  }
  uint8_t of(uint32_t pixel) const {
    if (most_ == 0) return 0;
    return static_cast<uint8_t>(uint64_t{(pixel & mask_) >> shift_} * 255 / most_);
  }

 private:
  uint32_t mask_;
  uint32_t shift_ = 0;
  uint32_t most_ = 0;
};

void convert(const Display::PixelFormat& format, const uint8_t* rows, size_t stride, Image& image) {
  const size_t width = image.width;
  uint8_t* out = image.rgba.data();
  if (format.bits_per_pixel == 32 && !format.most_significant_first && format.red == 0xff0000 &&
      format.green == 0xff00 && format.blue == 0xff) {
    // By far the most common layout, a word at a time, so that the compiler makes vectors of it.
    for (size_t y = 0; y < image.height; ++y) {
      const uint8_t* row = rows + y * stride;
      for (size_t x = 0; x < width; ++x, out += 4) {
        uint32_t pixel;
        std::memcpy(&pixel, row + x * 4, 4);
        pixel = (pixel & 0xff00) | (pixel >> 16 & 0xff) | (pixel & 0xff) << 16 | 0xff000000u;
        std::memcpy(out, &pixel, 4);
      }
    }
    return;
  }
  const size_t bytes = format.bits_per_pixel / 8;
  const Channel red(format.red), green(format.green), blue(format.blue);
  for (size_t y = 0; y < image.height; ++y) {
    for (size_t x = 0; x < width; ++x, out += 4) {
      const uint8_t* at = rows + y * stride + x * bytes;
      uint32_t pixel = 0;
      for (size_t i = 0; i < bytes; ++i) {
        pixel |= uint32_t{at[i]} << 8 * (format.most_significant_first ? bytes - 1 - i : i);
      }
      out[0] = red.of(pixel);
      out[1] = green.of(pixel);
      out[2] = blue.of(pixel);
      out[3] = 255;
    }
  }
}

}  // namespace

SharedMemory::~SharedMemory() { drop(); }

void SharedMemory::drop() {
  if (bytes_ != nullptr) shmdt(bytes_);
  bytes_ = nullptr;
  size_ = 0;
}

Result<bool> SharedMemory::provide(Talk& talk, size_t size) {
  Display& display = talk.display();
  if (impossible_ || display.shm() == 0) return false;
  if (size <= size_) return true;
  if (bytes_ != nullptr) talk.send(Request(display.shm(), kShmDetach).u32(segment_));
  drop();
  const int id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
  if (id < 0) {
    impossible_ = true;
    return false;
  }
  void* const mapped = shmat(id, nullptr, 0);
  Result<uint8_t> error = uint8_t{1};
  if (mapped != reinterpret_cast<void*>(-1)) {
    segment_ = display.new_id();
    talk.send(Request(display.shm(), kShmAttach).u32(segment_).u32(static_cast<uint32_t>(id)).u8(0).zeros(3));
    error = talk.sync();
    bytes_ = static_cast<uint8_t*>(mapped);
    size_ = size;
  }
  // From here on it goes away by itself, however this process ends.
  shmctl(id, IPC_RMID, nullptr);
  if (error.ok() && *error == 0) return true;
  drop();
  if (!error.ok()) return error.take_error();
  impossible_ = true;  // the server runs in another IPC namespace
  return false;
}

namespace {

std::optional<Error> too_few_colours(const Display& display) {
  const auto& format = display.pixels();
  if (format.bits_per_pixel >= 16 && format.bits_per_pixel % 8 == 0 && format.red != 0) return std::nullopt;
  return captured_nothing("the display has " + std::to_string(format.depth) +
                          " bits of colour; pictures need at least 16");
}

// The pixels of a window or pixmap from `from` on, as the picture of `part` of the screen.
Result<Image> grab(Talk& talk, SharedMemory& memory, uint32_t drawable, const Rect& from, const Rect& part) {
  Display& display = talk.display();
  const auto& format = display.pixels();
  Image image;
  image.bounds = part;
  image.width = static_cast<uint32_t>(part.width);
  image.height = static_cast<uint32_t>(part.height);
  const size_t pad = std::max<size_t>(format.scanline_pad, 8);
  const size_t stride = (size_t{image.width} * format.bits_per_pixel + pad - 1) / pad * pad / 8;

  const auto with_place = [&](Request request) {
    return request.u32(drawable)
        .i16(static_cast<int16_t>(from.x))
        .i16(static_cast<int16_t>(from.y))
        .u16(static_cast<uint16_t>(part.width))
        .u16(static_cast<uint16_t>(part.height))
        .u32(UINT32_MAX);
  };
  SUREHAND_TRY(shared, memory.provide(talk, stride * image.height));
  Answer picture;
  const uint8_t* rows = nullptr;
  if (*shared) {
    auto answer =
        talk.call(with_place(Request(display.shm(), kShmGetImage)).u8(kZPixmap).zeros(3).u32(memory.segment()).u32(0));
    if (!answer) return answer.take_error();
    if (!answer->is_error()) rows = memory.bytes();
  }
  if (rows == nullptr) {
    SUREHAND_TRY(answer, talk.call(with_place(Request(Opcode::kGetImage, kZPixmap))));
    if (answer->is_error() || answer->data_size() < stride * image.height) {
      return captured_nothing("the X server gave no picture of the screen (error " +
                              std::to_string(answer->error_code()) + ")");
    }
    picture = answer.take();
    rows = picture.data();
  }
  image.rgba.resize(size_t{image.width} * image.height * 4);
  convert(format, rows, stride, image);
  return image;
}

// The child of the root that a window is in: what its window manager put around it, or itself.
Result<Window> top_of(Talk& talk, Window window) {
  for (int depth = 0; depth < 32; ++depth) {
    SUREHAND_TRY(tree, talk.call(Request(Opcode::kQueryTree).u32(window)));
    if (tree->is_error()) return gone(window);
    const Window parent = tree->u32(12);
    if (parent == talk.display().root() || parent == kNone) break;
    window = parent;
  }
  return window;
}

}  // namespace

Result<Image> screenshot(Display& display, SharedMemory& memory, const std::optional<Rect>& area,
                         const Limits& limits) {
  if (auto error = too_few_colours(display)) return std::move(*error);
  SUREHAND_TRY(opened, display.talk(limits));
  Talk& talk = *opened;
  SUREHAND_TRY(geometry, talk.call(Request(Opcode::kGetGeometry).u32(display.root())));
  Rect part{0, 0, geometry->u16(16), geometry->u16(18)};
  if (area) {
    const int64_t left = std::max<int64_t>(0, area->x);
    const int64_t top = std::max<int64_t>(0, area->y);
    const int64_t right = std::min<int64_t>(part.width, int64_t{area->x} + area->width);
    const int64_t bottom = std::min<int64_t>(part.height, int64_t{area->y} + area->height);
    if (right <= left || bottom <= top) {
      return Error{ErrorCode::kInvalidArgument,
                   "the area to capture is outside the screen, which is " + std::to_string(part.width) + " x " +
                       std::to_string(part.height) + " px",
                   {}};
    }
    part = {static_cast<int32_t>(left), static_cast<int32_t>(top), static_cast<int32_t>(right - left),
            static_cast<int32_t>(bottom - top)};
  }
  return grab(talk, memory, display.root(), part, part);
}

bool is_composited(Display& display, const Limits& limits) {
  constexpr std::string_view kManager = "_NET_WM_CM_S0";
  auto talk = display.talk(limits);
  if (!talk) return false;
  auto atom =
      talk->call(Request(Opcode::kInternAtom).u16(static_cast<uint16_t>(kManager.size())).u16(0).text(kManager));
  if (!atom || atom->is_error()) return false;
  auto owner = talk->call(Request(Opcode::kGetSelectionOwner).u32(atom->u32(8)));
  return owner && !owner->is_error() && owner->u32(8) != kNone;
}

Result<Image> screenshot_of(Display& display, SharedMemory& memory, Window window, const Rect& content,
                            const Limits& limits) {
  constexpr uint8_t kQueryVersion = 0, kNameWindowPixmap = 6;
  if (auto error = too_few_colours(display)) return std::move(*error);
  if (display.composite() == 0) return captured_nothing(kNotComposited);
  SUREHAND_TRY(opened, display.talk(limits));
  Talk& talk = *opened;
  SUREHAND_TRY(version, talk.call(Request(display.composite(), kQueryVersion).u32(0).u32(4)));
  SUREHAND_TRY(top, top_of(talk, window));
  SUREHAND_TRY(geometry, talk.call(Request(Opcode::kGetGeometry).u32(*top)));
  if (geometry->is_error()) return gone(window);
  const uint8_t depth = geometry->u8(1);
  if (depth != display.pixels().depth && depth != 32) {
    return captured_nothing("the window has " + std::to_string(depth) + " bits of colour, unlike its display");
  }
  const uint32_t pixmap = display.new_id();
  talk.send(Request(display.composite(), kNameWindowPixmap).u32(*top).u32(pixmap));
  SUREHAND_TRY(error, talk.sync());
  if (*error != 0) return captured_nothing(kNotComposited);
  // What a client draws beyond its frame, or is shaded away, is in no picture.
  const Rect outer{geometry->i16(12), geometry->i16(14), geometry->u16(16) + 2 * geometry->u16(20),
                   geometry->u16(18) + 2 * geometry->u16(20)};
  const int32_t left = std::max(content.x, outer.x), top_edge = std::max(content.y, outer.y);
  const Rect part{left, top_edge, std::min(content.x + content.width, outer.x + outer.width) - left,
                  std::min(content.y + content.height, outer.y + outer.height) - top_edge};
  auto image = part.width > 0 && part.height > 0
                   ? grab(talk, memory, pixmap, {left - outer.x, top_edge - outer.y, part.width, part.height}, part)
                   : Result<Image>(captured_nothing("the window shows nothing"));
  talk.send(Request(Opcode::kFreePixmap).u32(pixmap));
  return image;
}

}  // namespace surehand::x11
