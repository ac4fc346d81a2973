#include "platform/linux/wayland/mutter/devices.h"

#include <algorithm>

#include "platform/linux/screen/extent.h"
#include "platform/linux/wayland/mutter/displays.h"

namespace surehand::wayland::mutter {
namespace {

constexpr uint32_t kVertical = 0, kHorizontal = 1;

}  // namespace

Result<bool> Devices::begin(const Limits& limits) {
  screen_.reset();
  auto started = desktop_.begun() ? desktop_.check() : start(limits);
  if (!started) return started.take_error();
  return false;
}

Status Devices::start(const Limits& limits) {
  SUREHAND_TRY(shown, displays(desktop_.bus(), limits));
  SUREHAND_CHECK(desktop_.begin(screen::extent_of(*shown), limits));
  SUREHAND_TRY(there, seat_.has_keyboard(limits));
  // mutter makes each device with its first event: a key that does not exist, and a way of no length.
  if (!*there) SUREHAND_CHECK(desktop_.keycode(0, true, limits));
  return desktop_.pointer_by(0, 0, limits);
}

Status Devices::wheel(bool vertical, int32_t notches, const Limits& limits) {
  return desktop_.wheel(vertical ? kVertical : kHorizontal, notches, limits);
}

// Inside of the displays: the compositor drops a place outside.
Status Devices::move(double x, double y, const Limits& limits) {
  if (!screen_) {
    SUREHAND_TRY(shown, displays(desktop_.bus(), limits));
    screen_ = screen::extent_of(*shown);
    if (!desktop_.covers(*screen_)) SUREHAND_CHECK(desktop_.begin(*screen_, limits));
  }
  const auto place = screen::inside(*screen_, x, y);
  return desktop_.move(place.first, place.second, limits);
}

Result<bool> Devices::is_active(screen::WindowId window, const Limits& limits) {
  SUREHAND_TRY(windows, shell_.windows(false, limits));
  return std::any_of(windows->begin(), windows->end(),
                     [&](const auto& each) { return each.id == window && each.active; });
}

Error Devices::no_key(const std::string& key) const {
  return {ErrorCode::kUnsupported,
          "the keyboard layout has no key for " + key +
              ", and GNOME types nothing else; paste the text with desktop.clipboard, or add an input "
              "source that has it. In unsafe mode GNOME Shell inserts any text into programs of GTK",
          {}};
}

}  // namespace surehand::wayland::mutter
