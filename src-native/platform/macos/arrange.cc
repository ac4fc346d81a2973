#include "platform/macos/arrange.h"

#include <optional>

#include "platform/macos/errors.h"
#include "platform/macos/identity.h"
#include "platform/macos/windows.h"

namespace surehand::ax {

namespace {

// In no header, and with every window that has a green button.
CFStringRef full_screen() { return CFSTR("AXFullScreen"); }

// While it is on, windows of some applications glide to their place and stop on the way (Chrome, Firefox, Outlook): off for the moment,
// and as it was afterwards.
class WithoutAnimation {
 public:
  WithoutAnimation(ElementRef application, const Limits& limits)
      : application_(std::move(application)), limits_(limits) {
    on_ = boolean(application_, attribute(), limits_).value_or(false);
    if (on_) (void)set(application_, attribute(), kCFBooleanFalse, limits_);
  }
  ~WithoutAnimation() {
    if (on_) (void)set(application_, attribute(), kCFBooleanTrue, Limits::within(Milliseconds(500)));
  }
  WithoutAnimation(const WithoutAnimation&) = delete;
  WithoutAnimation& operator=(const WithoutAnimation&) = delete;

 private:
  static CFStringRef attribute() { return CFSTR("AXEnhancedUserInterface"); }

  ElementRef application_;
  const Limits& limits_;
  bool on_ = false;
};

// One write to one window.
struct Write {
  CFStringRef attribute;
  cf::Object value;
  const char* name;
};

std::optional<Write> write_for(const ElementRef& window, const Arrangement& wanted, const Limits& limits) {
  const auto truth = [](bool on) { return cf::Object::retain(on ? kCFBooleanTrue : kCFBooleanFalse); };
  using Kind = Arrangement::Kind;
  switch (wanted.kind) {
    case Kind::kMinimize:
      return Write{kAXMinimizedAttribute, truth(true), "AXMinimized"};
    case Kind::kMaximize:
      return Write{full_screen(), truth(true), "AXFullScreen"};
    case Kind::kRestore:
      if (boolean(window, kAXMinimizedAttribute, limits).value_or(false)) {
        return Write{kAXMinimizedAttribute, truth(false), "AXMinimized"};
      }
      if (!boolean(window, full_screen(), limits).value_or(false)) return std::nullopt;
      return Write{full_screen(), truth(false), "AXFullScreen"};
    case Kind::kMove:
      return Write{kAXPositionAttribute, boxed(CGPoint{double(wanted.x), double(wanted.y)}), "AXPosition"};
    case Kind::kResize:
      return Write{kAXSizeAttribute, boxed(CGSize{double(wanted.width), double(wanted.height)}), "AXSize"};
  }
  return std::nullopt;
}

}  // namespace

Result<Dispatch> arrange_window(Session& session, const Element& wanted, const Arrangement& arrangement,
                                const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, wanted.app_key));
  SUREHAND_TRY(window, window_of(session, wanted, limits));
  const auto write = write_for(*window, arrangement, limits);
  if (!write) return Dispatch{Route::kNone, "it was so already"};
  if (!is_settable(*window, write->attribute, limits)) {
    return Error{ErrorCode::kUnsupported,
                 "the window does not let itself be arranged so: its " + std::string(write->name) + " cannot be set",
                 {}};
  }
  const WithoutAnimation still(ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>((*application)->pid))),
                               limits);
  const AXError error = set(*window, write->attribute, write->value.get(), limits);
  if (error != kAXErrorSuccess) return act_failed(**application, error, write->name);
  return Dispatch{Route::kWindow, write->name, false};
}

}  // namespace surehand::ax
