#include <CoreGraphics/CGSession.h>
#include <CoreGraphics/CGWindow.h>

#include <algorithm>
#include <cmath>

#include "ax/attributes.h"
#include "ax/desktop.h"
#include "cf/collections.h"
#include "cf/number.h"
#include "cf/string.h"

using namespace axsim;

const CGRect CGRectNull = {{HUGE_VAL, HUGE_VAL}, {0, 0}};
const CFStringRef kCGWindowNumber = CFSTR("kCGWindowNumber");
const CFStringRef kCGWindowLayer = CFSTR("kCGWindowLayer");
const CFStringRef kCGWindowBounds = CFSTR("kCGWindowBounds");
const CFStringRef kCGWindowAlpha = CFSTR("kCGWindowAlpha");
const CFStringRef kCGWindowOwnerPID = CFSTR("kCGWindowOwnerPID");
const CFStringRef kCGWindowOwnerName = CFSTR("kCGWindowOwnerName");
const CFStringRef kCGWindowName = CFSTR("kCGWindowName");
const CFStringRef kCGWindowIsOnscreen = CFSTR("kCGWindowIsOnscreen");

namespace {

// A window's as AppKit has them: menus and tooltips above what is normal.
int64_t layer_of(const Desktop& desktop, const Node& window) {
  const auto said =
      desktop.faults.said_of({window.key, window.app->name, "CGWindowListCopyWindowInfo", "kCGWindowLayer", false});
  for (const Fault& fault : said) {
    if (fault.on == "kCGWindowLayer") return fault.value.as_int();
  }
  return window.role == Role::kMenu ? 101 : window.role == Role::kTooltip ? 103 : 0;
}

Held dictionary_of(Desktop& desktop, const Node& window, const Rect& rect, bool on_screen) {
  std::vector<std::pair<CFStringRef, Held>> entries;
  entries.emplace_back(kCGWindowNumber, number(static_cast<int64_t>(window.serial)));
  entries.emplace_back(kCGWindowLayer, number(layer_of(desktop, window)));
  entries.emplace_back(kCGWindowBounds,
                       Held(CGRectCreateDictionaryRepresentation(CGRectMake(rect.x, rect.y, rect.width, rect.height))));
  entries.emplace_back(kCGWindowAlpha, number(1.0));
  entries.emplace_back(kCGWindowOwnerPID, number(window.app->pid));
  entries.emplace_back(kCGWindowOwnerName, text(window.app->name));
  // Said to those alone who may record the screen.
  const auto& name = window.text(TextField::kName);
  if (desktop.trust.screen && name) entries.emplace_back(kCGWindowName, text(*name));
  if (on_screen) entries.emplace_back(kCGWindowIsOnscreen, truth(true));
  return Held(make_dictionary(std::move(entries)));
}

}  // namespace

CFArrayRef CGWindowListCopyWindowInfo(CGWindowListOption option, CGWindowID relativeToWindow) {
  count("CGWindowListCopyWindowInfo");
  const auto desktop = Desktop::current();
  if (!desktop) return nullptr;
  const auto lock = desktop->enter();
  World& world = desktop->world;
  std::vector<const Node*> front_first;
  for (auto at = world.stack.rbegin(); at != world.stack.rend(); ++at) {
    if (const Node* window = world.by_serial(*at)) front_first.push_back(window);
  }
  for (const auto& app : world.apps) {
    for (const auto& window : app->windows) {
      const bool stacked = std::find(front_first.begin(), front_first.end(), window.get()) != front_first.end();
      if (window->present && !stacked) front_first.push_back(window.get());
    }
  }
  std::vector<Held> list;
  for (const Node* window : front_first) {
    const bool on_screen = world.shows(*window);
    if ((option & kCGWindowListOptionOnScreenOnly) != 0 && !on_screen) continue;
    if ((option & kCGWindowListOptionIncludingWindow) != 0 && window->serial != relativeToWindow) continue;
    const auto rect = world.bounds(*window);
    list.push_back(dictionary_of(*desktop, *window, rect.value_or(Rect{}), on_screen));
  }
  return make_array(std::move(list));
}

CFDictionaryRef CGRectCreateDictionaryRepresentation(CGRect rect) {
  std::vector<std::pair<CFStringRef, Held>> entries;
  entries.emplace_back(CFSTR("X"), number(rect.origin.x));
  entries.emplace_back(CFSTR("Y"), number(rect.origin.y));
  entries.emplace_back(CFSTR("Width"), number(rect.size.width));
  entries.emplace_back(CFSTR("Height"), number(rect.size.height));
  return make_dictionary(std::move(entries));
}

bool CGRectMakeWithDictionaryRepresentation(CFDictionaryRef dict, CGRect* rect) {
  const auto read = [&](CFStringRef key, CGFloat& value) {
    const void* found = CFDictionaryGetValue(dict, key);
    return found != nullptr && CFGetTypeID(found) == CFNumberGetTypeID() &&
           CFNumberGetValue(static_cast<CFNumberRef>(found), kCFNumberDoubleType, &value);
  };
  return read(CFSTR("X"), rect->origin.x) && read(CFSTR("Y"), rect->origin.y) &&
         read(CFSTR("Width"), rect->size.width) && read(CFSTR("Height"), rect->size.height);
}

bool CGPreflightScreenCaptureAccess() {
  const auto desktop = Desktop::current();
  return desktop && desktop->trust.screen_said;
}

bool CGRequestScreenCaptureAccess() {
  if (const auto desktop = Desktop::current()) ++desktop->trust.prompts;
  return CGPreflightScreenCaptureAccess();
}

CFDictionaryRef CGSessionCopyCurrentDictionary() {
  const auto desktop = Desktop::current();
  if (!desktop) return nullptr;
  std::vector<std::pair<CFStringRef, Held>> entries;
  entries.emplace_back(CFSTR("kCGSSessionOnConsoleKey"), truth(true));
  if (desktop->locked) entries.emplace_back(CFSTR("CGSSessionScreenIsLocked"), truth(true));
  return make_dictionary(std::move(entries));
}
