#include "platform/macos/snapshot.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "platform/macos/applications.h"
#include "platform/macos/cf/string.h"
#include "platform/macos/cg/place.h"
#include "platform/macos/errors.h"
#include "platform/macos/identity.h"
#include "platform/macos/quirks/wake.h"
#include "platform/macos/quirks/window_kind.h"
#include "platform/macos/read/node.h"
#include "platform/macos/roles.h"
#include "platform/macos/states.h"

namespace surehand::ax {

namespace {

// Of a table or a list with more, what shows is read and the rest said to be missing.
constexpr size_t kManyRows = 300;
// Of closed menus so many entries at most are read in one look: each costs a message, as what is seen does.
constexpr size_t kManyEntries = 300;
constexpr uint32_t kMostDepth = 120;  // an element may be its own descendant's child

bool is_place(Role role) { return role == Role::kWindow || role == Role::kApplication; }

// Of the rest it is known when it is the target.
bool acts(Role role) {
  if (is_place(role)) return false;
  switch (role) {
    case Role::kText:
    case Role::kGroup:
    case Role::kGeneric:
    case Role::kSeparator:
    case Role::kScrollArea:
    case Role::kHeading:
    case Role::kToolbar:
      return false;
    default:
      return true;
  }
}

// The keys of a menu's entry, as press() takes them. The bits: 1 Shift, 2 Option, 4 Control, 8 no Command.
std::string shortcut_of(const RawNode& node) {
  if (node.character.empty()) return {};
  const double said = node.modifiers.value_or(0);
  const int bits = said >= 0 && said < 256 ? static_cast<int>(said) : 0;
  std::string keys;
  if (bits & 4) keys += "Control+";
  if (bits & 2) keys += "Alt+";
  if (bits & 1) keys += "Shift+";
  if (!(bits & 8)) keys += "Meta+";
  std::string key = node.character;
  if (key.size() == 1 && key[0] >= 'A' && key[0] <= 'Z') key[0] = static_cast<char>(key[0] - 'A' + 'a');
  return keys + key;
}

// The elements of one application, as they are written into a snapshot.
class Reader {
 public:
  Reader(Session& session, const ApplicationRecord& application, const SnapshotOptions& options, const Limits& limits)
      : session_(session), application_(application), options_(options), limits_(limits) {}

  // The error of the target itself: then there is no tree.
  std::optional<Error> read(const ElementRef& root, bool whole) {
    const auto reference = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application_.pid)));
    // One that does not answer is told of before the caller's time is over, who would be told of that instead.
    const Limits patience = limits_.capped(limits_.remaining() * 9 / 10);
    const Answer focused = copy(reference, kAXFocusedUIElementAttribute, patience);
    if (is_silent(focused.error) || focused.error == kAXErrorAPIDisabled) {
      return read_failed(application_, focused.error, "read what it shows");
    }
    wake(session_, application_, limits_);
    focused_ = ElementRef::retain(cf::as<AXUIElementRef>(focused.value.get(), AXUIElementGetTypeID()));
    frontmost_ = boolean(reference, kAXFrontmostAttribute, limits_).value_or(false);
    if (frontmost_) active_ = element(reference, kAXFocusedWindowAttribute, limits_);
    // Of one element that is asked for, it is not known yet whether it is a table.
    RawNode node = read_node(root, limits_, whole);
    if (node.error != kAXErrorSuccess) return read_failed(application_, node.error, "read what it shows");
    if (whole) {
      node.role = "AXApplication";
      // Windows behind others are in AXWindows and not always among the children; the menu bar is the other way round.
      std::vector<ElementRef> windows = elements(root, kAXWindowsAttribute, limits_);
      // Of windows on another Space, or off the stage, AX says nothing; the window server does.
      untold_ = windows.empty() && owns_windows(static_cast<pid_t>(application_.pid));
      for (ElementRef& child : node.children) {
        const auto same = [&](const ElementRef& each) { return CFEqual(each.get(), child.get()); };
        if (std::none_of(windows.begin(), windows.end(), same)) windows.push_back(std::move(child));
      }
      node.children = std::move(windows);
    }
    RawNode above;
    if (!whole) above = around(root, node);
    write(root, node, &above, 0, !whole && is_hidden_outside(root));
    return std::nullopt;
  }

  SnapshotBuilder& builder() { return builder_; }

 private:
  // What the role of an element that is read alone depends on, so that it is what it was in the whole tree.
  RawNode around(const ElementRef& root, RawNode& node) {
    RawNode above;
    const ElementRef parent = element(root, kAXParentAttribute, limits_);
    if (!parent) return above;
    above.role = text(parent, kAXRoleAttribute, limits_).value_or("");
    above.subrole = text(parent, kAXSubroleAttribute, limits_).value_or("");
    node.in_pop_up = is_menu_of_pop_up(node, above.role);
    if (node.role == "AXMenuItem" && above.role == "AXMenu") {
      const ElementRef opener = element(parent, kAXParentAttribute, limits_);
      above.in_pop_up = opener && is_menu_of_pop_up(above, text(opener, kAXRoleAttribute, limits_).value_or(""));
    }
    return above;
  }

  static bool is_menu_of_pop_up(const RawNode& node, std::string_view above) {
    return node.role == "AXMenu" && above == "AXPopUpButton";
  }

  bool is_hidden_outside(const ElementRef& root) {
    const ElementRef window = element(root, kAXWindowAttribute, limits_);
    return window && boolean(window, kAXMinimizedAttribute, limits_).value_or(false);
  }

  // `above`: what it is in. Neither AppKit nor WebKit has a role for the items of a list; what they are is known by that.
  Role role_in(const RawNode& node, const RawNode* above) {
    const Role role = role_of(node.role, node.subrole);
    if (above && above->role == "AXList") {
      const bool is_content = above->subrole == "AXContentList" || above->subrole == "AXDefinitionList";
      if (is_content && role == Role::kGroup) return Role::kListItem;
      if (!is_content && (role == Role::kText || role == Role::kGroup)) return Role::kOption;
    }
    // What a pop-up button pops up is a menu to AppKit, and a list of options to a user.
    if (node.in_pop_up) return Role::kListbox;
    if (above && above->in_pop_up && node.role == "AXMenuItem") return Role::kOption;
    if (above && above->role == "AXOutline" && node.role == "AXRow") return Role::kTreeItem;
    if (node.role == "AXWindow" && role != Role::kDialog) return role == Role::kAlert ? Role::kAlert : Role::kWindow;
    if (role == Role::kMenuItem && (!node.mark.empty() || truth_of(node.value.get()))) return Role::kMenuItemCheckbox;
    return role;
  }

  // Nothing where it has none.
  std::string name_of(const RawNode& node, Role role) {
    if (!node.title.empty()) return node.title;
    if (node.title_element) {
      // A label is mostly read before what it is the label of.
      if (const auto known = labels_.find(node.title_element); known != labels_.end()) return known->second;
      for (const CFStringRef attribute : {kAXValueAttribute, kAXTitleAttribute}) {
        if (auto said = text(node.title_element, attribute, limits_); said && !said->empty()) return *said;
      }
    }
    if (!node.description.empty()) return node.description;
    if (role == Role::kText || role == Role::kOption) {
      if (const auto string = cf::as_string(node.value.get())) return cf::utf8_of(string);
    }
    // The buttons of a title bar have no other.
    const bool is_titlebar = node.subrole == "AXCloseButton" || node.subrole == "AXMinimizeButton" ||
                             node.subrole == "AXZoomButton" || node.subrole == "AXFullScreenButton";
    return is_titlebar ? node.role_description : node.placeholder;
  }

  void write_value(const RawNode& node, Role role, States states) {
    if (!options_.text || role == Role::kText || states.has(State::kProtected)) return;
    if (states.applies(State::kChecked) || states.applies(State::kPressed) || role == Role::kTab) return;
    if (const auto string = cf::as_string(node.value.get())) {
      builder_.text(TextField::kValue, cf::utf8_of(string));
    } else if (cf::as_number(node.value.get()) && role != Role::kHeading && node.role != "AXDisclosureTriangle") {
      std::string number;
      json::append_number(number, *number_of(node.value.get()));
      builder_.text(TextField::kValue, number);
    }
  }

  void write_attributes(const RawNode& node, Role role) {
    const auto number = [&](std::string_view key, std::optional<double> value) {
      if (!value) return;
      std::string text;
      json::append_number(text, *value);
      builder_.attribute(key, text);
    };
    if (role == Role::kSlider || role == Role::kSpinButton || role == Role::kProgressBar || role == Role::kScrollBar) {
      number(attribute::kMin, node.least);
      number(attribute::kMax, node.most);
    }
    if (role == Role::kTreeItem && node.level) number(attribute::kLevel, *node.level + 1);
    if (role == Role::kHeading) number(attribute::kLevel, number_of(node.value.get()));
    if (node.orientation == "AXHorizontalOrientation") builder_.attribute(attribute::kOrientation, "horizontal");
    if (node.orientation == "AXVerticalOrientation") builder_.attribute(attribute::kOrientation, "vertical");
    if (!node.url.empty()) builder_.attribute(attribute::kUrl, node.url);
  }

  void write(const ElementRef& reference, RawNode& node, const RawNode* above, uint32_t depth, bool hidden) {
    const Role role = role_in(node, above);
    const NodeIndex at = builder_.open(role);
    const auto named = session_.elements->intern(application_.key, reference);
    builder_.identity(named.identity, named.hold);
    States states = states_of(node, role);
    const bool is_window = node.role == "AXWindow" || node.role == "AXSheet";
    const bool has_size = !node.place || (node.place->size.width > 0 && node.place->size.height > 0);
    hidden = hidden || (depth > 0 && !has_size) || (is_window && node.minimized.value_or(false));
    states.set(State::kVisible, !hidden);
    if (focused_ && CFEqual(focused_.get(), reference.get())) states.set(State::kFocused);
    if (is_window && active_ && CFEqual(active_.get(), reference.get())) states.set(State::kActive);
    if (states.has(State::kEditable) && !is_settable(reference, kAXValueAttribute, limits_)) {
      states.set(State::kEditable, false);
      states.set(State::kReadonly);
    }
    builder_.states(states);
    const int64_t outer = std::exchange(owner_, owner_of(reference));
    if (depth == 0 || owner_ != outer) write_host();
    const std::string name = role == Role::kApplication ? application_.name : name_of(node, role);
    if (!name.empty()) builder_.text(TextField::kName, name);
    if (role == Role::kText && !name.empty()) labels_.emplace(reference, name);
    const std::string platform = node.subrole.empty() ? node.role : node.role + "/" + node.subrole;
    builder_.text(TextField::kPlatformRole, platform);
    if (!node.role_description.empty()) builder_.text(TextField::kLocalizedRole, node.role_description);
    if (!node.identifier.empty()) builder_.text(TextField::kId, node.identifier);
    if (!node.help.empty()) builder_.text(TextField::kDescription, node.help);
    if (!node.placeholder.empty()) builder_.text(TextField::kPlaceholder, node.placeholder);
    if (const auto keys = shortcut_of(node); !keys.empty()) builder_.text(TextField::kShortcut, keys);
    write_value(node, role, states);
    if (options_.bounds && node.place) builder_.bounds(cg::rect_of(*node.place));
    if (options_.attributes) {
      write_attributes(node, role);
      // Some windows have no role at all.
      const bool is_nameless = node.role.empty() && above && above->role == "AXApplication";
      if (is_window || is_nameless) {
        if (!levels_) levels_.emplace(static_cast<pid_t>(application_.pid));
        builder_.attribute("ax:window", window_kind(application_, *levels_, reference, node, limits_));
      }
    }
    if (options_.actions && (depth == 0 ? !is_place(role) : options_.every_action && acts(role))) {
      AXError error = kAXErrorSuccess;
      for (const std::string& action : action_names(reference, limits_, error)) builder_.action(action);
    }
    if (depth == 0 && untold_) {
      builder_.cut(at, CutReason::kFailed,
                   "it has windows that it does not tell of: on another Space, or off the stage");
    }
    write_children(at, reference, node, depth, hidden);
    builder_.close();
    owner_ = outer;
  }

  // The application whose element it is: an application may show another's among its own. A process without windows (that of a
  // page) helps the application that shows its elements and counts as that one.
  int64_t owner_of(const ElementRef& reference) {
    pid_t pid = 0;
    if (AXUIElementGetPid(reference.get(), &pid) != kAXErrorSuccess || pid == application_.pid) return application_.pid;
    const auto [known, is_new] = owners_.try_emplace(pid);
    if (is_new && owns_windows(pid)) known->second = application_of_process(session_, pid);
    return known->second ? pid : owner_ != 0 ? owner_ : application_.pid;
  }

  void write_host() {
    const auto other = owners_.find(static_cast<pid_t>(owner_));
    const bool is_own = owner_ == application_.pid || other == owners_.end() || !other->second;
    const ApplicationRecord& owner = is_own ? application_ : *other->second;
    builder_.host(owner.executable, owner.pid, names_of(owner), owner.name, owner.id);
  }

  // Those that are read: of a table with many, the ones that show.
  std::vector<ElementRef> children_of(NodeIndex at, const ElementRef& reference, RawNode& node) {
    std::vector<ElementRef> children = std::move(node.children);
    const bool is_rows = node.role == "AXTable" || node.role == "AXOutline" || node.role == "AXList" ||
                         node.role == "AXBrowser" || node.role == "AXGrid";
    size_t count = children.size();
    if (!node.asks_children && is_rows) {
      children = elements_from(reference, kAXChildrenAttribute, 0, kManyRows + 1, limits_);
      // Not everybody has an answer for a part of them.
      if (children.empty()) children = elements(reference, kAXChildrenAttribute, limits_);
      count = children.size() <= kManyRows ? children.size()
                                           : static_cast<size_t>(count_of(reference, kAXChildrenAttribute, limits_));
    } else if (!node.asks_children) {
      children = elements(reference, kAXChildrenAttribute, limits_);
      count = children.size();
    }
    if (!is_rows || count <= kManyRows) return children;
    auto shown =
        elements(reference, node.role == "AXList" ? kAXVisibleChildrenAttribute : kAXVisibleRowsAttribute, limits_);
    if (shown.empty()) shown.assign(children.begin(), children.begin() + kManyRows);
    builder_.cut(at, CutReason::kVirtual, std::to_string(count) + " children, of which those that show were read");
    return shown;
  }

  void write_children(NodeIndex at, const ElementRef& reference, RawNode& node, uint32_t depth, bool hidden) {
    const std::vector<ElementRef> children = children_of(at, reference, node);
    const bool is_closed_menu = node.role == "AXMenu" && hidden;
    for (size_t i = 0; i < children.size(); ++i) {
      const ElementRef& child = children[i];
      if (is_closed_menu && ++entries_ > kManyEntries) {
        builder_.cut(at, CutReason::kClosed,
                     std::to_string(children.size() - i) + " entries were not read; open it to see them");
        return;
      }
      if (depth + 1 > std::min(options_.max_depth, kMostDepth) ||
          (options_.max_nodes > 0 && builder_.size() >= options_.max_nodes)) {
        builder_.cut(at, CutReason::kBudget);
        return;
      }
      if (limits_.expired() || limits_.cancelled()) {
        builder_.cut(at, CutReason::kDeadline);
        return;
      }
      // Cells are below their row, and below their column again.
      if (!seen_.insert(child).second) continue;
      // What is scrolled may be a table, with a child for each of its rows.
      const bool is_scrolled = node.role == "AXScrollArea" && i == 0;
      RawNode read = read_node(child, limits_, !is_scrolled);
      if (is_gone(read.error)) continue;
      if (read.error != kAXErrorSuccess) {
        builder_.cut(at, is_silent(read.error) ? CutReason::kUnresponsive : CutReason::kFailed, error_name(read.error));
        if (is_silent(read.error)) return;
        continue;
      }
      if (read.role == "AXColumn") continue;
      read.in_pop_up = is_menu_of_pop_up(read, node.role);
      const bool no_size = read.place && (read.place->size.width <= 0 || read.place->size.height <= 0);
      if (options_.only_visible && (hidden || no_size)) {
        builder_.cut(at, CutReason::kHidden);
        continue;
      }
      write(child, read, &node, depth + 1, hidden);
    }
  }

  static std::vector<std::string> names_of(const ApplicationRecord& application) {
    std::vector<std::string> names;
    for (const std::string* each :
         {&application.executable, &application.id, &application.untranslated, &application.name}) {
      if (!each->empty() && std::find(names.begin(), names.end(), *each) == names.end()) names.push_back(*each);
    }
    return names;
  }

  Session& session_;
  const ApplicationRecord& application_;
  const SnapshotOptions& options_;
  const Limits& limits_;
  int64_t owner_ = 0;                       // of what is being written
  std::map<pid_t, ApplicationPtr> owners_;  // of processes that are not the application's
  ElementRef focused_, active_;
  bool frontmost_ = false;
  bool untold_ = false;
  size_t entries_ = 0;                      // of closed menus, that were read
  std::optional<cg::WindowLevels> levels_;  // read with the first window
  std::unordered_set<ElementRef, ElementHash, ElementEqual> seen_;
  std::unordered_map<ElementRef, std::string, ElementHash, ElementEqual> labels_;  // the texts that were read
  SnapshotBuilder builder_;
};

double milliseconds(std::chrono::duration<double, std::milli> duration) { return duration.count(); }

}  // namespace

Result<SnapshotPtr> take_snapshot(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                  const SnapshotOptions& options, const Limits& limits) {
  const auto began = Clock::now();
  const double captured_at = milliseconds(std::chrono::system_clock::now().time_since_epoch());
  SUREHAND_TRY(application, application_of(session, target.app_key));
  session.elements->forget(target.app_key);
  auto root = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>((*application)->pid)));
  const ElementRef whole_application = root;
  if (target.identity) {
    auto element = element_of(session, {target.app_key, *target.identity});
    if (!element) return element.take_error();
    root = element.take();
  }
  Reader reader(session, **application, options, limits);
  const bool whole = CFEqual(root.get(), whole_application.get());
  if (auto error = reader.read(root, whole)) return std::move(*error);
  return reader.builder().finish(target.app_key, refs, captured_at, milliseconds(Clock::now() - began));
}

}  // namespace surehand::ax
