#include "platform/windows/screenshot.h"

#include <algorithm>
#include <string>

#include "platform/windows/displays.h"
#include "platform/windows/permissions.h"
#include "platform/windows/win32/integrity.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

// Not in mingw-w64 10. It has a window draw what the compositor has of it, which is all that some programs draw.
constexpr UINT kRenderFullContent = 2;

// Memory that can be drawn into.
class Canvas {
 public:
  Canvas(int width, int height) : width_(width), height_(height), screen_(GetDC(nullptr)) {
    memory_ = CreateCompatibleDC(screen_);
    BITMAPINFO shape{};
    shape.bmiHeader.biSize = sizeof shape.bmiHeader;
    shape.bmiHeader.biWidth = width;
    shape.bmiHeader.biHeight = -height;  // the first row first
    shape.bmiHeader.biPlanes = 1;
    shape.bmiHeader.biBitCount = 32;
    bitmap_ = CreateDIBSection(screen_, &shape, DIB_RGB_COLORS, &pixels_, nullptr, 0);
    before_ = bitmap_ ? SelectObject(memory_, bitmap_) : nullptr;
  }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  ~Canvas() {
    if (before_) SelectObject(memory_, before_);
    if (bitmap_) DeleteObject(bitmap_);
    if (memory_) DeleteDC(memory_);
    if (screen_) ReleaseDC(nullptr, screen_);
  }

  bool made() const { return bitmap_ != nullptr; }
  HDC screen() const { return screen_; }
  HDC memory() const { return memory_; }

  // GDI has blue first, and leaves the fourth byte as it was.
  std::vector<uint8_t> rgba() const {
    GdiFlush();
    const auto* from = static_cast<const uint8_t*>(pixels_);
    std::vector<uint8_t> out(static_cast<size_t>(width_) * static_cast<size_t>(height_) * 4);
    for (size_t i = 0; i < out.size(); i += 4) {
      out[i] = from[i + 2];
      out[i + 1] = from[i + 1];
      out[i + 2] = from[i];
      out[i + 3] = 0xff;
    }
    return out;
  }

 private:
  int width_, height_;
  HDC screen_, memory_ = nullptr;
  void* pixels_ = nullptr;
  HBITMAP bitmap_ = nullptr;
  HGDIOBJ before_ = nullptr;
};

Rect whole_screen() {
  return {GetSystemMetrics(SM_XVIRTUALSCREEN), GetSystemMetrics(SM_YVIRTUALSCREEN),
          GetSystemMetrics(SM_CXVIRTUALSCREEN), GetSystemMetrics(SM_CYVIRTUALSCREEN)};
}

Result<Image> image_of(const Canvas& canvas, const Rect& bounds) {
  Image image;
  image.bounds = bounds;
  image.width = static_cast<uint32_t>(bounds.width);
  image.height = static_cast<uint32_t>(bounds.height);
  image.rgba = canvas.rgba();
  return image;
}

Result<Image> picture_of_screen(const Rect& wanted) {
  const Rect area = intersection(wanted, whole_screen());
  if (is_empty(area)) {
    return Error{ErrorCode::kInvalidArgument, "the area to capture is on no display", {}};
  }
  const Canvas canvas(area.width, area.height);
  // CAPTUREBLT: with the windows that are drawn in layers.
  if (!canvas.made() ||
      !BitBlt(canvas.memory(), 0, 0, area.width, area.height, canvas.screen(), area.x, area.y, SRCCOPY | CAPTUREBLT)) {
    return Error{ErrorCode::kRefused,
                 "Windows gave no picture of the screen (error " + std::to_string(GetLastError()) +
                     "); there is none while no user is logged on to it",
                 {}};
  }
  return image_of(canvas, area);
}

// The window draws itself, into memory: its own thread does, so one that hangs is not asked.
Result<Image> picture_of_window(HWND window, const Rect& bounds) {
  if (IsHungAppWindow(window)) {
    return Error{ErrorCode::kAppUnresponsive, "the window does not answer, so it cannot draw itself", {}};
  }
  RECT whole;
  if (!GetWindowRect(window, &whole)) return refused_by_windows("the window could not be drawn");
  const Canvas canvas(whole.right - whole.left, whole.bottom - whole.top);
  if (!canvas.made() || !PrintWindow(window, canvas.memory(), kRenderFullContent)) {
    return refused_by_windows("the window could not be drawn");
  }
  // Without the border that it has for the mouse.
  const Canvas cut(bounds.width, bounds.height);
  if (!cut.made() || !BitBlt(cut.memory(), 0, 0, bounds.width, bounds.height, canvas.memory(), bounds.x - whole.left,
                             bounds.y - whole.top, SRCCOPY)) {
    return refused_by_windows("the window could not be drawn");
  }
  return image_of(cut, bounds);
}

}  // namespace

Result<Image> take_screenshot(Session& session, const Capture& capture, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  Rect area = capture.area.value_or(whole_screen());
  if (!capture.display.empty()) {
    SUREHAND_TRY(displays, list_displays(session, limits));
    std::string known;
    bool found = false;
    for (const Display& each : *displays) {
      if (each.id == capture.display) area = each.bounds;
      found = found || each.id == capture.display;
      known += (known.empty() ? "" : ", ") + each.id;
    }
    if (!found) {
      return Error{ErrorCode::kInvalidArgument, "there is no display " + capture.display + "; there are " + known, {}};
    }
  }
  if (capture.window) {
    SUREHAND_TRY(window, top_level_of(session, *capture.window));
    const auto bounds = bounds_of(*window);
    if (!bounds) return Error{ErrorCode::kNotActionable, "a minimized window has no picture; restore it first", {}};
    if (capture.covered) return picture_of_window(*window, *bounds);
    area = *bounds;
  }
  return picture_of_screen(area);
}

}  // namespace surehand::uia
