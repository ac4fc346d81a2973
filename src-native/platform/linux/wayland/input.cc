#include "platform/linux/wayland/input.h"

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/seam/input.h"
#include "platform/linux/screen/input_walk.h"
#include "platform/linux/screen/strokes.h"

namespace surehand::wayland {
namespace {

using screen::Stroke;

// zwp_virtual_keyboard_manager_v1, zwp_virtual_keyboard_v1
constexpr uint16_t kCreateKeyboard = 0;
constexpr uint16_t kSetKeymap = 0, kKey = 1, kModifiers = 2;
constexpr uint32_t kXkbText = 1;
// zwlr_virtual_pointer_manager_v1, zwlr_virtual_pointer_v1
constexpr uint16_t kCreatePointer = 0;
constexpr uint16_t kMotionAbsolute = 1, kButton = 2, kFrame = 4, kAxisSource = 5, kAxisDiscrete = 7;
constexpr uint32_t kVertical = 0, kHorizontal = 1, kWheelSource = 0;

constexpr uint32_t kReleased = 0, kPressed = 1;
// What a notch of the wheel is worth to clients that do not count notches (libinput's 15 degrees).
constexpr double kNotch = 15;
// Parts of a px that a place on the screen is told in.
constexpr double kParts = 64;
// Keys that are sent before it is seen whether they still go where they are meant to go, and the client is let catch up: a compositor ends
// a client that leaves some thousand events unread.
constexpr size_t kTogether = 64;

uint32_t now() {
  return static_cast<uint32_t>(std::chrono::duration_cast<Milliseconds>(Clock::now().time_since_epoch()).count());
}

}  // namespace

class Input::Turn final : public screen::InputWalk {
 public:
  Turn(Input& input, const screen::Receiver& receiver, const Limits& limits)
      : InputWalk(receiver, limits, input.held_buttons_), input_(input), connection_(input.connection_) {}

  Status release_everything() override {
    for (const auto& [key, held] : input_.held_) SUREHAND_CHECK(strike(held.key.code, kReleased));
    input_.held_.clear();
    SUREHAND_CHECK(send_modifiers());
    for (const uint8_t button : held_buttons_) SUREHAND_CHECK(send_button(button, false));
    held_buttons_.clear();
    return connection_.roundtrip(limits_);
  }

  Status send_keymap() {
    const std::string text = input_.keymap_.text();
    const Fd file(memfd_create("surehand-keymap", MFD_CLOEXEC));
    const size_t size = text.size() + 1;  // with its NUL
    if (!file || write(file.get(), text.c_str(), size) != static_cast<ssize_t>(size)) {
      return Error{ErrorCode::kRefused, "the system gave no memory for a keymap", {}};
    }
    return connection_.send(
        Request(input_.keyboard_, kSetKeymap).u32(kXkbText).fd(file.get()).u32(static_cast<uint32_t>(size)), limits_);
  }

 private:
  Result<bool> is_active(screen::WindowId window) override { return input_.compositor_.is_active(window, limits_); }
  Status arrive() override { return connection_.roundtrip(limits_); }

  Status move(double x, double y) override {
    if (!layout_) {
      SUREHAND_TRY(displays, input_.compositor_.displays(limits_));
      int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
      for (const surehand::Display& display : *displays) {
        left = std::min(left, display.bounds.x);
        top = std::min(top, display.bounds.y);
        right = std::max(right, display.bounds.x + display.bounds.width);
        bottom = std::max(bottom, display.bounds.y + display.bounds.height);
      }
      if (right <= left || bottom <= top) return Error{ErrorCode::kRefused, "the compositor has no output", {}};
      layout_ = Rect{left, top, right - left, bottom - top};
    }
    const auto part = [](double place, int32_t from, int32_t size) {
      const double inside = std::isnan(place) ? 0 : std::clamp(place - from, 0.0, size - 1 / kParts);
      return static_cast<uint32_t>(std::lround(inside * kParts));
    };
    const uint32_t across = part(x, layout_->x, layout_->width), down = part(y, layout_->y, layout_->height);
    // What the pointer enters is told of no motion, and a person's never stops where it enters. GTK 3 sees by a motion that a field still
    // has the focus after a menu (gtkaccessibility.c).
    SUREHAND_CHECK(send_motion(across == 0 ? 1 : across - 1, down));
    return send_motion(across, down);
  }

  // In parts of a px, from the corner of all displays.
  Status send_motion(uint32_t across, uint32_t down) {
    const auto whole = [](int32_t size) { return static_cast<uint32_t>(size * kParts); };
    SUREHAND_CHECK(connection_.send(Request(input_.pointer_, kMotionAbsolute)
                                        .u32(now())
                                        .u32(across)
                                        .u32(down)
                                        .u32(whole(layout_->width))
                                        .u32(whole(layout_->height)),
                                    limits_));
    return frame();
  }

  Status send_button(uint8_t button, bool down) override {
    const uint32_t state = down ? kPressed : kReleased;
    SUREHAND_CHECK(connection_.send(
        Request(input_.pointer_, kButton).u32(now()).u32(screen::kernel_button(button)).u32(state), limits_));
    return frame();
  }

  Status turn_wheel(bool vertical, int32_t notches) override {
    const uint32_t axis = vertical ? kVertical : kHorizontal;
    const int32_t direction = notches < 0 ? -1 : 1;
    for (int32_t turned = 0; turned < std::abs(notches); ++turned) {
      SUREHAND_CHECK(connection_.send(Request(input_.pointer_, kAxisSource).u32(kWheelSource), limits_));
      SUREHAND_CHECK(connection_.send(
          Request(input_.pointer_, kAxisDiscrete).u32(now()).u32(axis).i32(fixed(direction * kNotch)).i32(direction),
          limits_));
      SUREHAND_CHECK(frame());
    }
    return Done{};
  }

  Status frame() { return connection_.send(Request(input_.pointer_, kFrame), limits_); }

  Status strike(uint32_t code, uint32_t state) {
    return connection_.send(Request(input_.keyboard_, kKey).u32(now()).u32(code).u32(state), limits_);
  }

  // What is held, but for Shift where that is said to be down or up. The locks are off: caps lock and the layout are those of the
  // person's keyboard.
  Status send_modifiers(std::optional<bool> shift = std::nullopt) {
    constexpr uint32_t kShift = 1;
    uint32_t mask = 0;
    for (const auto& [key, held] : input_.held_) {
      mask |= held.modifier;
      if (held.shift) mask |= kShift;
    }
    if (shift) mask = *shift ? mask | kShift : mask & ~kShift;
    return connection_.send(Request(input_.keyboard_, kModifiers).u32(mask).u32(0).u32(0).u32(0), limits_);
  }

  Status provide(const std::vector<Keysym>& keysyms) {
    bool changed = false;
    if (!input_.keymap_.provide(keysyms, changed)) {
      return Error{ErrorCode::kUnsupported, "the keyboard has no spare key left", {}};
    }
    return changed ? send_keymap() : Status(Done{});
  }

  Status press(const std::string& key, InputSent& sent) override {
    if (input_.held_.count(key) != 0) return Done{};  // it repeats by itself, at the client's
    const Keysym keysym = *screen::keysym_of_key(key);
    SUREHAND_CHECK(provide({keysym}));
    Held held;
    held.key = *input_.keymap_.find(keysym);
    held.modifier = modifier_bit(keysym);
    // Control with `A` means Control and the letter, as everybody writes it; with Shift, Shift is pressed as well.
    const bool command = std::any_of(input_.held_.begin(), input_.held_.end(), [](const auto& each) {
      return each.second.modifier != 0 && each.second.modifier != modifier_bit(screen::kShiftLeft);
    });
    held.shift = held.key.shift && input_.held_.count("Shift") == 0 && !(command && screen::is_letter(key));
    SUREHAND_CHECK(guard(sent));
    input_.held_[key] = held;
    if (held.modifier == 0) SUREHAND_CHECK(send_modifiers());
    SUREHAND_CHECK(strike(held.key.code, kPressed));
    return held.modifier != 0 ? send_modifiers() : Status(Done{});
  }

  Status release(const std::string& key) override {
    const auto found = input_.held_.find(key);
    if (found == input_.held_.end()) return Done{};
    const Held held = found->second;
    input_.held_.erase(found);
    SUREHAND_CHECK(strike(held.key.code, kReleased));
    return held.modifier != 0 || held.shift ? send_modifiers() : Status(Done{});
  }

  Status type(std::string_view text, InputSent& sent) override {
    const std::vector<Stroke> strokes = screen::strokes_of(text);
    const size_t before = sent.characters;
    for (size_t start = 0; start < strokes.size();) {
      const size_t end = std::min(start + std::min(kTogether, Keymap::spare_keys()), strokes.size());
      if (start > 0) {
        if (auto error = limits_.exceeded("the text to be typed")) return std::move(*error);
        SUREHAND_CHECK(connection_.roundtrip(limits_));
        if (receiver_.catch_up) SUREHAND_CHECK(receiver_.catch_up());
      }
      std::vector<Keysym> needed;
      for (size_t i = start; i < end; ++i) needed.push_back(strokes[i].keysym);
      std::sort(needed.begin(), needed.end());
      needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
      SUREHAND_CHECK(provide(needed));
      SUREHAND_CHECK(guard(sent));
      SUREHAND_CHECK(strike_together(strokes, start, end));
      sent.characters = before + strokes[end - 1].end;
      start = end;
    }
    return Done{};
  }

  Status strike_together(const std::vector<Stroke>& strokes, size_t start, size_t end) {
    std::optional<bool> shift;
    for (size_t i = start; i < end; ++i) {
      const Key key = *input_.keymap_.find(strokes[i].keysym);
      if (shift != key.shift) SUREHAND_CHECK(send_modifiers(key.shift));
      shift = key.shift;
      SUREHAND_CHECK(strike(key.code, kPressed));
      SUREHAND_CHECK(strike(key.code, kReleased));
    }
    return send_modifiers();
  }

  Input& input_;
  Connection& connection_;
  std::optional<Rect> layout_;
};

Status Input::begin(const Limits& limits) {
  const ObjectId seat = connection_.bind("wl_seat", 1);
  const ObjectId keyboards = connection_.bind("zwp_virtual_keyboard_manager_v1", 1);
  const ObjectId pointers = connection_.bind("zwlr_virtual_pointer_manager_v1", 1);
  keyboard_ = connection_.new_id();
  SUREHAND_CHECK(connection_.send(Request(keyboards, kCreateKeyboard).u32(seat).u32(keyboard_), limits));
  pointer_ = connection_.new_id();
  SUREHAND_CHECK(connection_.send(Request(pointers, kCreatePointer).u32(seat).u32(pointer_), limits));
  SUREHAND_CHECK(Turn(*this, {}, limits).send_keymap());
  return connection_.roundtrip(limits);
}

Status Input::perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits) {
  SUREHAND_CHECK(screen::check_keys(steps));
  InputSent sent;
  auto done = Turn(*this, receiver, limits).run(steps, sent);
  if (done) return done;
  let_go();
  return input_ended(done.take_error(), sent);
}

void Input::let_go() {
  constexpr Milliseconds kPatience(500);
  if (held_.empty() && held_buttons_.empty()) return;
  (void)Turn(*this, {}, Limits::within(kPatience)).release_everything();
}

}  // namespace surehand::wayland
