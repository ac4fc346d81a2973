#include "platform/macos/quirks/wake.h"

#include <sys/stat.h>

#include "platform/macos/ax/calls.h"

namespace surehand::ax {

namespace {

constexpr Milliseconds kPatience{500};

CFStringRef manual_accessibility() { return CFSTR("AXManualAccessibility"); }

// Old ones do not list the attribute that they have.
bool has_electron(const ApplicationRecord& application) {
  struct stat status = {};
  const std::string framework = application.bundle + "/Contents/Frameworks/Electron Framework.framework";
  return !application.bundle.empty() && stat(framework.c_str(), &status) == 0;
}

}  // namespace

void wake(const ApplicationRecord& application, const Limits& limits) {
  if (application.woken.exchange(true)) return;
  const auto reference = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application.pid)));
  const Limits patience = limits.capped(kPatience);
  if (!has_electron(application) && !is_settable(reference, manual_accessibility(), patience)) return;
  (void)set(reference, manual_accessibility(), kCFBooleanTrue, patience);
}

}  // namespace surehand::ax
