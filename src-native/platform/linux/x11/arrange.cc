#include "platform/linux/x11/arrange.h"

#include "platform/linux/x11/properties.h"

namespace surehand::x11 {
namespace {

constexpr uint8_t kBadWindow = 3;
constexpr uint32_t kFromPager = 2;  // a pager's request is not taken for the client's own
constexpr Atom kAtomWmNormalHints = 40;

// What the numbers of a request to move are about: the client's own area (static), or its frame (all others).
enum Gravity : uint32_t { kNorthWest = 1, kStatic = 10 };

// STALE when the window is gone.
Result<std::string> sent(Talk& talk, Window window, std::string_view what) {
  SUREHAND_TRY(exists, talk.call(Request(Opcode::kGetWindowAttributes).u32(window)));
  if (exists->is_error()) return gone(window);
  SUREHAND_TRY(error, talk.sync());
  if (*error == kBadWindow) return gone(window);
  return std::string(what);
}

Error nobody_does(std::string_view what) {
  return {ErrorCode::kUnsupported,
          "no window manager runs on this display that " + std::string(what) +
              " windows; start one (surehand/headless starts openbox)",
          {}};
}

// Where a window is put, in the words of its own gravity. Openbox keeps the place that a window comes back to by that, whatever the request
// says: asked by another one, the window was off by its frame when it was restored.
struct Destination {
  Gravity gravity = kNorthWest;
  int32_t x = 0, y = 0;
};

Result<Destination> destination(Talk& talk, Window window, const Rect& place) {
  constexpr size_t kHints = 18, kFlags = 0, kGravity = 17;
  constexpr uint32_t kHasGravity = 1u << 9;
  const Display& display = talk.display();
  const auto asked_hints = talk.ask(get_property(window, kAtomWmNormalHints, kHints));
  const auto asked_frame = talk.ask(get_property(window, display.atom(Name::kFrameExtents), 4));
  SUREHAND_TRY(hints_answer, talk.answer(asked_hints));
  SUREHAND_TRY(frame_answer, talk.answer(asked_frame));
  const auto hints = numbers(*hints_answer);
  const auto frame = numbers(*frame_answer);
  const bool is_static = hints.size() == kHints && (hints[kFlags] & kHasGravity) != 0 && hints[kGravity] == kStatic;
  if (is_static) return Destination{kStatic, place.x, place.y};
  if (frame.size() != 4) return Destination{kNorthWest, place.x, place.y};
  return Destination{kNorthWest, place.x - static_cast<int32_t>(frame[0]), place.y - static_cast<int32_t>(frame[2])};
}

}  // namespace

Result<std::string> minimize(Display& display, Window window, const Limits& limits) {
  constexpr uint32_t kIconicState = 3;
  SUREHAND_TRY(talk, display.talk(limits));
  SUREHAND_TRY(managed, manager_supports(*talk, Name::kStateHidden));
  if (!*managed) return nobody_does("minimizes");
  talk->send(
      client_message(display.root(), kSubstructureEvents, window, display.atom(Name::kChangeState), {kIconicState}));
  return sent(*talk, window, "WM_CHANGE_STATE");
}

Result<std::string> maximize(Display& display, Window window, bool maximized, const Limits& limits) {
  SUREHAND_TRY(talk, display.talk(limits));
  SUREHAND_TRY(managed, manager_supports(*talk, Name::kStateMaximizedVert));
  if (!*managed) return nobody_does("maximizes");
  talk->send(client_message(display.root(), kSubstructureEvents, window, display.atom(Name::kWindowState),
                            {maximized ? 1u : 0u, display.atom(Name::kStateMaximizedHorz),
                             display.atom(Name::kStateMaximizedVert), kFromPager}));
  return sent(*talk, window, "_NET_WM_STATE");
}

Result<std::string> show(Display& display, Window window, const Limits& limits) {
  SUREHAND_TRY(talk, display.talk(limits));
  talk->send(Request(Opcode::kMapWindow).u32(window));
  return sent(*talk, window, "MapWindow");
}

Result<std::string> place(Display& display, Window window, const Rect& content, const Rect& place,
                          const Limits& limits) {
  constexpr uint32_t kX = 1, kY = 2, kWidth = 4, kHeight = 8;
  uint32_t wanted = 0;
  if (place.x != content.x || place.y != content.y) wanted |= kX | kY;
  if (place.width != content.width || place.height != content.height) wanted |= kWidth | kHeight;
  SUREHAND_TRY(talk, display.talk(limits));
  SUREHAND_TRY(managed, manager_supports(*talk, Name::kMoveResizeWindow));
  if (*managed) {
    SUREHAND_TRY(to, destination(*talk, window, place));
    talk->send(client_message(
        display.root(), kSubstructureEvents, window, display.atom(Name::kMoveResizeWindow),
        {to->gravity | wanted << 8 | kFromPager << 12, static_cast<uint32_t>(to->x), static_cast<uint32_t>(to->y),
         static_cast<uint32_t>(place.width), static_cast<uint32_t>(place.height)}));
    return sent(*talk, window, "_NET_MOVERESIZE_WINDOW");
  }
  Request configure(Opcode::kConfigureWindow);
  configure.u32(window).u16(static_cast<uint16_t>(wanted)).u16(0);
  if ((wanted & kX) != 0) configure.u32(static_cast<uint32_t>(place.x)).u32(static_cast<uint32_t>(place.y));
  if ((wanted & kWidth) != 0) {
    configure.u32(static_cast<uint32_t>(place.width)).u32(static_cast<uint32_t>(place.height));
  }
  talk->send(std::move(configure));
  return sent(*talk, window, "ConfigureWindow");
}

}  // namespace surehand::x11
