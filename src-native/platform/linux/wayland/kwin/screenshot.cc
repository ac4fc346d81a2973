#include "platform/linux/wayland/kwin/screenshot.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "platform/linux/wayland/socket.h"

namespace surehand::wayland::kwin {
namespace {

constexpr std::string_view kShots = "org.kde.KWin.ScreenShot2", kShotsPath = "/org/kde/KWin/ScreenShot2";
// Bytes; what claims more is no screen.
constexpr uint64_t kMostBytes = 1u << 30;
// QImage::Format: 32 bits a pixel, as blue, green, red from the lowest byte on, or as red, green, blue.
constexpr uint32_t kRgb32 = 4, kArgb32Premultiplied = 6, kRgbx = 16, kRgbaPremultiplied = 18;

Error refusal(const dbus::Reply& reply) {
  const std::string name(reply.message->error_name());
  if (name == "org.kde.KWin.ScreenShot2.Error.NoAuthorized") {
    return {ErrorCode::kUnsupported,
            "KWin does not let this program take pictures: a desktop file whose Exec is the path of Node has to say "
            "X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2",
            {}};
  }
  if (reply.is_error("org.freedesktop.DBus.Error.ServiceUnknown") ||
      reply.is_error("org.freedesktop.DBus.Error.NameHasNoOwner")) {
    return {ErrorCode::kUnsupported,
            "KWin offers no org.kde.KWin.ScreenShot2, which a picture needs: it has that with OpenGL only",
            {}};
  }
  return {
      ErrorCode::kRefused, "KWin gave no picture: " + std::string(reply.message->error_text()) + " (" + name + ")", {}};
}

void option(dbus::Writer& body, const char* name, bool value) {
  body.begin_struct().string(name).variant("b").boolean(value);
}

void options(dbus::Writer& body) {
  const size_t mark = body.begin_array(8);
  option(body, "native-resolution", true);
  option(body, "include-cursor", false);
  option(body, "include-shadow", false);
  option(body, "include-decoration", false);
  option(body, "hide-caller-windows", false);
  body.end_array(mark);
  body.u32(0);  // the pipe
}

RawPicture raw_of(dbus::Reader body) {
  RawPicture raw;
  for (auto entries = body.begin_array(8); body.more(entries);) {
    body.begin_struct();
    const std::string_view name = body.string(), type = body.begin_variant();
    if (type != "u") {
      body.skip(type);
      continue;
    }
    const uint32_t value = body.u32();
    if (name == "width") raw.width = value;
    if (name == "height") raw.height = value;
    if (name == "stride") raw.stride = value;
    if (name == "format") raw.format = value;
  }
  return raw;
}

Result<std::string> read_all(int pipe, size_t size, const Limits& limits) {
  std::string all(size, '\0');
  size_t got = 0;
  while (got < size) {
    const ssize_t more = ::read(pipe, all.data() + got, size - got);
    if (more == 0) break;
    if (more > 0) {
      got += static_cast<size_t>(more);
    } else if (errno == EAGAIN) {
      SUREHAND_CHECK(wait_for(pipe, POLLIN, "the picture of KWin", limits));
    } else if (errno != EINTR) {
      break;
    }
  }
  all.resize(got);
  return all;
}

Result<Image> shoot(dbus::Connection& bus, dbus::Call call, const Rect& bounds, const Limits& limits) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return Error{ErrorCode::kRefused, "the system gave no pipe for a picture", {}};
  const Fd from(ends[0]);
  fcntl(from.get(), F_SETFL, O_NONBLOCK);
  Fd to(ends[1]);
  call.destination = kShots;
  call.path = kShotsPath;
  call.interface = kShots;
  call.descriptor = to.get();
  SUREHAND_TRY(reply, bus.call(call, limits));
  to = Fd();
  if (!reply->is_reply()) return refusal(*reply);
  const RawPicture raw = raw_of(reply->body());
  if (uint64_t{raw.stride} * raw.height > kMostBytes) {
    return Error{ErrorCode::kRefused, "KWin gave a picture that is larger than any screen", {}};
  }
  SUREHAND_TRY(bytes, read_all(from.get(), size_t{raw.stride} * raw.height, limits));
  return image_of(raw, *bytes, bounds);
}

}  // namespace

Result<Image> image_of(const RawPicture& raw, const std::string& bytes, const Rect& bounds) {
  const bool blue_first = raw.format >= kRgb32 && raw.format <= kArgb32Premultiplied;
  const bool red_first = raw.format >= kRgbx && raw.format <= kRgbaPremultiplied;
  if (!blue_first && !red_first) {
    return Error{ErrorCode::kUnsupported,
                 "KWin gives pictures in a format that is not known (QImage's " + std::to_string(raw.format) + ")",
                 {}};
  }
  if (raw.width == 0 || raw.height == 0 || raw.stride / 4 < raw.width ||
      bytes.size() < size_t{raw.stride} * raw.height) {
    return Error{ErrorCode::kRefused, "KWin gave no whole picture", {}};
  }
  Image image;
  image.bounds = bounds;
  image.width = raw.width;
  image.height = raw.height;
  image.scale = bounds.width > 0 ? static_cast<double>(raw.width) / bounds.width : 1;
  image.rgba.resize(size_t{raw.width} * raw.height * 4);
  uint8_t* to = image.rgba.data();
  for (uint32_t y = 0; y < raw.height; ++y) {
    const auto* from = reinterpret_cast<const uint8_t*>(bytes.data()) + size_t{y} * raw.stride;
    for (uint32_t x = 0; x < raw.width; ++x, from += 4, to += 4) {
      to[0] = from[red_first ? 0 : 2];
      to[1] = from[1];
      to[2] = from[red_first ? 2 : 0];
      to[3] = 255;
    }
  }
  return image;
}

Result<Image> picture_of_area(dbus::Connection& bus, const Rect& area, const Limits& limits) {
  dbus::Writer body;
  body.i32(area.x).i32(area.y).u32(static_cast<uint32_t>(area.width)).u32(static_cast<uint32_t>(area.height));
  options(body);
  dbus::Call call;
  call.member = "CaptureArea";
  call.signature = "iiuua{sv}h";
  call.body = &body;
  return shoot(bus, call, area, limits);
}

Result<Image> picture_of_window(dbus::Connection& bus, const std::string& uuid, const Rect& content,
                                const Limits& limits) {
  dbus::Writer body;
  body.string(uuid);
  options(body);
  dbus::Call call;
  call.member = "CaptureWindow";
  call.signature = "sa{sv}h";
  call.body = &body;
  return shoot(bus, call, content, limits);
}

}  // namespace surehand::wayland::kwin
