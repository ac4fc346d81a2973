#include "platform/macos/windows.h"

#include <algorithm>
#include <cmath>

#include "platform/macos/applications.h"
#include "platform/macos/errors.h"
#include "platform/macos/identity.h"
#include "platform/macos/read/node.h"
#include "platform/macos/roles.h"

namespace surehand::ax {

namespace {

bool is_window(const RawNode& node) {
  return node.role == "AXWindow" || node.role == "AXSheet" || node.role == "AXDrawer";
}

class List {
 public:
  List(Session& session, const ApplicationRecord& application, const Limits& limits)
      : session_(session), application_(application), limits_(limits) {}

  std::optional<Error> read() {
    const auto reference = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application_.pid)));
    const Answer all = copy(reference, kAXWindowsAttribute, limits_);
    if (all.error != kAXErrorSuccess && !is_absent(all.error) && all.error != kAXErrorNotImplemented) {
      return read_failed(application_, all.error, "read its windows");
    }
    if (boolean(reference, kAXFrontmostAttribute, limits_).value_or(false)) {
      active_ = element(reference, kAXFocusedWindowAttribute, limits_);
    }
    for (const ElementRef& window : elements_of(all.value.get())) {
      if (auto error = add(window, std::nullopt)) return error;
    }
    return std::nullopt;
  }

  std::vector<Window> take() { return std::move(windows_); }
  std::vector<ElementHold>& holds() { return holds_; }

 private:
  std::optional<Error> add(const ElementRef& reference, const std::optional<Element>& owner) {
    const RawNode node = read_node(reference, limits_);
    if (is_silent(node.error)) return read_failed(application_, node.error, "read its windows");
    // A tip may be among them, and what answers nothing at all.
    if (node.error != kAXErrorSuccess || !is_window(node)) return std::nullopt;
    const auto named = session_.elements->intern(application_.key, reference);
    Window window;
    window.element = {application_.key, named.identity};
    window.owner = owner;
    window.title = node.title.empty() ? node.description : node.title;
    const Role role = role_of(node.role, node.subrole);
    window.role = role;
    if (node.place) {
      const CGRect& place = *node.place;
      window.bounds = Rect{
          static_cast<int32_t>(std::lround(place.origin.x)), static_cast<int32_t>(std::lround(place.origin.y)),
          static_cast<int32_t>(std::lround(place.size.width)), static_cast<int32_t>(std::lround(place.size.height))};
    }
    window.active = active_ && CFEqual(active_.get(), reference.get());
    window.minimized = node.minimized.value_or(false);
    window.maximized = node.full_screen.value_or(false);
    if (node.role == "AXSheet")
      window.modality = Modality::kOwner;
    else if (node.modal.value_or(false))
      window.modality = Modality::kApplication;
    windows_.push_back(window);
    holds_.push_back(named.hold);
    for (const ElementRef& child : node.children) {
      const auto role = text(child, kAXRoleAttribute, limits_);
      if (role != "AXSheet" && role != "AXDrawer") continue;
      if (auto error = add(child, window.element)) return error;
    }
    return std::nullopt;
  }

  Session& session_;
  const ApplicationRecord& application_;
  const Limits& limits_;
  ElementRef active_;
  std::vector<Window> windows_;
  std::vector<ElementHold> holds_;
};

}  // namespace

Result<std::vector<Window>> list_windows(Session& session, RefBook& refs, const std::string& app_key,
                                         const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, app_key));
  List list(session, **application, limits);
  if (auto error = list.read()) return std::move(*error);
  auto holds = std::move(list.holds());
  auto windows = list.take();
  for (size_t i = 0; i < windows.size(); ++i) {
    (void)refs.number_of(app_key, windows[i].element.identity, holds[i]);
  }
  return windows;
}

Result<ElementRef> window_of(Session& session, const Element& wanted, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, wanted.app_key));
  SUREHAND_TRY(reference, element_of(session, wanted));
  const Answer role = copy(*reference, kAXRoleAttribute, limits);
  if (role.error != kAXErrorSuccess && !is_absent(role.error))
    return read_failed(**application, role.error, "find its window");
  const auto own = text(*reference, kAXRoleAttribute, limits).value_or("");
  if (own == "AXWindow" || own == "AXSheet" || own == "AXDrawer") return reference;
  for (const CFStringRef attribute : {kAXTopLevelUIElementAttribute, kAXWindowAttribute}) {
    if (ElementRef window = element(*reference, attribute, limits)) return window;
  }
  const auto whole = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>((*application)->pid)));
  for (const CFStringRef attribute : {kAXFocusedWindowAttribute, kAXMainWindowAttribute}) {
    // What is in no window of its own (the menu bar) is used with the one that has the keyboard.
    if (ElementRef window = element(whole, attribute, limits)) return window;
  }
  return Error{ErrorCode::kUnsupported, "the element is in no window, so there is none to bring to the foreground", {}};
}

}  // namespace surehand::ax
