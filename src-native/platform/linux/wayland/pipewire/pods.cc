#include "platform/linux/wayland/pipewire/pods.h"

#include <cstring>
#include <initializer_list>
#include <utility>

#include "platform/linux/wayland/pipewire/library.h"

namespace surehand::wayland::pipewire {
namespace {

// spa/utils/type.h
constexpr uint32_t kId = 3, kInt = 4, kRectangle = 10, kFraction = 11, kObject = 15, kChoice = 19;
constexpr uint32_t kFormatObject = 0x40003, kBuffersObject = 0x40004;
// spa/param/param.h
constexpr uint32_t kEnumFormat = 3, kBuffersParam = 5;
// spa/pod/pod.h
constexpr uint32_t kNone = 0, kRange = 1, kEnum = 3, kFlags = 4;
// spa/param/format.h
constexpr uint32_t kMediaType = 1, kMediaSubtype = 2, kVideoFormat = 0x20001, kModifier = 0x20002, kSize = 0x20003,
                   kFrameRate = 0x20004;
constexpr uint32_t kVideo = 2, kRaw = 1;
// spa/param/video/raw.h
constexpr uint32_t kRgbx = 7, kBgrx = 8, kRgba = 11, kBgra = 12;
// spa/param/buffers.h
constexpr uint32_t kBuffers = 1, kDataType = 6;

constexpr uint32_t kMostSide = 1u << 15, kFastest = 1000;

// Writes an object: each property is a key and a value.
class Writer {
 public:
  Writer(uint32_t type, uint32_t id) { put({0, kObject, type, id}); }

  Writer& value(uint32_t key, uint32_t type, std::initializer_list<uint32_t> words) {
    put({key, 0, static_cast<uint32_t>(words.size() * 4), type});
    put(words);
    return pad();
  }
  // `words` are values of a type that has `each` words.
  Writer& choice(uint32_t key, uint32_t choice, uint32_t type, uint32_t each, std::initializer_list<uint32_t> words) {
    put({key, 0, static_cast<uint32_t>(16 + words.size() * 4), kChoice, choice, 0, each * 4, type});
    put(words);
    return pad();
  }
  Pod take() {
    words_[0] = static_cast<uint32_t>(words_.size() * 4 - 8);
    Pod pod(words_.size() / 2);
    std::memcpy(pod.data(), words_.data(), words_.size() * 4);
    return pod;
  }

 private:
  void put(std::initializer_list<uint32_t> words) { words_.insert(words_.end(), words); }
  Writer& pad() {
    if (words_.size() % 2 != 0) words_.push_back(0);
    return *this;
  }

  std::vector<uint32_t> words_;
};

// A part of a POD that is wholly there.
struct Span {
  const uint8_t* bytes;
  size_t size;

  uint32_t word(size_t index) const {
    uint32_t value = 0;
    if (index < size / 4) std::memcpy(&value, bytes + index * 4, sizeof value);
    return value;
  }
  // What a POD at `offset` has in it, which is of the type `type`.
  std::optional<Span> body(size_t offset, uint32_t& type) const {
    if (offset > size || size - offset < 8) return std::nullopt;
    const Span rest{bytes + offset, size - offset};
    type = rest.word(1);
    if (rest.word(0) > rest.size - 8) return std::nullopt;
    return Span{rest.bytes + 8, rest.word(0)};
  }
};

// The value of a property. Of a choice that is settled, its only one.
std::optional<Span> settled(Span value, uint32_t type, uint32_t wanted) {
  if (type == wanted) return value;
  if (type != kChoice || value.size < 16 || value.word(0) != kNone || value.word(3) != wanted) return std::nullopt;
  const uint32_t each = value.word(2);
  if (each > value.size - 16) return std::nullopt;
  return Span{value.bytes + 16, each};
}

}  // namespace

Pod accepted_formats() {
  return Writer(kFormatObject, kEnumFormat)
      .value(kMediaType, kId, {kVideo})
      .value(kMediaSubtype, kId, {kRaw})
      .choice(kVideoFormat, kEnum, kId, 1, {kBgrx, kBgrx, kRgbx, kBgra, kRgba})
      .choice(kSize, kRange, kRectangle, 2, {1280, 800, 1, 1, kMostSide, kMostSide})
      .choice(kFrameRate, kRange, kFraction, 2, {0, 1, 0, 1, kFastest, 1})
      .take();
}

Pod accepted_buffers() {
  return Writer(kBuffersObject, kBuffersParam)
      .choice(kBuffers, kRange, kInt, 1, {2, 1, 16})
      .choice(kDataType, kFlags, kInt, 1, {1u << kMemFd})
      .take();
}

std::optional<VideoFormat> format_in(const uint8_t* bytes, size_t size) {
  uint32_t type = 0;
  const auto object = Span{bytes, size}.body(0, type);
  if (!object || type != kObject || object->size < 8 || object->word(0) != kFormatObject) return std::nullopt;
  uint32_t media = 0, subtype = 0, pixel = 0;
  VideoFormat format;
  for (size_t at = 8; at < object->size;) {
    const auto value = object->body(at + 8, type);
    if (!value) return std::nullopt;
    const uint32_t key = Span{object->bytes + at, 8}.word(0);
    if (key == kModifier) return std::nullopt;
    const auto found = settled(*value, type, key == kSize ? kRectangle : kId);
    if (found && key == kMediaType) media = found->word(0);
    if (found && key == kMediaSubtype) subtype = found->word(0);
    if (found && key == kVideoFormat) pixel = found->word(0);
    if (found && key == kSize) {
      format.width = found->word(0);
      format.height = found->word(1);
    }
    at += 16 + (size_t{value->size} + 7) / 8 * 8;
  }
  format.red_first = pixel == kRgbx || pixel == kRgba;
  const bool known = format.red_first || pixel == kBgrx || pixel == kBgra;
  const bool sized = format.width > 0 && format.height > 0 && format.width <= kMostSide && format.height <= kMostSide;
  if (media != kVideo || subtype != kRaw || !known || !sized) return std::nullopt;
  return format;
}

}  // namespace surehand::wayland::pipewire
