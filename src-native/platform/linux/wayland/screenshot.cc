#include "platform/linux/wayland/screenshot.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace surehand::wayland {
namespace {

constexpr uint16_t kCreatePool = 0;                      // wl_shm
constexpr uint16_t kCreateBuffer = 0, kDestroyPool = 1;  // wl_shm_pool
constexpr uint16_t kDestroyBuffer = 0;                   // wl_buffer
constexpr uint16_t kOutputName = 4;                      // wl_output, from version 4 on
constexpr uint16_t kCaptureRegion = 1;                   // zwlr_screencopy_manager_v1
constexpr uint16_t kCopy = 0, kDestroyFrame = 1;         // zwlr_screencopy_frame_v1
constexpr uint16_t kBuffer = 0, kFlags = 1, kReady = 2, kFailed = 3;
constexpr uint32_t kUpsideDown = 1;
// wl_shm's formats, as DRM's four letters but for the first two: of a 32-bit word, from its highest byte on.
constexpr uint32_t kArgb = 0, kXrgb = 1, kAbgr = 0x34324241, kXbgr = 0x34324258;
// Bytes; what claims more is no screen.
constexpr uint64_t kMostBytes = 1u << 30;

Rect common(const Rect& a, const Rect& b) {
  const int32_t left = std::max(a.x, b.x), top = std::max(a.y, b.y);
  return {left, top, std::min(a.x + a.width, b.x + b.width) - left, std::min(a.y + a.height, b.y + b.height) - top};
}

bool is_nothing(const Rect& rect) { return rect.width <= 0 || rect.height <= 0; }

// Memory that the compositor writes a picture into.
class Memory {
 public:
  static Result<Memory> of(size_t size) {
    Memory memory;
    memory.file_ = Fd(memfd_create("surehand-picture", MFD_CLOEXEC));
    memory.size_ = size;
    if (memory.file_ && ftruncate(memory.file_.get(), static_cast<off_t>(size)) == 0) {
      void* bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.file_.get(), 0);
      if (bytes != MAP_FAILED) memory.bytes_ = static_cast<uint8_t*>(bytes);
    }
    if (memory.bytes_ == nullptr) return Error{ErrorCode::kRefused, "the system gave no memory for a picture", {}};
    return memory;
  }
  Memory(Memory&& other) noexcept
      : file_(std::move(other.file_)), bytes_(std::exchange(other.bytes_, nullptr)), size_(other.size_) {}
  Memory& operator=(Memory&&) = delete;
  ~Memory() {
    if (bytes_ != nullptr) munmap(bytes_, size_);
  }
  int fd() const { return file_.get(); }
  const uint8_t* bytes() const { return bytes_; }

 private:
  Memory() = default;

  Fd file_;
  uint8_t* bytes_ = nullptr;
  size_t size_ = 0;
};

struct Picture {
  uint32_t format = 0, width = 0, height = 0, stride = 0;
  bool upside_down = false;
};

class Camera {
 public:
  Camera(Connection& connection, const Limits& limits) : connection_(connection), limits_(limits) {}

  // Learns which output has which name.
  Status begin() {
    shm_ = connection_.bind("wl_shm", 1);
    manager_ = connection_.bind(kScreencopy, 1);
    const auto outputs = connection_.globals("wl_output");
    for (const Connection::Global& global : outputs) {
      const ObjectId output = connection_.bind("wl_output", global, 4);
      connection_.on(output, [this, output](Event& event) {
        if (event.opcode == kOutputName) outputs_[event.text()] = output;
      });
      if (outputs.size() == 1) only_ = output;
    }
    return connection_.roundtrip(limits_);
  }

  // Adds a part of a display, in its own units, to the image.
  Status take(const surehand::Display& display, const Rect& part, Image& image) {
    const auto named = outputs_.find(display.id);
    const ObjectId output = named != outputs_.end() ? named->second : only_;
    if (output == kNull) return Error{ErrorCode::kUnsupported, "the compositor does not name its outputs", {}};
    SUREHAND_TRY(picture, announce(output, display, part));
    SUREHAND_TRY(memory, Memory::of(size_t{picture->stride} * picture->height));
    SUREHAND_CHECK(copy(*picture, *memory));
    return paint(*picture, memory->bytes(), display, part, image);
  }

 private:
  Result<Picture> announce(ObjectId output, const surehand::Display& display, const Rect& part) {
    frame_ = connection_.new_id();
    Picture picture;
    bool announced = false, failed = false;
    connection_.on(frame_, [&](Event& event) {
      if (event.opcode == kFailed) failed = true;
      if (event.opcode != kBuffer) return;
      picture.format = event.u32();
      picture.width = event.u32();
      picture.height = event.u32();
      picture.stride = event.u32();
      announced = true;
    });
    constexpr int32_t kWithoutPointer = 0;
    SUREHAND_CHECK(connection_.send(Request(manager_, kCaptureRegion)
                                        .u32(frame_)
                                        .i32(kWithoutPointer)
                                        .u32(output)
                                        .i32(part.x - display.bounds.x)
                                        .i32(part.y - display.bounds.y)
                                        .i32(part.width)
                                        .i32(part.height),
                                    limits_));
    Status status = Done{};
    while (status && !announced && !failed) status = connection_.next(limits_);
    connection_.forget(frame_);
    if (!status) return status.take_error();
    const bool sound = picture.stride / 4 >= picture.width && uint64_t{picture.stride} * picture.height <= kMostBytes;
    if (failed || !sound) return Error{ErrorCode::kRefused, "the compositor gave no picture", {}};
    return picture;
  }

  Status copy(Picture& picture, const Memory& memory) {
    const auto size = static_cast<int32_t>(picture.stride * picture.height);
    const ObjectId pool = connection_.new_id();
    SUREHAND_CHECK(connection_.send(Request(shm_, kCreatePool).u32(pool).fd(memory.fd()).i32(size), limits_));
    const ObjectId buffer = connection_.new_id();
    SUREHAND_CHECK(connection_.send(Request(pool, kCreateBuffer)
                                        .u32(buffer)
                                        .i32(0)
                                        .i32(static_cast<int32_t>(picture.width))
                                        .i32(static_cast<int32_t>(picture.height))
                                        .i32(static_cast<int32_t>(picture.stride))
                                        .u32(picture.format),
                                    limits_));
    bool ready = false, failed = false;
    connection_.on(frame_, [&](Event& event) {
      if (event.opcode == kFlags) picture.upside_down = (event.u32() & kUpsideDown) != 0;
      ready = ready || event.opcode == kReady;
      failed = failed || event.opcode == kFailed;
    });
    Status status = connection_.send(Request(frame_, kCopy).u32(buffer), limits_);
    while (status && !ready && !failed) status = connection_.next(limits_);
    connection_.forget(frame_);
    if (!status) return status;
    if (failed) return Error{ErrorCode::kRefused, "the compositor gave no picture", {}};
    SUREHAND_CHECK(connection_.send(Request(frame_, kDestroyFrame), limits_));
    SUREHAND_CHECK(connection_.send(Request(buffer, kDestroyBuffer), limits_));
    return connection_.send(Request(pool, kDestroyPool), limits_);
  }

  static Status paint(const Picture& picture, const uint8_t* bytes, const surehand::Display& display, const Rect& part,
                      Image& image) {
    const bool red_first = picture.format == kAbgr || picture.format == kXbgr;
    if (!red_first && picture.format != kArgb && picture.format != kXrgb) {
      return Error{ErrorCode::kUnsupported, "the compositor gives pictures in a format that is not known", {}};
    }
    const auto left = static_cast<uint32_t>(std::lround((part.x - image.bounds.x) * display.scale));
    const auto top = static_cast<uint32_t>(std::lround((part.y - image.bounds.y) * display.scale));
    for (uint32_t y = 0; y < picture.height && top + y < image.height; ++y) {
      const uint32_t line = picture.upside_down ? picture.height - 1 - y : y;
      const uint8_t* from = bytes + size_t{line} * picture.stride;
      uint8_t* to = image.rgba.data() + (size_t{top + y} * image.width + left) * 4;
      for (uint32_t x = 0; x < picture.width && left + x < image.width; ++x, from += 4, to += 4) {
        to[0] = from[red_first ? 0 : 2];
        to[1] = from[1];
        to[2] = from[red_first ? 2 : 0];
        to[3] = 255;
      }
    }
    return Done{};
  }

  Connection& connection_;
  const Limits& limits_;
  ObjectId shm_ = kNull, manager_ = kNull, frame_ = kNull, only_ = kNull;
  std::map<std::string, ObjectId> outputs_;
};

}  // namespace

Result<Image> screenshot(Connection& connection, const std::vector<surehand::Display>& displays,
                         const std::optional<Rect>& area, const Limits& limits) {
  Image image;
  std::optional<Rect> bounds;
  bool one_scale = true;
  for (const surehand::Display& display : displays) {
    const Rect part = area ? common(*area, display.bounds) : display.bounds;
    if (is_nothing(part)) continue;
    one_scale = one_scale && (!bounds || display.scale == image.scale);
    image.scale = display.scale;
    if (!bounds) bounds = part;
    const int32_t right = std::max(bounds->x + bounds->width, part.x + part.width);
    const int32_t bottom = std::max(bounds->y + bounds->height, part.y + part.height);
    bounds->x = std::min(bounds->x, part.x);
    bounds->y = std::min(bounds->y, part.y);
    bounds->width = right - bounds->x;
    bounds->height = bottom - bounds->y;
  }
  if (!bounds) return Error{ErrorCode::kInvalidArgument, "no part of this area is on the screen", {}};
  if (!one_scale) {
    return Error{ErrorCode::kUnsupported,
                 "the area is on displays that show things in different sizes; take a picture of each display",
                 {}};
  }
  image.bounds = *bounds;
  image.width = static_cast<uint32_t>(std::lround(bounds->width * image.scale));
  image.height = static_cast<uint32_t>(std::lround(bounds->height * image.scale));
  image.rgba.resize(size_t{image.width} * image.height * 4);
  Camera camera(connection, limits);
  SUREHAND_CHECK(camera.begin());
  for (const surehand::Display& display : displays) {
    const Rect part = common(*bounds, display.bounds);
    if (!is_nothing(part)) SUREHAND_CHECK(camera.take(display, part, image));
  }
  return image;
}

}  // namespace surehand::wayland
