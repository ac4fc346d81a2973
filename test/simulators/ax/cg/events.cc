#include <Carbon/Carbon.h>
#include <CoreGraphics/CGEvent.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "ax/desktop.h"
#include "cf/string.h"
#include "cg/keyboard.h"

using namespace axsim;
using surehand::InputStep;

namespace axsim {
namespace {

struct EventSource final : Object {
  static constexpr Type kType = Type::kEventSource;
  EventSource() : Object(kType) {}
  double suppression = 0.25;
};

struct CgEvent final : Object {
  static constexpr Type kType = Type::kEvent;
  explicit CgEvent(CGEventType type) : Object(kType), type(type) {}
  CGEventType type;
  CGPoint location{0, 0};
  CGMouseButton button = kCGMouseButtonLeft;
  CGKeyCode key = 0;
  CGEventFlags flags = 0;
  std::u16string units;
  bool in_lines = true;
  double wheel_x = 0, wheel_y = 0;
  std::map<uint32_t, int64_t> fields;
};

// More than this of a text is cut off: measured by those who type.
constexpr size_t kUnitsOfOneEvent = 20;

struct Pointer {
  std::mutex mutex;
  CGPoint at{0, 0};
};
Pointer& pointer() {
  static auto* const one = new Pointer;
  return *one;
}

InputStep step(InputStep::Kind kind) {
  InputStep made;
  made.kind = kind;
  return made;
}

// What an event does to the desktop. Modifiers are what the event's flags say, whatever keys went down before.
class Arrival {
 public:
  explicit Arrival(Desktop& desktop) : desktop_(desktop) {}

  void hold(CGEventFlags flags) {
    static constexpr std::pair<CGEventFlags, const char*> kNames[] = {{kCGEventFlagMaskControl, "Control"},
                                                                      {kCGEventFlagMaskAlternate, "Alt"},
                                                                      {kCGEventFlagMaskShift, "Shift"},
                                                                      {kCGEventFlagMaskCommand, "Meta"}};
    for (const auto& [mask, name] : kNames) {
      auto one = step((flags & mask) != 0 ? InputStep::Kind::kKeyDown : InputStep::Kind::kKeyUp);
      one.key = name;
      send(one);
    }
  }

  void key(const CgEvent& event) {
    if (event.type != kCGEventKeyDown || is_modifier(event.key)) return;
    CGEventFlags flags = event.flags;
    const bool commands =
        (flags & (kCGEventFlagMaskCommand | kCGEventFlagMaskControl | kCGEventFlagMaskAlternate)) != 0;
    if (!event.units.empty() && !commands) {
      const Held made(ref<CFTypeRef>(new String(event.units.substr(0, kUnitsOfOneEvent))));
      auto text = step(InputStep::Kind::kText);
      text.text = utf8_of(static_cast<CFStringRef>(made.get()), "CGEventPost");
      hold(0);
      send(text);
      return;
    }
    const bool shift = (flags & kCGEventFlagMaskShift) != 0;
    auto down = step(InputStep::Kind::kKeyDown);
    down.key = key_of(event.key, shift);
    if (down.key.empty()) return;
    // What fields of macOS do by Command, the world's do by Control.
    if ((flags & kCGEventFlagMaskCommand) != 0 && !shift) {
      if (down.key == "a") flags = kCGEventFlagMaskControl;
      if (down.key == "ArrowLeft" || down.key == "ArrowRight") {
        down.key = down.key == "ArrowLeft" ? "Home" : "End";
        flags = 0;
      }
    }
    hold(flags);
    send(down);
    hold(0);
  }

  void mouse(const CgEvent& event) {
    auto move = step(InputStep::Kind::kMove);
    move.x = event.location.x;
    move.y = event.location.y;
    send(move);
    const bool down = event.type == kCGEventLeftMouseDown || event.type == kCGEventRightMouseDown ||
                      event.type == kCGEventOtherMouseDown;
    const bool up =
        event.type == kCGEventLeftMouseUp || event.type == kCGEventRightMouseUp || event.type == kCGEventOtherMouseUp;
    if (!down && !up) return;
    hold(event.flags);
    auto press = step(down ? InputStep::Kind::kDown : InputStep::Kind::kUp);
    press.button = event.button == kCGMouseButtonLeft ? 1 : event.button == kCGMouseButtonRight ? 3 : 2;
    const auto clicks = event.fields.find(kCGMouseEventClickState);
    press.click = clicks == event.fields.end() ? 1 : static_cast<uint8_t>(std::max<int64_t>(1, clicks->second));
    send(press);
    hold(0);
  }

  // Up and left are more; a line is a notch.
  void wheel(const CgEvent& event) {
    auto turn = step(InputStep::Kind::kWheel);
    const double unit = event.in_lines ? 1 : 40;
    turn.x = -event.wheel_x / unit;
    turn.y = -event.wheel_y / unit;
    send(turn);
  }

 private:
  void send(const InputStep& one) {
    surehand::InputSent sent;
    static_cast<void>(desktop_.input.send(one, 0, sent));
  }

  Desktop& desktop_;
};

bool is_key(CGEventType type) {
  return type == kCGEventKeyDown || type == kCGEventKeyUp || type == kCGEventFlagsChanged;
}

std::string words_for(const CgEvent& event) {
  const std::string what = std::to_string(static_cast<uint32_t>(event.type));
  if (is_key(event.type)) {
    return "key " + what + " " + std::to_string(event.key) + " flags " + std::to_string(event.flags) + " units " +
           std::to_string(event.units.size());
  }
  return "mouse " + what + " " + std::to_string(std::lround(event.location.x)) + "," +
         std::to_string(std::lround(event.location.y));
}

// What is not allowed is dropped without a word.
void arrive(const CgEvent& event, std::optional<pid_t> to) {
  const auto desktop = Desktop::current();
  if (!desktop) return;
  const auto lock = desktop->enter();
  desktop->posted.push_back((to ? "to " + std::to_string(*to) + ": " : "") + words_for(event));
  if (!desktop->trust.events || desktop->locked) return;
  if (is_key(event.type) && desktop->secure_input) return;
  const Node* active = desktop->world.active_window();
  // Keys that are posted to an application behind others are lost, as measured with several.
  if (to && !(active && active->app->pid == *to)) return;
  Arrival arrival(*desktop);
  if (is_key(event.type)) {
    arrival.key(event);
    return;
  }
  {
    const std::lock_guard at_pointer(pointer().mutex);
    if (event.type != kCGEventScrollWheel) pointer().at = event.location;
  }
  if (event.type == kCGEventScrollWheel) {
    arrival.wheel(event);
  } else {
    arrival.mouse(event);
  }
}

}  // namespace
}  // namespace axsim

CFTypeID CGEventGetTypeID() { return static_cast<CFTypeID>(CgEvent::kType); }

CGEventSourceRef CGEventSourceCreate(CGEventSourceStateID) { return ref<CGEventSourceRef>(new EventSource); }

CFTimeInterval CGEventSourceGetLocalEventsSuppressionInterval(CGEventSourceRef source) {
  return as<EventSource>(source, "CGEventSourceGetLocalEventsSuppressionInterval").suppression;
}

void CGEventSourceSetLocalEventsSuppressionInterval(CGEventSourceRef source, CFTimeInterval seconds) {
  as<EventSource>(source, "CGEventSourceSetLocalEventsSuppressionInterval").suppression = seconds;
}

void CGEventSourceSetLocalEventsFilterDuringSuppressionState(CGEventSourceRef source, CGEventFilterMask,
                                                             CGEventSuppressionState) {
  as<EventSource>(source, "CGEventSourceSetLocalEventsFilterDuringSuppressionState");
}

bool CGEventSourceButtonState(CGEventSourceStateID, CGMouseButton) { return false; }
bool CGEventSourceKeyState(CGEventSourceStateID, CGKeyCode) { return false; }
CGEventFlags CGEventSourceFlagsState(CGEventSourceStateID) { return 0; }

CGEventRef CGEventCreate(CGEventSourceRef) {
  auto* event = new CgEvent(kCGEventNull);
  const std::lock_guard lock(pointer().mutex);
  event->location = pointer().at;
  return ref<CGEventRef>(event);
}

CGEventRef CGEventCreateMouseEvent(CGEventSourceRef, CGEventType mouseType, CGPoint mouseCursorPosition,
                                   CGMouseButton mouseButton) {
  auto* event = new CgEvent(mouseType);
  event->location = mouseCursorPosition;
  // What a left or a right event says of the button goes by its type.
  const bool right = mouseType == kCGEventRightMouseDown || mouseType == kCGEventRightMouseUp;
  const bool other = mouseType == kCGEventOtherMouseDown || mouseType == kCGEventOtherMouseUp;
  event->button = right ? kCGMouseButtonRight : other ? mouseButton : kCGMouseButtonLeft;
  return ref<CGEventRef>(event);
}

CGEventRef CGEventCreateKeyboardEvent(CGEventSourceRef, CGKeyCode virtualKey, bool keyDown) {
  auto* event = new CgEvent(keyDown ? kCGEventKeyDown : kCGEventKeyUp);
  event->key = virtualKey;
  return ref<CGEventRef>(event);
}

CGEventRef CGEventCreateScrollWheelEvent2(CGEventSourceRef, CGScrollEventUnit units, uint32_t wheelCount,
                                          int32_t wheel1, int32_t wheel2, int32_t) {
  auto* event = new CgEvent(kCGEventScrollWheel);
  event->in_lines = units == kCGScrollEventUnitLine;
  event->wheel_y = wheelCount > 0 ? wheel1 : 0;
  event->wheel_x = wheelCount > 1 ? wheel2 : 0;
  return ref<CGEventRef>(event);
}

CGPoint CGEventGetLocation(CGEventRef event) { return as<CgEvent>(event, "CGEventGetLocation").location; }
void CGEventSetLocation(CGEventRef event, CGPoint location) {
  as<CgEvent>(event, "CGEventSetLocation").location = location;
}
CGEventFlags CGEventGetFlags(CGEventRef event) { return as<CgEvent>(event, "CGEventGetFlags").flags; }
void CGEventSetFlags(CGEventRef event, CGEventFlags flags) { as<CgEvent>(event, "CGEventSetFlags").flags = flags; }
void CGEventSetType(CGEventRef event, CGEventType type) { as<CgEvent>(event, "CGEventSetType").type = type; }

void CGEventKeyboardSetUnicodeString(CGEventRef event, unsigned long stringLength, const UniChar* unicodeString) {
  auto& units = as<CgEvent>(event, "CGEventKeyboardSetUnicodeString").units;
  units.clear();
  for (unsigned long i = 0; i < stringLength; ++i) units += static_cast<char16_t>(unicodeString[i]);
}

int64_t CGEventGetIntegerValueField(CGEventRef event, CGEventField field) {
  const auto& fields = as<CgEvent>(event, "CGEventGetIntegerValueField").fields;
  const auto found = fields.find(field);
  return found == fields.end() ? 0 : found->second;
}

void CGEventSetIntegerValueField(CGEventRef event, CGEventField field, int64_t value) {
  as<CgEvent>(event, "CGEventSetIntegerValueField").fields[field] = value;
}

void CGEventPost(CGEventTapLocation, CGEventRef event) { arrive(as<CgEvent>(event, "CGEventPost"), std::nullopt); }
void CGEventPostToPid(pid_t pid, CGEventRef event) { arrive(as<CgEvent>(event, "CGEventPostToPid"), pid); }

CGError CGWarpMouseCursorPosition(CGPoint newCursorPosition) {
  const std::lock_guard lock(pointer().mutex);
  pointer().at = newCursorPosition;
  return kCGErrorSuccess;
}

CGError CGAssociateMouseAndMouseCursorPosition(int32_t) { return kCGErrorSuccess; }

bool CGPreflightPostEventAccess() {
  const auto desktop = Desktop::current();
  return desktop && desktop->trust.events;
}

bool CGRequestPostEventAccess() {
  if (const auto desktop = Desktop::current()) ++desktop->trust.prompts;
  return CGPreflightPostEventAccess();
}

Boolean IsSecureEventInputEnabled() {
  const auto desktop = Desktop::current();
  return desktop && desktop->secure_input;
}
