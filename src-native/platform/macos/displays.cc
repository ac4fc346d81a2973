#include "platform/macos/displays.h"

#include <CoreGraphics/CoreGraphics.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace surehand::ax {

namespace {

constexpr uint32_t kMost = 32;

// Pixels for each point.
double scale_of(CGDirectDisplayID display) {
  const CGDisplayModeRef mode = CGDisplayCopyDisplayMode(display);
  if (!mode) return 1;
  const auto points = static_cast<double>(CGDisplayModeGetWidth(mode));
  const auto pixels = static_cast<double>(CGDisplayModeGetPixelWidth(mode));
  CGDisplayModeRelease(mode);
  return points > 0 && pixels > 0 ? pixels / points : 1;
}

}  // namespace

std::vector<Display> list_displays() {
  std::array<CGDirectDisplayID, kMost> ids{};
  uint32_t count = 0;
  std::vector<Display> displays;
  if (CGGetActiveDisplayList(kMost, ids.data(), &count) != kCGErrorSuccess) return displays;
  for (uint32_t i = 0; i < std::min(count, kMost); ++i) {
    const CGRect bounds = CGDisplayBounds(ids[i]);
    Display display;
    display.id = std::to_string(ids[i]);
    display.bounds = {
        static_cast<int32_t>(std::lround(bounds.origin.x)), static_cast<int32_t>(std::lround(bounds.origin.y)),
        static_cast<int32_t>(std::lround(bounds.size.width)), static_cast<int32_t>(std::lround(bounds.size.height))};
    // What the menu bar and the Dock leave, AppKit alone knows.
    display.work_area = display.bounds;
    display.scale = scale_of(ids[i]);
    display.primary = ids[i] == CGMainDisplayID();
    displays.push_back(std::move(display));
  }
  std::stable_partition(displays.begin(), displays.end(), [](const Display& each) { return each.primary; });
  return displays;
}

}  // namespace surehand::ax
