#include "platform/macos/cg/input.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/utf16.h"
#include "core/text/utf8.h"
#include "platform/macos/cf/ref.h"
#include "platform/macos/process/responsible.h"

namespace surehand::cg {

namespace {

constexpr size_t kMostUnits = 20;
// Between two pieces of a text: posted faster, some applications lose events.
constexpr Milliseconds kBetweenPieces{4};
constexpr CGEventFlags kCommands = kCGEventFlagMaskCommand | kCGEventFlagMaskControl;

// The left, the middle and the right one of the seam.
struct Button {
  CGMouseButton number;
  CGEventType down, up, dragged;
};
Button button_of(uint8_t button) {
  switch (button) {
    case 2:
      return {kCGMouseButtonCenter, kCGEventOtherMouseDown, kCGEventOtherMouseUp, kCGEventOtherMouseDragged};
    case 3:
      return {kCGMouseButtonRight, kCGEventRightMouseDown, kCGEventRightMouseUp, kCGEventRightMouseDragged};
    default:
      return {kCGMouseButtonLeft, kCGEventLeftMouseDown, kCGEventLeftMouseUp, kCGEventLeftMouseDragged};
  }
}

// What is written onto the character before it, or joins it with the next one.
bool continues(char32_t code) {
  constexpr char32_t kJoiner = 0x200D;
  return code == kJoiner || (code >= 0x0300 && code <= 0x036F) || (code >= 0x1AB0 && code <= 0x1AFF) ||
         (code >= 0x20D0 && code <= 0x20FF) || (code >= 0xFE00 && code <= 0xFE0F) ||
         (code >= 0x1F3FB && code <= 0x1F3FF) || (code >= 0xE0020 && code <= 0xE007F);
}

std::vector<UniChar> utf16_of(std::string_view text) {
  std::vector<UniChar> units;
  for (size_t at = 0; at < text.size();) {
    char32_t code = utf8::next(text, at);
    if (code == utf8::kInvalid) code = utf8::kReplacement;
    if (code >= 0x10000) {
      units.push_back(static_cast<UniChar>(0xD800 + ((code - 0x10000) >> 10)));
      units.push_back(static_cast<UniChar>(0xDC00 + ((code - 0x10000) & 0x3FF)));
    } else {
      units.push_back(static_cast<UniChar>(code));
    }
  }
  return units;
}

bool is_control(char character) { return static_cast<unsigned char>(character) < 0x20 || character == 0x7F; }

// A character that is a key and not a text: what has a key of that name, or nothing.
std::string_view key_for(char control) {
  switch (control) {
    case '\n':
    case '\r':
      return "Enter";
    case '\t':
      return "Tab";
    case '\b':
      return "Backspace";
    default:
      return {};
  }
}

int32_t notches(double wanted) {
  constexpr double kMost = 1000;
  return std::isnan(wanted) ? 0 : static_cast<int32_t>(std::clamp(std::round(wanted), -kMost, kMost));
}

Status check(const std::vector<InputStep>& steps, const Receiver& receiver) {
  for (const InputStep& step : steps) {
    using Kind = InputStep::Kind;
    if (step.kind == Kind::kKeyDown || step.kind == Kind::kKeyUp) {
      SUREHAND_CHECK(key_named(step.key));
    }
    const bool pointer =
        step.kind == Kind::kMove || step.kind == Kind::kDown || step.kind == Kind::kUp || step.kind == Kind::kWheel;
    if (pointer && receiver.process != 0) {
      return Error{
          ErrorCode::kUnsupported, "macOS hands keys to an application in the background, and no pointer input", {}};
    }
  }
  return Done{};
}

}  // namespace

std::string_view next_piece(std::string_view text) {
  size_t whole = 0;  // the end of the last piece that is not in the middle of what belongs together
  size_t fits = 0;
  size_t units = 0;
  bool joined = false;
  for (size_t at = 0; at < text.size();) {
    if (is_control(text[at])) {
      whole = at;
      break;
    }
    const size_t begin = at;
    const char32_t code = utf8::next(text, at);
    if (!continues(code) && !joined) whole = begin;
    joined = code == 0x200D;
    units += code >= 0x10000 && code != utf8::kInvalid ? 2 : 1;
    if (units > kMostUnits) break;
    fits = at;
    if (at == text.size()) whole = at;
  }
  // What belongs together and is longer than an event is cut all the same.
  return text.substr(0, whole > 0 ? whole : fits);
}

// The steps of one call.
class Input::Turn {
 public:
  Turn(Input& input, const Receiver& receiver, const Limits& limits)
      : input_(input),
        receiver_(receiver),
        limits_(limits),
        source_(cf::Ref<CGEventSourceRef>::adopt(CGEventSourceCreate(kCGEventSourceStateHIDSystemState))) {
    // Otherwise macOS ignores the user's own input for a quarter of a second after each event.
    if (source_) CGEventSourceSetLocalEventsSuppressionInterval(source_.get(), 0);
  }

  Status one(const InputStep& step) {
    switch (step.kind) {
      case InputStep::Kind::kMove:
        return move({step.x, step.y});
      case InputStep::Kind::kDown:
        return guarded([&] {
          input_.held_buttons_.insert(step.button);
          post_button(step.button, button_of(step.button).down, step.click);
        });
      case InputStep::Kind::kUp:
        input_.held_buttons_.erase(step.button);
        post_button(step.button, button_of(step.button).up, step.click);
        return Done{};
      case InputStep::Kind::kWheel:
        return guarded([&] { turn(notches(step.x), notches(step.y)); });
      case InputStep::Kind::kKeyDown:
        return guarded([&] { press(step.key); });
      case InputStep::Kind::kKeyUp:
        release(step.key);
        return Done{};
      case InputStep::Kind::kText:
        return type(step.text);
      case InputStep::Kind::kSetBack:
        release_everything();
        return Done{};
      case InputStep::Kind::kPause:
        return Done{};
    }
    return Done{};
  }

  void release_everything() {
    while (!input_.held_.empty()) release(std::string(input_.held_.begin()->first));
    for (const uint8_t button : std::exchange(input_.held_buttons_, {})) {
      post_button(button, button_of(button).up, 1);
    }
  }

  InputSent& sent() { return sent_; }

 private:
  using Event = cf::Ref<CGEventRef>;

  // Sends what `make` does only if it goes where it is meant to go. Nothing keeps another window from coming between the look
  // and the event; on macOS there is no narrower place to look.
  template <class Make>
  Status guarded(Make make) {
    if (receiver_.has_keyboard) {
      SUREHAND_TRY(there, receiver_.has_keyboard(limits_));
      if (!*there) return foreground_lost(sent_);
    }
    sent_.anything = true;
    make();
    return Done{};
  }

  void post(const Event& event, CGEventFlags flags) {
    if (!event) return;
    // Said of every event: one that says nothing takes over what the user holds at the keyboard.
    CGEventSetFlags(event.get(), flags);
    if (receiver_.process != 0) {
      CGEventPostToPid(receiver_.process, event.get());
    } else {
      CGEventPost(kCGHIDEventTap, event.get());
    }
  }

  CGEventFlags modifiers() const {
    CGEventFlags flags = 0;
    for (const auto& [name, key] : input_.held_) flags |= key.modifier;
    return flags;
  }

  CGPoint pointer() {
    if (!input_.at_) {
      const auto now = Event::adopt(CGEventCreate(source_.get()));
      input_.at_ = now ? CGEventGetLocation(now.get()) : CGPoint{0, 0};
    }
    return *input_.at_;
  }

  Status move(CGPoint to) {
    sent_.anything = true;
    input_.at_ = to;
    const bool drags = !input_.held_buttons_.empty();
    const Button button = button_of(drags ? *input_.held_buttons_.begin() : 1);
    post(Event::adopt(
             CGEventCreateMouseEvent(source_.get(), drags ? button.dragged : kCGEventMouseMoved, to, button.number)),
         modifiers());
    return Done{};
  }

  void post_button(uint8_t which, CGEventType type, uint8_t click) {
    const auto event = Event::adopt(CGEventCreateMouseEvent(source_.get(), type, pointer(), button_of(which).number));
    if (event) CGEventSetIntegerValueField(event.get(), kCGMouseEventClickState, click);
    post(event, modifiers());
  }

  void turn(int32_t right, int32_t down) {
    // To Core Graphics up and left are positive.
    post(Event::adopt(CGEventCreateScrollWheelEvent2(source_.get(), kCGScrollEventUnitLine, 2, -down, -right, 0)),
         modifiers());
  }

  Event key_event(const Key& key, bool down) {
    return Event::adopt(CGEventCreateKeyboardEvent(source_.get(), key.code, down));
  }

  // What is written with Shift says so, unless it is a shortcut: Control with `A` means Control and the letter, as everybody
  // writes it.
  CGEventFlags flags_of(const Key& key) const {
    CGEventFlags flags = modifiers() | key.own;
    if (key.shift && (flags & kCommands) == 0) flags |= kCGEventFlagMaskShift;
    return flags;
  }

  void write_character(const Event& event, const std::string& name) {
    const auto units = utf16_of(name);
    CGEventKeyboardSetUnicodeString(event.get(), units.size(), units.data());
  }

  void press(const std::string& name) {
    const auto known = key_named(name);
    if (!known) return;
    const Key key = *known;
    const bool repeats = !input_.held_.emplace(name, key).second;
    const auto event = key_event(key, true);
    if (!event) return;
    if (repeats) CGEventSetIntegerValueField(event.get(), kCGKeyboardEventAutorepeat, 1);
    if (key.by_character) write_character(event, name);
    post(event, flags_of(key));
  }

  void release(const std::string& name) {
    const auto held = input_.held_.find(name);
    auto known = held != input_.held_.end() ? Result<Key>(held->second) : key_named(name);
    if (held != input_.held_.end()) input_.held_.erase(held);
    if (!known) return;
    const auto event = key_event(*known, false);
    if (event && known->by_character) write_character(event, name);
    post(event, flags_of(*known));
  }

  Status type(std::string_view text) {
    const size_t before = sent_.characters;
    size_t units = 0;
    for (bool first = true; !text.empty(); first = false) {
      if (auto error = limits_.exceeded("the text to be typed")) return std::move(*error);
      if (!first) limits_.sleep_until(Clock::now() + kBetweenPieces);
      size_t taken = 1;
      Status struck = Done{};
      if (is_control(text[0])) {
        if (text.substr(0, 2) == "\r\n") taken = 2;
        if (const auto key = key_for(text[0]); !key.empty()) struck = guarded([&] { strike(std::string(key)); });
      } else {
        const std::string_view piece = next_piece(text);
        taken = piece.size();
        struck = guarded([&] { write(piece); });
      }
      if (!struck) return struck;
      units += utf16::units(text.substr(0, taken));
      sent_.characters = before + units;
      text.remove_prefix(taken);
    }
    return Done{};
  }

  void strike(const std::string& name) {
    press(name);
    release(name);
  }

  // What is held is no part of a text: with Command held it would be shortcuts.
  void write(std::string_view piece) {
    const auto units = utf16_of(piece);
    const CGEventFlags flags = modifiers();
    for (const bool down : {true, false}) {
      const auto event = key_event(Key{}, down);
      if (!event) return;
      CGEventKeyboardSetUnicodeString(event.get(), units.size(), units.data());
      post(event, flags);
    }
  }

  Input& input_;
  const Receiver& receiver_;
  const Limits& limits_;
  cf::Ref<CGEventSourceRef> source_;
  InputSent sent_;
};

Status Input::perform(const std::vector<InputStep>& steps, const Receiver& receiver, const Limits& limits) {
  if (auto sound = check(steps, receiver); !sound) return sound;
  if (!CGPreflightPostEventAccess()) {
    // Posted all the same, it would be dropped without a word.
    return Error{ErrorCode::kPermissionDenied,
                 "macOS does not let this program send input: allow " + ax::whom_to_allow() +
                     " in System Settings > Privacy & Security > Accessibility, then start that again",
                 {}};
  }
  std::unique_lock lock(mutex_);
  at_.reset();  // the user may have moved it since
  Turn turn(*this, receiver, limits);
  Status status = Done{};
  for (const InputStep& step : steps) {
    if (step.kind == InputStep::Kind::kPause) {
      lock.unlock();
      limits.sleep_until(Clock::now() + step.pause);
      lock.lock();
    }
    if (auto error = limits.exceeded("the input to be made")) status = std::move(*error);
    if (status) status = turn.one(step);
    if (!status) break;
    ++turn.sent().steps;
  }
  if (status) return status;
  turn.release_everything();
  return input_ended(status.take_error(), turn.sent());
}

Input::~Input() {
  if (held_.empty() && held_buttons_.empty()) return;
  const Receiver anybody;
  const Limits limits;
  Turn(*this, anybody, limits).release_everything();
}

}  // namespace surehand::cg
