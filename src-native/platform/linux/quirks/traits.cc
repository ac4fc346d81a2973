#include "platform/linux/quirks/traits.h"

#include "core/tree/state.h"

namespace surehand::atspi {
namespace {

// The table: a function for each toolkit, which lists what the toolkit does.

constexpr ToolkitTraits unknown_traits() {
  ToolkitTraits does;
  does.acts_while_dispatching = true;
  return does;
}

constexpr ToolkitTraits gtk3_traits() {
  ToolkitTraits does;
  does.has_collection = true;
  does.cache_lacks_list_counts = true;
  does.lists_may_be_endless = true;
  does.may_embed_webkit = true;
  does.announces_objects_being_made = true;
  does.shares_name_with_libreoffice = true;
  does.has_accessible_ids = true;
  does.labels_are_relations = true;
  does.choice_is_name = true;
  does.unchecked_cells_look_plain = true;
  does.current_icon_is_focused = true;
  does.popover_menus_lack_checks = true;
  does.hidden_pages_seem_scrolled_out = true;
  does.all_cells_are_showing = true;
  does.places_are_scaled = true;
  does.warns_without_place = true;
  does.acts_while_dispatching = true;
  does.bar_opens_under_pointer = true;
  does.row_toggle_activates = true;
  does.list_boxes_deselect_by_row = true;
  does.spin_buttons_take_text_when_activated = true;
  does.focus_selects_text = true;
  return does;
}

constexpr ToolkitTraits gtk4_traits() {
  ToolkitTraits does;
  does.always_has_cache = true;
  does.children_lack_stack_pages = true;
  does.names_lack_content = true;
  does.toggles_look_plain = true;
  does.enabled_inside_disabled = true;
  does.text_wants_its_length = true;
  does.scroll_bars_lack_value = true;
  does.steps_are_zero = true;
  does.only_places_tell_showing = true;
  does.places_cost_a_call = true;
  does.only_windows_are_showing = true;
  does.shows_inside_hidden = true;
  does.rows_out_of_view_keep_place = true;
  does.unmapped_keeps_place = true;
  does.places_are_within_window = true;
  does.places_are_scaled = true;
  does.notices_pointer_late_in_popups = true;
  does.selection_counts_hidden = true;
  does.spin_buttons_take_typed_text_only = true;
  return does;
}

constexpr ToolkitTraits qt_traits() {
  ToolkitTraits does;
  does.names_may_be_markup = true;
  does.popups_are_in_no_tree = true;
  does.tells_places_of_popups = true;
  does.dialogs_do_not_say_modal = true;
  does.windows_may_lack_parent = true;
  does.interfaces_follow_role = true;
  does.choice_is_name = true;
  does.current_tab_is_focused = true;
  does.current_item_is_focused = true;
  does.states_cost_a_call = true;
  does.shows_inside_hidden = true;
  does.items_out_of_view_lack_states = true;
  does.places_are_scaled = true;
  does.actions_leave_menu_open = true;
  does.row_toggle_selects = true;
  does.selection_leaves_current_item = true;
  does.selection_may_leave_caret = true;
  does.fields_commit_when_left = true;
  does.inserts_by_utf16_units = true;
  return does;
}

constexpr ToolkitTraits browser_traits() {
  ToolkitTraits does;
  does.has_collection = true;
  does.pages_come_late = true;
  does.pages_are_other_processes = true;
  does.hidden_elements_name_parent = true;
  does.has_xml_roles = true;
  does.action_list_lacks_names = true;
  does.editors_embed_objects = true;
  does.showing_is_in_view = true;
  return does;
}

constexpr ToolkitTraits chromium_traits() {
  ToolkitTraits does = browser_traits();
  does.sleeps_until_woken = true;
  does.announces_changes = true;
  for (const State state : {State::kRequired, State::kHasPopup, State::kFocusable, State::kEditable, State::kOffscreen})
    does.states_not_announced |= bit(state);
  does.places_are_scaled = true;
  does.pages_are_in_pixels = true;
  return does;
}

constexpr ToolkitTraits gecko_traits() {
  ToolkitTraits does = browser_traits();
  does.selection_is_unheard_by_pages = true;
  return does;
}

constexpr ToolkitTraits swing_traits() {
  ToolkitTraits does;
  does.makes_cells_on_demand = true;
  does.acts_while_dispatching = true;
  does.actions_leave_menu_open = true;
  does.misplaces_menu_entries = true;
  does.combo_lists_do_not_choose = true;
  does.loses_values_set = true;
  return does;
}

constexpr ToolkitTraits kUnknownTraits = unknown_traits();
constexpr ToolkitTraits kGtk3Traits = gtk3_traits();
constexpr ToolkitTraits kGtk4Traits = gtk4_traits();
constexpr ToolkitTraits kQtTraits = qt_traits();
constexpr ToolkitTraits kChromiumTraits = chromium_traits();
constexpr ToolkitTraits kGeckoTraits = gecko_traits();
constexpr ToolkitTraits kSwingTraits = swing_traits();

}  // namespace

const ToolkitTraits& traits_of(Toolkit toolkit) {
  switch (toolkit) {
    case Toolkit::kGtk3:
      return kGtk3Traits;
    case Toolkit::kGtk4:
      return kGtk4Traits;
    case Toolkit::kQt:
      return kQtTraits;
    case Toolkit::kChromium:
      return kChromiumTraits;
    case Toolkit::kGecko:
      return kGeckoTraits;
    case Toolkit::kSwing:
      return kSwingTraits;
    case Toolkit::kUnknown:
      break;
  }
  return kUnknownTraits;
}

}  // namespace surehand::atspi
