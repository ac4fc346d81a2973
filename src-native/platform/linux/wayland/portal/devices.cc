#include "platform/linux/wayland/portal/devices.h"

#include <algorithm>

#include "platform/linux/screen/extent.h"

namespace surehand::wayland::portal {
namespace {

constexpr uint32_t kVertical = 0, kHorizontal = 1;
constexpr Milliseconds kLookAgain(20);
// The portal hands calls on without waiting for the compositor.
constexpr Milliseconds kKeyboardComes(2000);
// Programs that hear of their first keyboard need a moment until they listen to it.
constexpr Milliseconds kProgramsListen(200);

std::string text_of(const Rect& rect) {
  return std::to_string(rect.width) + " x " + std::to_string(rect.height) + " at " + std::to_string(rect.x) + ", " +
         std::to_string(rect.y);
}

}  // namespace

Result<Rect> place_of(const Stream& stream, const std::vector<surehand::Display>& displays) {
  if (stream.place) return *stream.place;
  if (displays.size() == 1) return displays.front().bounds;
  return Error{ErrorCode::kUnsupported,
               "the desktop portal does not tell which of the displays it casts, so places on the screen are not known",
               {}};
}

Result<bool> Devices::begin(const Limits& limits) {
  screen_.reset();
  cast_.reset();
  SUREHAND_TRY(asked, session_.begin(limits));
  const auto keyboard = session_.has(kKeyboard);
  if (!keyboard && !session_.has(kPointer)) return keyboard.error();
  return asked;
}

Status Devices::check(const std::vector<InputStep>& steps) {
  using Kind = InputStep::Kind;
  for (const InputStep& step : steps) {
    const Kind kind = step.kind;
    if (kind == Kind::kKeyDown || kind == Kind::kText) SUREHAND_CHECK(session_.has(kKeyboard));
    if (kind == Kind::kMove || kind == Kind::kDown || kind == Kind::kWheel) SUREHAND_CHECK(session_.has(kPointer));
    if (kind == Kind::kMove) SUREHAND_CHECK(session_.stream());
  }
  return Done{};
}

Result<remote::Layout> Devices::layout(const Limits& limits) {
  SUREHAND_TRY(there, seat_.has_keyboard(limits));
  if (*there) {
    auto layout = seat_.layout(limits);
    if (layout || layout.error().code != ErrorCode::kUnsupported) return layout;
    // The only keyboard may have gone meanwhile.
    SUREHAND_TRY(still, seat_.has_keyboard(limits));
    if (*still) return layout;
  }
  SUREHAND_CHECK(add_keyboard(limits));
  return seat_.layout(limits);
}

// A compositor makes one with its first key: here one that does not exist.
Status Devices::add_keyboard(const Limits& limits) {
  for (const bool pressed : {true, false}) {
    SUREHAND_CHECK(send(kKeyboard, "NotifyKeyboardKeycode", "oa{sv}iu", limits,
                        [&](dbus::Writer& body) { body.i32(0).u32(pressed ? 1 : 0); }));
  }
  const Limits patience = limits.capped(kKeyboardComes);
  while (!patience.expired() && !limits.cancelled()) {
    SUREHAND_TRY(there, seat_.has_keyboard(limits));
    if (*there) {
      limits.sleep_until(Clock::now() + kProgramsListen);
      break;
    }
    limits.sleep_until(Clock::now() + kLookAgain);
  }
  return Done{};
}

Status Devices::send(uint32_t device, std::string_view member, std::string_view signature, const Limits& limits,
                     const std::function<void(dbus::Writer&)>& arguments) {
  SUREHAND_CHECK(session_.has(device));
  SUREHAND_TRY(reply, session_.call(kRemoteDesktop, member, signature, limits, arguments));
  return Done{};
}

Status Devices::keysym(screen::Keysym keysym, bool pressed, const Limits& limits) {
  return send(kKeyboard, "NotifyKeyboardKeysym", "oa{sv}iu", limits,
              [&](dbus::Writer& body) { body.i32(static_cast<int32_t>(keysym)).u32(pressed ? 1 : 0); });
}

Status Devices::button(uint32_t code, bool pressed, const Limits& limits) {
  return send(kPointer, "NotifyPointerButton", "oa{sv}iu", limits,
              [&](dbus::Writer& body) { body.i32(static_cast<int32_t>(code)).u32(pressed ? 1 : 0); });
}

Status Devices::wheel(bool vertical, int32_t notches, const Limits& limits) {
  return send(kPointer, "NotifyPointerAxisDiscrete", "oa{sv}ui", limits,
              [&](dbus::Writer& body) { body.u32(vertical ? kVertical : kHorizontal).i32(notches); });
}

Status Devices::move(double x, double y, const Limits& limits) {
  SUREHAND_TRY(stream, session_.stream());
  if (!cast_) {
    SUREHAND_TRY(displays, outputs_.read(limits));
    screen_ = screen::extent_of(*displays);
    SUREHAND_TRY(place, place_of(*stream, *displays));
    cast_ = *place;
  }
  const Rect& cast = *cast_;
  const auto [left, top] = screen::inside(*screen_, x, y);
  const bool is_cast = left >= cast.x && top >= cast.y && left < cast.x + cast.width && top < cast.y + cast.height;
  if (!is_cast) {
    return Error{ErrorCode::kUnsupported,
                 "the pointer gets to the display that the person shared (" + text_of(cast) +
                     "), and not to others; "
                     "open the desktop again and share the other one",
                 {}};
  }
  // From the corner of the display that is cast.
  const double dx = left - cast.x, dy = top - cast.y;
  return send(kPointer, "NotifyPointerMotionAbsolute", "oa{sv}udd", limits,
              [&](dbus::Writer& body) { body.u32(stream->node).f64(dx).f64(dy); });
}

Result<bool> Devices::is_active(screen::WindowId, const Limits&) {
  return Error{ErrorCode::kUnsupported, "a desktop portal does not tell which window is active", {}};
}

Error Devices::no_key(const std::string& key) const {
  return {ErrorCode::kUnsupported,
          "the keyboard layout has no key for " + key +
              ", and the desktop portal types nothing else; fill() sets a text without keys, or add a keyboard layout "
              "that has it",
          {}};
}

}  // namespace surehand::wayland::portal
