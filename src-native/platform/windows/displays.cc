#include "platform/windows/displays.h"

#include <shellscalingapi.h>

#include <algorithm>

#include "platform/windows/com/text.h"

namespace surehand::uia {
namespace {

Rect rect_of(const RECT& rect) { return {rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top}; }

BOOL CALLBACK add_display(HMONITOR monitor, HDC, RECT*, LPARAM parameter) {
  MONITORINFOEXW info;
  info.cbSize = sizeof info;
  if (!GetMonitorInfoW(monitor, &info)) return TRUE;
  Display display;
  display.id = to_utf8(info.szDevice);
  display.bounds = rect_of(info.rcMonitor);
  display.work_area = rect_of(info.rcWork);
  display.primary = (info.dwFlags & MONITORINFOF_PRIMARY) != 0;
  UINT across = USER_DEFAULT_SCREEN_DPI, down = USER_DEFAULT_SCREEN_DPI;
  if (SUCCEEDED(GetDpiForMonitor(monitor, MDT_EFFECTIVE_DPI, &across, &down))) {
    display.scale = static_cast<double>(across) / USER_DEFAULT_SCREEN_DPI;
  }
  reinterpret_cast<std::vector<Display>*>(parameter)->push_back(std::move(display));
  return TRUE;
}

}  // namespace

Result<std::vector<Display>> list_displays(Session&, const Limits&) {
  std::vector<Display> displays;
  EnumDisplayMonitors(nullptr, nullptr, add_display, reinterpret_cast<LPARAM>(&displays));
  if (displays.empty()) return Error{ErrorCode::kNoDesktop, "Windows reports no display in this session", {}};
  std::stable_partition(displays.begin(), displays.end(), [](const Display& display) { return display.primary; });
  return displays;
}

void see_physical_pixels() { SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2); }

PhysicalPixels::PhysicalPixels() : before_(SetThreadDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2)) {}

PhysicalPixels::~PhysicalPixels() {
  if (before_) SetThreadDpiAwarenessContext(before_);
}

}  // namespace surehand::uia
