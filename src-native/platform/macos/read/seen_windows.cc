#include "platform/macos/read/seen_windows.h"

#include "platform/macos/cg/place.h"

namespace surehand::ax {

namespace {

// Of two windows at the same place the one that was in front is meant: windows() has that first.
bool is_at(const Rect& bounds, const CGRect& place) {
  return cg::is_same_place(CGRectMake(bounds.x, bounds.y, bounds.width, bounds.height), place);
}

}  // namespace

void SeenWindows::keep(const std::string& app_key, const std::vector<Window>& windows) {
  const std::lock_guard lock(mutex_);
  by_application_[app_key] = windows;
}

std::string SeenWindows::identity_at(const std::string& app_key, const CGRect& place) const {
  const std::lock_guard lock(mutex_);
  const auto known = by_application_.find(app_key);
  if (known == by_application_.end()) return {};
  for (const Window& window : known->second) {
    if (window.bounds && is_at(*window.bounds, place)) return window.element.identity;
  }
  return {};
}

}  // namespace surehand::ax
