#include <CoreGraphics/CGDirectDisplay.h>

#include <algorithm>
#include <cmath>

#include "ax/desktop.h"
#include "cf/object.h"

using namespace axsim;

namespace {

struct Mode final : Object {
  static constexpr Type kType = Type::kDisplayMode;
  explicit Mode(const surehand::Display& display)
      : Object(kType),
        width(static_cast<size_t>(display.bounds.width)),
        height(static_cast<size_t>(display.bounds.height)),
        scale(display.scale) {}
  const size_t width, height;
  const double scale;
};

// Numbered from 1 in the order of the world, the primary one first.
const surehand::Display* display(const Desktop& desktop, CGDirectDisplayID id) {
  const auto& all = desktop.world.displays;
  return id >= 1 && id <= all.size() ? &all[id - 1] : nullptr;
}

}  // namespace

CGDirectDisplayID CGMainDisplayID() { return 1; }

CGError CGGetActiveDisplayList(uint32_t maxDisplays, CGDirectDisplayID* activeDisplays, uint32_t* displayCount) {
  const auto desktop = Desktop::current();
  if (!desktop) return kCGErrorInvalidConnection;
  const auto lock = desktop->enter();
  const auto all = static_cast<uint32_t>(desktop->world.displays.size());
  if (activeDisplays == nullptr) {
    *displayCount = all;
    return kCGErrorSuccess;
  }
  *displayCount = std::min(all, maxDisplays);
  for (uint32_t i = 0; i < *displayCount; ++i) activeDisplays[i] = i + 1;
  return kCGErrorSuccess;
}

CGRect CGDisplayBounds(CGDirectDisplayID id) {
  const auto desktop = Desktop::current();
  if (!desktop) return CGRectNull;
  const auto lock = desktop->enter();
  const auto* found = display(*desktop, id);
  if (found == nullptr) return CGRectNull;
  return CGRectMake(found->bounds.x, found->bounds.y, found->bounds.width, found->bounds.height);
}

CGDisplayModeRef CGDisplayCopyDisplayMode(CGDirectDisplayID id) {
  const auto desktop = Desktop::current();
  if (!desktop) return nullptr;
  const auto lock = desktop->enter();
  const auto* found = display(*desktop, id);
  return found ? ref<CGDisplayModeRef>(new Mode(*found)) : nullptr;
}

size_t CGDisplayModeGetWidth(CGDisplayModeRef mode) { return as<Mode>(mode, "CGDisplayModeGetWidth").width; }
size_t CGDisplayModeGetHeight(CGDisplayModeRef mode) { return as<Mode>(mode, "CGDisplayModeGetHeight").height; }

size_t CGDisplayModeGetPixelWidth(CGDisplayModeRef mode) {
  const auto& of = as<Mode>(mode, "CGDisplayModeGetPixelWidth");
  return static_cast<size_t>(std::lround(static_cast<double>(of.width) * of.scale));
}

size_t CGDisplayModeGetPixelHeight(CGDisplayModeRef mode) {
  const auto& of = as<Mode>(mode, "CGDisplayModeGetPixelHeight");
  return static_cast<size_t>(std::lround(static_cast<double>(of.height) * of.scale));
}

double CGDisplayModeGetRefreshRate(CGDisplayModeRef) { return 60; }

void CGDisplayModeRelease(CGDisplayModeRef mode) {
  if (mode != nullptr) CFRelease(mode);
}
