#include "platform/macos/screenshot.h"

#include <CoreGraphics/CoreGraphics.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "platform/macos/cf/string.h"
#include "platform/macos/cg/bitmap.h"
#include "platform/macos/cg/place.h"
#include "platform/macos/displays.h"
#include "platform/macos/process/responsible.h"
#include "platform/macos/windows.h"
#include "platform/posix/children.h"

namespace surehand::ax {

namespace {

constexpr Milliseconds kScreenshotRecheck{5};

// A file of ours for as long as it is needed.
class Picture {
 public:
  Picture() {
    const char* const folder = getenv("TMPDIR");
    path_ = std::string(folder && *folder ? folder : "/tmp") + "/surehand-XXXXXX.bmp";
    const int fd = mkstemps(path_.data(), 4);
    if (fd >= 0) close(fd);
  }
  ~Picture() { unlink(path_.c_str()); }
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;

  const std::string& path() const { return path_; }
  std::string contents() const {
    std::ifstream stream(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  std::string path_;
};

Rect all_of(const std::vector<Display>& displays) {
  Rect all = displays.empty() ? Rect{} : displays.front().bounds;
  for (const Display& each : displays) {
    const int32_t right = std::max(all.x + all.width, each.bounds.x + each.bounds.width);
    const int32_t bottom = std::max(all.y + all.height, each.bounds.y + each.bounds.height);
    all.x = std::min(all.x, each.bounds.x);
    all.y = std::min(all.y, each.bounds.y);
    all.width = right - all.x;
    all.height = bottom - all.y;
  }
  return all;
}

// The window server's number of a window that AX gave. No public function says it.
std::optional<CGWindowID> number_of_window(const ElementRef& window) {
  using GetWindow = AXError (*)(AXUIElementRef, CGWindowID*);
  const auto ask = reinterpret_cast<GetWindow>(dlsym(RTLD_DEFAULT, "_AXUIElementGetWindow"));
  CGWindowID number = kCGNullWindowID;
  if (!ask || ask(window.get(), &number) != kAXErrorSuccess || number == kCGNullWindowID) return std::nullopt;
  return number;
}

Result<Image> run(std::vector<std::string> arguments, const Limits& limits) {
  if (!CGPreflightScreenCaptureAccess()) {
    return Error{
        ErrorCode::kPermissionDenied,
        "macOS does not let this program see the screen: allow " + whom_to_allow() +
            " in System Settings > Privacy & Security > Screen & System Audio Recording, then start that again",
        {}};
  }
  const Picture picture;
  arguments.insert(arguments.begin(), {"screencapture", "-x", "-tbmp"});
  arguments.push_back(picture.path());
  auto& children = Children::of_this_process();
  auto started = children.start({"/usr/sbin/screencapture", std::move(arguments), ""}, Environment());
  if (!started) return started.take_error();
  std::optional<int> status;
  while (!(status = children.ended(*started))) {
    if (auto error = limits.exceeded("screencapture to take the picture")) return std::move(*error);
    limits.sleep_until(Clock::now() + kScreenshotRecheck);
  }
  if (failed(*status)) {
    const auto report = children.report(*started);
    return Error{ErrorCode::kRefused,
                 "screencapture took no picture: " + (report ? report->error.bytes : std::string("it said nothing")),
                 {}};
  }
  return cg::read_bitmap(picture.contents());
}

}  // namespace

Result<Image> take_screenshot(Session& session, const Capture& capture, const Limits& limits) {
  const std::vector<Display> displays = list_displays();
  Rect area = capture.area.value_or(all_of(displays));
  if (!capture.display.empty()) {
    std::string known;
    const Display* found = nullptr;
    for (const Display& each : displays) {
      if (each.id == capture.display) found = &each;
      known += (known.empty() ? "" : ", ") + each.id;
    }
    if (!found) {
      return Error{ErrorCode::kInvalidArgument, "there is no display " + capture.display + "; there are " + known, {}};
    }
    area = found->bounds;
  }
  std::vector<std::string> arguments;
  if (capture.window) {
    SUREHAND_TRY(window, window_of(session, *capture.window, limits));
    const auto place = frame(*window, limits);
    if (!place) return Error{ErrorCode::kNotActionable, "the window does not say where it is", {}};
    area = cg::rect_of(*place);
    if (capture.covered) {
      const auto number = number_of_window(*window);
      if (!number) {
        return Error{ErrorCode::kUnsupported, "this macOS does not say which window it is to the screen", {}};
      }
      arguments = {"-o", "-l" + std::to_string(*number)};  // without its shadow
    }
  }
  if (!capture.covered) area = intersection(area, all_of(displays));
  if (is_empty(area)) {
    return Error{ErrorCode::kInvalidArgument, "there is nothing to picture: the area is empty, or on no display", {}};
  }
  if (arguments.empty()) {
    arguments = {"-R" + std::to_string(area.x) + "," + std::to_string(area.y) + "," + std::to_string(area.width) + "," +
                 std::to_string(area.height)};
  }
  auto image = run(std::move(arguments), limits);
  if (!image) return image;
  image->bounds = area;
  image->scale = static_cast<double>(image->width) / area.width;
  return image;
}

}  // namespace surehand::ax
