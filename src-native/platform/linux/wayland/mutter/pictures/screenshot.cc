#include "platform/linux/wayland/mutter/pictures/screenshot.h"

#include <stdlib.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "platform/linux/wayland/mutter/pictures/png.h"
#include "platform/posix/files.h"

namespace surehand::wayland::mutter {
namespace {

constexpr std::string_view kScreenshot = "org.gnome.Shell.Screenshot";

// A folder that only this user may enter, which goes with what is in it.
class PrivateFolder {
 public:
  PrivateFolder() {
    char path[] = "/tmp/surehand-screenshot-XXXXXX";
    if (mkdtemp(path) != nullptr) path_ = path;
  }
  ~PrivateFolder() {
    if (path_.empty()) return;
    unlink(file().c_str());
    rmdir(path_.c_str());
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  bool ok() const { return !path_.empty(); }
  std::string file() const { return path_ + "/screen.png"; }

 private:
  std::string path_;
};

}  // namespace

Result<Image> picture_by_shell(dbus::Connection& bus, const Rect& bounds, const Limits& limits) {
  SUREHAND_TRY(there, has_owner(bus, kScreenshot, limits));
  if (!*there) return Error{ErrorCode::kUnsupported, "the compositor has no " + std::string(kScreenshot), {}};
  const PrivateFolder folder;
  if (!folder.ok()) return Error{ErrorCode::kRefused, "no folder could be made in /tmp for the picture", {}};
  dbus::Writer body;
  body.i32(bounds.x).i32(bounds.y).i32(bounds.width).i32(bounds.height).boolean(false).string(folder.file());
  SUREHAND_TRY(
      reply,
      ask(bus, {kScreenshot, "/org/gnome/Shell/Screenshot", kScreenshot, "ScreenshotArea", "iiiibs", &body}, limits));
  auto answer = reply->body();
  if (!answer.boolean()) return Error{ErrorCode::kRefused, "GNOME Shell took no picture", {}};
  SUREHAND_TRY(picture, decode_png(contents_of(folder.file())));
  Image image;
  image.bounds = bounds;
  image.width = picture->width;
  image.height = picture->height;
  image.scale = static_cast<double>(picture->width) / bounds.width;
  image.rgba = std::move(picture->rgba);
  return image;
}

}  // namespace surehand::wayland::mutter
