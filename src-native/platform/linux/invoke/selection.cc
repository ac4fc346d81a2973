#include "platform/linux/invoke/selection.h"

#include <algorithm>
#include <utility>

#include "platform/linux/invoke/action_names.h"
#include "platform/linux/invoke/press.h"
#include "platform/linux/quirks/tabs.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

Result<std::optional<std::pair<ObjectName, Facts>>> combo_box_of_list(Invocation& invocation, const ObjectName& list) {
  using Found = std::optional<std::pair<ObjectName, Facts>>;
  // The view of a scroll area, that area, the menu, the combo box.
  constexpr int kMostLevels = 4;
  ObjectName at = list;
  bool in_menu = false;
  for (int level = 0; level < kMostLevels; ++level) {
    SUREHAND_TRY(parent, invocation.parent_of(at));
    if (!*parent) return Found();
    at = **parent;
    SUREHAND_TRY(facts, invocation.learn(at));
    if (in_menu) return facts->role == role::kComboBox ? Found(std::pair(at, *facts)) : Found();
    in_menu = facts->role == role::kMenu || facts->role == role::kPopupMenu;
  }
  return Found();
}

namespace {

// How long an item has to have its index before it is selected by it: three frames at 60 Hz, and once it was seen to
// change this and three times as long as it had it; how often that is looked at, in ms, and after how long it had better
// be found anew.
constexpr Milliseconds kKept{50};
constexpr Milliseconds kKeptOnceMoved{100};
constexpr int kLookAgain = 4;
// Of the time between two answers, as much counts as was looked at.
constexpr Milliseconds kMostBetween{10};
constexpr Milliseconds kMostMoving{250};
Error moving() {
  return {ErrorCode::kStale,
          "the element keeps changing its place among its siblings, and is selected by that place; nothing was "
          "selected",
          {}};
}

// The container that an item is selected in, and the item's index there.
struct Place {
  ObjectName container;
  Facts facts;
  int32_t index = 0;
};

Result<std::optional<int32_t>> index_now(Invocation& invocation) {
  SUREHAND_TRY(reply, invocation.read(invocation.caller().method(invocation.object(), Method::kGetIndexInParent)));
  if (!reply->is_reply()) return std::optional<int32_t>();
  return std::optional(reply->body().i32());
}

// AT-SPI selects by index, and in a list that is just being sorted the index is another item's a moment later. What
// kept it for a while will keep it for the one round trip between this answer and the selection. A list that is
// sorted again and again needs more than one period: a wait that begins with a change ends with the next.
Result<int32_t> index_kept(Invocation& invocation) {
  Clock::duration enough = kKept;
  Clock::duration watched{};  // with this index
  Clock::duration in_all{};
  auto last = Clock::now();
  std::optional<int32_t> kept;
  for (;; poll(nullptr, 0, kLookAgain)) {
    SUREHAND_TRY(index, index_now(invocation));
    if (!*index || **index < 0) return invocation.stale();
    const auto now = Clock::now();
    // While it answered late it had no processor, and what it does every few ms was as late.
    const Clock::duration step = std::min<Clock::duration>(now - std::exchange(last, now), kMostBetween);
    watched += step;
    in_all += step;
    if (kept && kept != **index) {
      enough = std::max<Clock::duration>(kKeptOnceMoved, 3 * watched);
      watched = {};
    }
    kept = **index;
    // The tabs of a notebook are moved by hand or not at all.
    if (watched >= enough || invocation.facts().role == role::kPageTab) return *kept;
    if (auto error = invocation.limits().exceeded("the element to keep its place")) return std::move(*error);
    if (in_all >= kMostMoving) return moving();
  }
}

// GTK 4 selects by an index that counts hidden items, too, which are in no tree and in no other count: what comes after one
// would select another. It says InvalidArgs of a child that it does not have, so one beyond those that show is a hidden one.
Result<bool> counts_hidden(Invocation& invocation, const Object& container) {
  // Of tabs it always answers, and has them all in its tree.
  if (!invocation.application().traits().selection_counts_hidden || invocation.facts().role == role::kPageTab)
    return false;
  auto count = invocation.property<int32_t>(container, Property::kChildCount, "i",
                                            [](dbus::Reader& reader) { return reader.i32(); });
  if (!count) return count.take_error();
  if (!*count) return false;
  SUREHAND_TRY(beyond, invocation.read(invocation.caller().with_index(container, Method::kIsChildSelected, **count)));
  return beyond->is_reply();
}

// Nothing where there is no container that selects, or none that can be trusted with an index.
Result<std::optional<Place>> place(Invocation& invocation) {
  SUREHAND_TRY(index, index_now(invocation));
  if (!*index) return std::optional<Place>();
  Place place;
  place.index = **index;
  SUREHAND_TRY(parent, invocation.parent_of(invocation.object()));
  if (!*parent || place.index < 0) return std::optional<Place>();
  place.container = **parent;
  SUREHAND_TRY(facts, invocation.learn(place.container));
  place.facts = *facts;
  // What hangs below a combo box is its menu; choosing is the combo box's.
  if (place.facts.role == role::kMenu) {
    SUREHAND_TRY(above, invocation.parent_of(place.container));
    if (*above) {
      SUREHAND_TRY(combo, invocation.learn(**above));
      if (combo->role == role::kComboBox && combo->has(Interface::kSelection)) {
        place.container = **above;
        place.facts = *combo;
      }
    }
  }
  if (invocation.application().traits().combo_lists_do_not_choose && place.facts.role == role::kList) {
    SUREHAND_TRY(combo, combo_box_of_list(invocation, place.container));
    if (*combo) {
      place.container = (*combo)->first;
      place.facts = (*combo)->second;
    }
  }
  if (!place.facts.has(Interface::kSelection)) return std::optional<Place>();
  SUREHAND_TRY(hidden, counts_hidden(invocation, place.container));
  if (*hidden) return std::optional<Place>();
  return std::optional(std::move(place));
}

Result<bool> is_selected(Invocation& invocation, const std::optional<Place>& place) {
  SUREHAND_TRY(states, invocation.states_now(invocation.object()));
  const ApplicationRecord& application = invocation.application();
  const bool is_of_combo = place && place->facts.role == role::kComboBox;
  // Such an item says so once the list points at it.
  const bool may_mean_pointed_at = application.traits().combo_lists_do_not_choose && is_of_combo;
  if (!may_mean_pointed_at &&
      (meant_states(invocation.facts().role, *states, application.toolkit) & state::kSelected) != 0)
    return true;
  if (application.traits().current_tab_is_focused && invocation.facts().role == role::kPageTab) return false;
  if (!place) return false;
  // Not every toolkit gives its items the state.
  auto reply =
      invocation.read(invocation.caller().with_index(place->container, Method::kIsChildSelected, place->index));
  if (!reply) return reply.take_error();
  return reply->is_reply() && reply->body().boolean();
}

bool is_only_selection(Invocation& invocation, const Object& container) {
  auto count = invocation.property<int32_t>(container, Property::kSelectedChildCount, "i",
                                            [](dbus::Reader& reader) { return reader.i32(); });
  return count && *count == 1;
}

bool takes_row_for_selected(const Invocation& invocation, const Place& place) {
  return invocation.application().traits().list_boxes_deselect_by_row && role_name(place.facts.role) == "list box";
}

}  // namespace

Result<Dispatch> select(Invocation& invocation, bool on) {
  SUREHAND_TRY(found, place(invocation));
  const std::optional<Place>& place = *found;
  SUREHAND_TRY(before, is_selected(invocation, place));
  // Most items show it themselves. Of the rest only their container knows, and no tree shows that; an entry of a menu is
  // one of them: it says so while the pointer is over it.
  const bool tells =
      invocation.facts().is(state::kSelectable | state::kSelected) && invocation.facts().role != role::kMenuItem;
  if (*before == on) return Dispatch{Route::kNone, "it was so already", !tells};
  // Qt's item views only mark what is selected so, some the wrong row, and programs go by the current item: a click is both.
  if (on && invocation.application().traits().selection_leaves_current_item && is_item(invocation.facts().role))
    return invocation.unsupported("make it the current item, as a click does");
  // Firefox tells the page of none of it that goes over the list. An item's own action is a click, which the page is told of.
  if (invocation.application().traits().selection_is_unheard_by_pages && place &&
      invocation.facts().role == role::kListItem && place->facts.role == role::kListBox) {
    const bool several = place->facts.is(state::kMultiselectable);
    if (several || !on) return invocation.unsupported("have the page told of it, as a click does");
    return act(invocation, ActionKind::kSelect);
  }
  const auto seen = [&] {
    return !tells && invocation.confirmed([&]() -> Result<bool> {
      SUREHAND_TRY(selected, is_selected(invocation, place));
      return *selected == on;
    });
  };
  const bool opens = invocation.facts().role == role::kMenuItem && place && place->facts.role != role::kComboBox;
  if (place && !opens) {
    // GTK 3's lists take an item out only with the whole selection, and say yes to all else.
    if (!on && is_only_selection(invocation, place->container)) {
      auto cleared = invocation.dispatch_bool(invocation.caller().method(place->container, Method::kClearSelection),
                                              Route::kSelection);
      if (!cleared && cleared.error().code != ErrorCode::kUnsupported) return cleared.take_error();
      if (cleared && *cleared) return Dispatch{Route::kSelection, "Selection.ClearSelection", seen()};
    }
    SUREHAND_TRY(index, index_kept(invocation));
    const Method take_out =
        takes_row_for_selected(invocation, *place) ? Method::kDeselectSelectedChild : Method::kDeselectChild;
    auto done = invocation.dispatch_bool(
        invocation.caller().with_index(place->container, on ? Method::kSelectChild : take_out, *index),
        Route::kSelection);
    if (!done && done.error().code != ErrorCode::kUnsupported) return done.take_error();
    if (done && *done) {
      return Dispatch{Route::kSelection, on ? "Selection.SelectChild" : "Selection.DeselectChild", seen()};
    }
  }
  auto done = act(invocation, on ? ActionKind::kSelect : ActionKind::kDeselect);
  if (done) done->confirmed = seen();
  return done;
}

}  // namespace surehand::atspi
