#include "platform/windows/states.h"

#include "platform/windows/com/ids.h"

namespace surehand::uia {
namespace {

constexpr int kOff = 0, kOn = 1;          // ToggleState
constexpr int kCollapsed = 0, kLeaf = 3;  // ExpandCollapseState

bool is_true(std::optional<std::string_view> value) { return value && *value != "false" && !value->empty(); }

// What may be scrolled out one by one.
bool is_item(const Facts& facts) {
  switch (facts.control_type) {
    case control::kListItem:
    case control::kTreeItem:
    case control::kDataItem:
    case control::kTabItem:
    case control::kHeaderItem:
      return true;
    default:
      return facts.has(kScrollItemPattern | kVirtualizedItemPattern);
  }
}

void set_value(States& states, State state, bool on, bool mixed) {
  states.set(state, on);
  if (mixed) states.set(static_cast<State>(mixed_bit(state)));
}

void set_toggled(States& states, const Facts& facts, State state) {
  if (facts.toggle)
    return set_value(states, state, *facts.toggle == kOn, *facts.toggle != kOn && *facts.toggle != kOff);
  const bool mixed = (facts.legacy_state & legacy::kMixed) != 0;
  set_value(states, state, (facts.legacy_state & legacy::kChecked) != 0, mixed);
}

bool takes_text(Role role) { return role == Role::kTextbox || role == Role::kSearchbox || role == Role::kCombobox; }

}  // namespace

Visibility visibility_of(const Facts& facts, const Facts* parent) {
  if (facts.window_shows && !*facts.window_shows) return Visibility::kHidden;
  if (!facts.offscreen) return Visibility::kShown;
  // A native title bar says it of its buttons, which have no rectangle either (recorded of WPF and Win32 windows).
  if (parent && parent->control_type == control::kTitleBar && !parent->offscreen) return Visibility::kShown;
  if (facts.bounds || is_item(facts)) return Visibility::kScrolledOut;
  return Visibility::kHidden;
}

States states_of(const Facts& facts, Role role, Visibility visibility) {
  States states;
  const auto legacy = [&](uint32_t flag) { return (facts.legacy_state & flag) != 0; };
  const auto aria = [&](std::string_view name) { return is_true(aria_property(facts, name)); };
  const auto flag = [&](State state, bool on) {
    if (on) states.set(state);
  };
  flag(State::kEnabled, facts.enabled);
  flag(State::kVisible, visibility != Visibility::kHidden);
  flag(State::kOffscreen, visibility == Visibility::kScrolledOut);
  flag(State::kFocusable, facts.focusable);
  flag(State::kFocused, facts.focused);
  flag(State::kModal, facts.modal);
  flag(State::kBusy, legacy(legacy::kBusy) || aria("busy"));
  flag(State::kRequired, facts.required || aria("required"));
  // IsDataValidForForm is false where the provider says nothing: ARIA's word is the only one.
  flag(State::kInvalid, aria("invalid"));
  flag(State::kProtected, facts.password || legacy(legacy::kProtected));
  flag(State::kDefault, role == Role::kButton && legacy(legacy::kDefault));
  flag(State::kVisited, role == Role::kLink && legacy(legacy::kTraversed));
  flag(State::kMultiselectable, facts.multiselectable || aria("multiselectable"));

  if (is_checkable(role)) {
    // Radio buttons are selected, not toggled.
    if (facts.has(kSelectionItemPattern) && !facts.toggle) {
      states.set(State::kChecked, facts.selected);
    } else if (role == Role::kSwitch && !facts.toggle && aria_property(facts, "checked")) {
      states.set(State::kChecked, aria("checked"));
    } else {
      set_toggled(states, facts, State::kChecked);
    }
  } else {
    if (role == Role::kMenuItem && legacy(legacy::kChecked)) states.set(State::kChecked);
    if (role == Role::kButton && facts.has(kTogglePattern)) set_toggled(states, facts, State::kPressed);
    // WinForms' grids tell by MSAA alone what is selected.
    if (facts.has(kSelectionItemPattern)) {
      states.set(State::kSelected, facts.selected);
    } else if (legacy(legacy::kSelectable)) {
      states.set(State::kSelected, legacy(legacy::kSelected));
    }
  }

  if (facts.expansion && *facts.expansion != kLeaf) states.set(State::kExpanded, *facts.expansion != kCollapsed);
  const bool opens = role == Role::kMenuItem || role == Role::kButton;
  flag(State::kHasPopup, legacy(legacy::kHasPopup) || aria("haspopup") || facts.control_type == control::kSplitButton ||
                             (opens && facts.expansion && *facts.expansion != kLeaf));

  if (takes_text(role)) {
    const bool has_text = facts.has(kValuePattern) || (role != Role::kCombobox && facts.has(kTextPattern));
    const bool readonly = facts.value_readonly || (!facts.has(kValuePattern) && legacy(legacy::kReadonly));
    flag(State::kEditable, has_text && !readonly);
    flag(State::kReadonly, has_text && readonly);
    flag(State::kMultiline, facts.multiline || facts.control_type == control::kDocument || aria("multiline"));
  } else if (role == Role::kSlider || role == Role::kSpinButton) {
    flag(State::kReadonly, facts.has(kRangeValuePattern) && facts.number_readonly);
    flag(State::kEditable, role == Role::kSpinButton && facts.has(kValuePattern) && !facts.value_readonly);
  }
  return states;
}

}  // namespace surehand::uia
