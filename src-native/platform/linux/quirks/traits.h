#pragma once

#include <cstdint>

#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// What a toolkit does, one fact a member, so that no other folder asks which toolkit an application uses. Which toolkit does what is the
// table in traits.cc. docs/internals/quirks.md says how each fact was found.
struct ToolkitTraits {
  // How the tree is read.

  // Collection.GetTree answers with the whole tree, and Collection.GetMatches searches it.
  bool has_collection = false;
  // Cache.GetItems answers from the start. Elsewhere the cache has to be made first, or there is none.
  bool always_has_cache = false;
  // Publishes little more than its frames until the attributes of a frame are read (quirks/wake.h).
  bool sleeps_until_woken = false;
  // A page comes long after the window around it. A cache made before then lacks the page for good.
  bool pages_come_late = false;
  // The pages live in processes that the application started, whose work tells whether a page is still loading.
  bool pages_are_other_processes = false;
  // The cache does not count the children of menus and lists.
  bool cache_lacks_list_counts = false;
  // A list may have more children than can be walked (a sheet of LibreOffice), and GetMatches walks them all.
  bool lists_may_be_endless = false;
  // GetChildren leaves out the pages of a stack, which GetChildAtIndex and GetItems know (GTK 4.8).
  bool children_lack_stack_pages = false;
  // A socket may hold a page of WebKitGTK's. GetChildAtIndex alone gives it, and no search finds what is in it.
  bool may_embed_webkit = false;
  // Open popups are in no tree, though each has an accessible object (read/popups.h).
  bool popups_are_in_no_tree = false;
  // A window may have no parent, though the application lists it: a table that is a window of its own.
  bool windows_may_lack_parent = false;
  // A hidden element (`aria-hidden`) goes on naming a parent and an index.
  bool hidden_elements_name_parent = false;
  // A table makes an object for each cell that is asked for, and each question is a turn of the main loop.
  bool makes_cells_on_demand = false;
  // Makes an object at the first request for it, and announces how the object is put together.
  bool announces_objects_being_made = false;
  // Announces nearly every change, so that a tree can be kept true by that (core/mirror, docs/internals/quirks.md).
  bool announces_changes = false;
  // But not of these states.
  uint32_t states_not_announced = 0;
  // LibreOffice (its GTK 3 plugin) reports the name of this toolkit, too.
  bool shares_name_with_libreoffice = false;

  // What an element says.

  // Elements have an AccessibleId. Browsers leave it empty and have the DOM id among the attributes.
  bool has_accessible_ids = false;
  // The class and the role of an object tell its interfaces, and no two objects have one path (quirks/interfaces.h).
  bool interfaces_follow_role = false;
  // The attribute `xml-roles` has the role that the page gave, where AT-SPI's is coarser.
  bool has_xml_roles = false;
  // GetActions leaves the names empty. GetName gives them one by one.
  bool action_list_lacks_names = false;
  // A cell says that it holds a check box only once that is checked. Its first action tells before.
  bool unchecked_cells_look_plain = false;
  // An entry of a menu in a popover has the role of a check box or a radio button, and never says that it is checked (GtkModelButton).
  bool popover_menus_lack_checks = false;
  // Which label an element has, only a relation tells; what has no other name has that one (quirks/labels.h).
  bool labels_are_relations = false;
  // A combo box is called by what is chosen in it, unless it has a name.
  bool choice_is_name = false;
  // Where a label or a tooltip shows markup, the markup is its name, that of what it labels, or the description; a picture in it is U+FFFC.
  bool names_may_be_markup = false;
  // Rows and buttons that hold more than a label have no name, and drop-downs no value: people use the text that they show.
  bool names_lack_content = false;
  // A toggle button has the role of any other button, and says that it is pressed only while it is (GTK 4.8).
  bool toggles_look_plain = false;
  // An element says that it is enabled although the element around it is disabled, and then so is it.
  bool enabled_inside_disabled = false;
  // The value of an editor has U+FFFC where a paragraph or another object stands.
  bool editors_embed_objects = false;
  // GetText with an end of -1 gives the empty text.
  bool text_wants_its_length = false;
  // A scroll bar has no Value interface, and the cache says so.
  bool scroll_bars_lack_value = false;
  // MinimumIncrement is always 0 (gtkatspivalue.c).
  bool steps_are_zero = false;
  // The current tab is FOCUSED, whatever has the keyboard, and no tab is SELECTED (quirks/tabs.h).
  bool current_tab_is_focused = false;
  // The current item of each list is FOCUSED, whatever has the keyboard (quirks/current_items.h).
  bool current_item_is_focused = false;
  // The current icon of each icon view is FOCUSED, whatever has the keyboard (quirks/current_items.h).
  bool current_icon_is_focused = false;

  // What tells whether an element shows, is scrolled out or hidden.

  // The place of an element is the only sign of whether it shows.
  bool only_places_tell_showing = false;
  // The place of each element costs a call. A search reads the places of its matches only.
  bool places_cost_a_call = false;
  // The same of states. Swing and unknown toolkits need a call for each as well, but there a search reads all states.
  bool states_cost_a_call = false;
  // SHOWING tells which elements are in view, also inside of one that is scrolled out.
  bool showing_is_in_view = false;
  // Only windows are SHOWING. Elements that are scrolled out are VISIBLE as those in view are.
  bool only_windows_are_showing = false;
  // An element says that it shows although the element around it is hidden.
  bool shows_inside_hidden = false;
  // Elements on a page that is not shown are VISIBLE and not SHOWING, as those that are scrolled out are.
  bool hidden_pages_seem_scrolled_out = false;
  // Every cell of a tree view is SHOWING. One that is scrolled out has no place.
  bool all_cells_are_showing = false;
  // An item that is scrolled out is neither VISIBLE nor SHOWING. Other elements that are scrolled out are SHOWING.
  bool items_out_of_view_lack_states = false;
  // A row that is out of view keeps the place that it had, or has none.
  bool rows_out_of_view_keep_place = false;
  // A page that was left, or what a closed revealer holds, is visible and keeps its place (not mapped).
  bool unmapped_keeps_place = false;

  // Where an element is.

  // Places are relative to the window. Where a window or a popover is, only the display tells.
  bool places_are_within_window = false;
  // Places are in units of two pixels or more on a display of high density (read/window_origins.h).
  bool places_are_scaled = false;
  // Places in a web page are in pixels, whatever the units of the rest are.
  bool pages_are_in_pixels = false;
  // On Wayland a popup is where its elements say, as long as it is wholly on a display: a compositor moves those alone that are not.
  // GTK tells places in a surface that has a shadow around it, of which nothing is told.
  bool tells_places_of_popups = false;
  // No dialog says that it is modal, and what is below one that is acts all the same. On Wayland nothing else tells.
  bool dialogs_do_not_say_modal = false;
  // Warns when an element without a place is asked for it.
  bool warns_without_place = false;
  // An open popup takes no press before the application has noticed the pointer there.
  bool notices_pointer_late_in_popups = false;

  // How an element acts.

  // An action may return only once the dialog that it opened is closed, and the application offers a connection of its own for it.
  // GTK 4 and Qt offer none. Browsers act later, from their queue, and asking one for its address makes its cache too early.
  bool acts_while_dispatching = false;
  // The action of a menu entry leaves its menu open.
  bool actions_leave_menu_open = false;
  // A menu bar opens what is where the pointer was last (invoke/menu_bar_grab.h).
  bool bar_opens_under_pointer = false;
  // A menu entry says that it is higher than it is, by the height of the menu bar: a click would miss it.
  bool misplaces_menu_entries = false;
  // The action `toggle` of a row selects the row. Its check mark has no action.
  bool row_toggle_selects = false;
  // The action `toggle` of a row activates the row. Its check mark has no action.
  bool row_toggle_activates = false;
  // Selection counts hidden items, which are in no tree and in no other count.
  bool selection_counts_hidden = false;
  // A list box that is asked to deselect the n-th of what is selected deselects its n-th row, and another item loses its selection.
  // LibreOffice's lists have another role.
  bool list_boxes_deselect_by_row = false;
  // Selecting an item leaves the current item, which programs go by, as it was.
  bool selection_leaves_current_item = false;
  // An entry that gets the focus selects all of its text (`gtk-entry-select-on-focus`).
  bool focus_selects_text = false;
  // A text that is selected may leave the caret elsewhere, where what is typed then goes (KTextEditor).
  bool selection_may_leave_caret = false;
  // A page does not hear that Selection changed what is selected in a list box.
  bool selection_is_unheard_by_pages = false;
  // The list of a combo box is in a menu of its own. Selecting there chooses nothing, and the combo box is called by what is selected there.
  bool combo_lists_do_not_choose = false;
  // A field tells its program that it was edited only when it loses the focus, or at Enter.
  bool fields_commit_when_left = false;
  // A spin button takes a text that is no plain number only from the keyboard.
  bool spin_buttons_take_typed_text_only = false;
  // A spin button takes its text for its number once its action `activate` is done.
  bool spin_buttons_take_text_when_activated = false;
  // InsertText counts UTF-16 units and fills up with NUL. Elsewhere it counts bytes.
  bool inserts_by_utf16_units = false;
  // A value that is set is lost without an error (invoke/swing_value.h).
  bool loses_values_set = false;
};

const ToolkitTraits& traits_of(Toolkit toolkit);

}  // namespace surehand::atspi
