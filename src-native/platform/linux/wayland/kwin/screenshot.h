#pragma once

#include <optional>
#include <string>

#include "core/json.h"
#include "core/seam/image.h"
#include "platform/linux/dbus/connection.h"

namespace surehand::wayland::kwin {

// Pictures by org.kde.KWin.ScreenShot2, which writes them into a pipe. `bus` passes descriptors. UNSUPPORTED, with what to do, where KWin
// has no such service or does not let this program use it.
Result<Image> picture_of_area(dbus::Connection& bus, const Rect& area, const Limits& limits);
// Of `content`, also where something covers it. `uuid` is KWin's name of the window.
Result<Image> picture_of_window(dbus::Connection& bus, const std::string& uuid, const Rect& content,
                                const Limits& limits);

// What an answer says of the bytes in the pipe, by the names of ScreenShot2: width, height, stride, format of QImage.
struct RawPicture {
  uint32_t width = 0, height = 0, stride = 0, format = 0;
};
// UNSUPPORTED for a format that is not known, REFUSED when there are fewer bytes than it says.
Result<Image> image_of(const RawPicture& raw, const std::string& bytes, const Rect& bounds);

}  // namespace surehand::wayland::kwin
