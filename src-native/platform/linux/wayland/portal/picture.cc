#include "platform/linux/wayland/portal/picture.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "platform/linux/wayland/pipewire/stream.h"

namespace surehand::wayland::portal {
namespace {

Result<Fd> open_remote(Session& session, const Limits& limits) {
  SUREHAND_TRY(reply, session.call(kScreenCast, "OpenPipeWireRemote", "oa{sv}", limits));
  auto body = reply->body();
  const bool named = body.signature() == "h";
  const uint32_t index = body.u32();
  if (!named || !body.ok() || !reply->files || index >= reply->files->size() || !(*reply->files)[index]) {
    return Error{ErrorCode::kRefused, "the desktop portal handed over no connection to PipeWire", {}};
  }
  return std::move((*reply->files)[index]);
}

}  // namespace

Image part_of(Image image, const Rect& bounds) {
  if (bounds == image.bounds) return image;
  const auto pixels = [&](int32_t units) { return std::lround(units * image.scale); };
  const auto least = [](long value, uint32_t most) { return static_cast<uint32_t>(std::clamp<long>(value, 0, most)); };
  const uint32_t left = least(pixels(bounds.x - image.bounds.x), image.width);
  const uint32_t top = least(pixels(bounds.y - image.bounds.y), image.height);
  Image part;
  part.bounds = bounds;
  part.scale = image.scale;
  part.width = std::min(least(pixels(bounds.width), image.width), image.width - left);
  part.height = std::min(least(pixels(bounds.height), image.height), image.height - top);
  part.rgba.reserve(size_t{part.width} * part.height * 4);
  for (uint32_t y = 0; y < part.height; ++y) {
    const auto row = image.rgba.begin() + static_cast<std::ptrdiff_t>((size_t{top + y} * image.width + left) * 4);
    part.rgba.insert(part.rgba.end(), row, row + static_cast<std::ptrdiff_t>(size_t{part.width} * 4));
  }
  return part;
}

Result<Image> picture_of(Session& session, const Stream& stream, const Rect& place, const Rect& bounds,
                         const Limits& limits) {
  SUREHAND_TRY(remote, open_remote(session, limits));
  auto image = pipewire::picture_of(
      stream.node, remote.take(), [&] { return session.over(); }, limits);
  if (!image) return image;
  image->bounds = place;
  image->scale = static_cast<double>(image->width) / place.width;
  // Both sides are rounded.
  const int64_t width = place.width, height = place.height;
  if (2 * std::abs(image->height * width - image->width * height) > width + height) {
    return Error{ErrorCode::kRefused, "the picture that PipeWire handed over is not of the display that is shared", {}};
  }
  return part_of(image.take(), bounds);
}

}  // namespace surehand::wayland::portal
