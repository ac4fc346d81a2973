#include "platform/macos/quirks/wake.h"

#include <sys/stat.h>

#include <deque>

#include "platform/macos/ax/calls.h"
#include "platform/macos/session.h"

namespace surehand::ax {

namespace {

constexpr Milliseconds kWakePatience{500};
// How long a page may take to be there once it was asked for, how often that is looked at, and among how many elements.
constexpr Milliseconds kPage{1500};
constexpr Milliseconds kWakeRecheck{50};
constexpr size_t kMostLookedAt = 100;

CFStringRef manual_accessibility() { return CFSTR("AXManualAccessibility"); }
CFStringRef enhanced_interface() { return CFSTR("AXEnhancedUserInterface"); }

ElementRef wake_reference_of(const ApplicationRecord& application) {
  return ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application.pid)));
}

// Old ones do not list the attribute that they have.
bool has_electron(const ApplicationRecord& application) {
  struct stat status = {};
  const std::string framework = application.bundle + "/Contents/Frameworks/Electron Framework.framework";
  return !application.bundle.empty() && stat(framework.c_str(), &status) == 0;
}

// Whether there is something in a page of its.
bool shows_page(const ElementRef& application, const Limits& limits) {
  std::deque<ElementRef> next;
  for (ElementRef& window : elements(application, kAXWindowsAttribute, limits)) next.push_back(std::move(window));
  for (size_t seen = 0; !next.empty() && seen < kMostLookedAt; ++seen) {
    const ElementRef here = std::move(next.front());
    next.pop_front();
    auto children = elements(here, kAXChildrenAttribute, limits);
    if (!children.empty() && text(here, kAXRoleAttribute, limits) == "AXWebArea") return true;
    for (ElementRef& child : children) next.push_back(std::move(child));
  }
  return false;
}

bool ask_for_tree(const ApplicationRecord& application, const ElementRef& reference, const Limits& limits) {
  if (!has_electron(application) && !is_settable(reference, manual_accessibility(), limits)) return false;
  (void)set(reference, manual_accessibility(), kCFBooleanTrue, limits);
  return true;
}

bool enhance(Session& session, const ApplicationRecord& application, const ElementRef& reference,
             const Limits& limits) {
  if (!session.enhanced.wanted() || boolean(reference, enhanced_interface(), limits).value_or(false)) return false;
  if (set(reference, enhanced_interface(), kCFBooleanTrue, limits) != kAXErrorSuccess) return false;
  session.enhanced.add(application.key);
  return true;
}

}  // namespace

void wake(Session& session, const ApplicationRecord& application, const Limits& limits) {
  if (application.woken.exchange(true)) return;
  const auto reference = wake_reference_of(application);
  const Limits patience = limits.capped(kWakePatience);
  const bool asked = ask_for_tree(application, reference, patience);
  if (!enhance(session, application, reference, patience) && !asked) return;
  for (const Limits page = limits.capped(std::min(kPage, limits.remaining() / 2)); !shows_page(reference, page);) {
    if (page.expired() || page.cancelled()) return;
    page.sleep_until(Clock::now() + kWakeRecheck);
  }
}

void let_sleep(Session& session) {
  const Limits limits = Limits::within(kWakePatience);
  for (const std::string& key : session.enhanced.take()) {
    if (const auto application = application_of(session, key)) {
      (void)set(wake_reference_of(**application), enhanced_interface(), kCFBooleanFalse, limits);
    }
  }
}

}  // namespace surehand::ax
