#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/tree/outline.h"
#include "core/tree/refs.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/com/text.h"
#include "platform/windows/quirks/names.h"
#include "platform/windows/read/likeness.h"
#include "platform/windows/read/open_menus.h"
#include "platform/windows/read/tree.h"
#include "platform/windows/roles.h"
#include "platform/windows/states.h"

using namespace surehand;
using namespace surehand::uia;

namespace {

Facts facts(int control_type, uint32_t patterns = 0) {
  Facts made;
  made.control_type = control_type;
  made.patterns = patterns;
  return made;
}

States states(const Facts& made, const Facts* parent = nullptr) {
  return states_of(made, role_of(made, parent), visibility_of(made, parent));
}

struct Given {
  uint32_t depth;
  Facts facts;
};

// The tree of one window.
SnapshotPtr snapshot(const std::vector<Given>& given, const SnapshotOptions& options = {}, bool minimized = false) {
  Tree tree;
  tree.hosts.push_back({0, {"app", 7, {"app"}}});
  for (const Given& one : given) {
    auto& node = tree.nodes.emplace_back();
    node.depth = one.depth;
    node.facts = one.facts;
    node.identity = std::to_string(tree.nodes.size());
  }
  tree.nodes[0].kind = Tree::Kind::kWindow;
  tree.nodes[0].role = Role::kWindow;
  tree.nodes[0].minimized = minimized;
  SnapshotBuilder builder;
  write_tree(tree, options, builder);
  return builder.finish("app", std::make_shared<RefBook>());
}

Facts placed(Facts made, Rect bounds) {
  made.bounds = bounds;
  return made;
}

Facts named(Facts made, std::string name) {
  made.name = std::move(name);
  return made;
}

const Rect kPlace{10, 10, 100, 20};

}  // namespace

TEST_CASE("control types become the roles that selectors use") {
  CHECK(role_of(facts(control::kButton), nullptr) == Role::kButton);
  CHECK(role_of(facts(control::kEdit), nullptr) == Role::kTextbox);
  CHECK(role_of(facts(control::kTabItem), nullptr) == Role::kTab);
  CHECK(role_of(facts(control::kText), nullptr) == Role::kText);
  CHECK(role_of(facts(control::kSplitButton), nullptr) == Role::kButton);
  CHECK(role_of(facts(control::kMenuItem, kTogglePattern), nullptr) == Role::kMenuItemCheckbox);
  CHECK(role_of(facts(4711), nullptr) == Role::kGeneric);
  // As whoever knows Windows spells them.
  CHECK(role_of(facts(control::kList, kSelectionPattern), nullptr) == *role_from_name("List"));
  CHECK(role_of(facts(control::kListItem, kSelectionItemPattern), nullptr) == *role_from_name("ListItem"));
  CHECK(role_of(facts(control::kDataItem, kSelectionItemPattern), nullptr) == *role_from_name("DataItem"));
}

TEST_CASE("what a page says by ARIA is more than its control type") {
  Facts heading = facts(control::kText);
  heading.aria_role = "heading";
  CHECK(role_of(heading, nullptr) == Role::kHeading);
  CHECK(platform_role(heading) == "Text/heading");
  Facts toggle = facts(control::kButton, kTogglePattern);
  toggle.aria_role = "switch";
  toggle.toggle = 1;
  CHECK(role_of(toggle, nullptr) == Role::kSwitch);
  CHECK(to_strings(states(toggle)) == std::vector<std::string>{"enabled", "visible", "checked"});
  // A page is no application, whatever it says.
  Facts page = facts(control::kPane);
  page.aria_role = "application";
  CHECK(role_of(page, nullptr) == Role::kGroup);
  Facts field = facts(control::kEdit, kValuePattern);
  field.aria_properties = "required=true;invalid=spelling;haspopup=false;multiline=true";
  const States said = states(field);
  CHECK(said.has(State::kRequired));
  CHECK(said.has(State::kInvalid));
  CHECK(said.has(State::kMultiline));
  CHECK_FALSE(said.has(State::kHasPopup));
}

TEST_CASE("cells and rows of grids are told by their patterns") {
  const Facts grid = facts(control::kDataGrid, kGridPattern);
  const Facts row = facts(control::kDataItem, kSelectionItemPattern);
  Facts cell = facts(control::kCustom, kGridItemPattern);
  cell.row = 2;
  cell.column = 1;
  CHECK(role_of(row, &grid) == Role::kRow);
  CHECK(role_of(cell, &row) == Role::kGridCell);
  CHECK(role_of(facts(control::kCustom), &grid) == Role::kRow);  // WinForms
  CHECK(role_of(facts(control::kCustom), nullptr) == Role::kGeneric);
}

TEST_CASE("what can be checked is checked, unchecked or mixed; what cannot be is neither") {
  Facts box = facts(control::kCheckBox, kTogglePattern);
  box.toggle = 0;
  CHECK(states(box).applies(State::kChecked));
  CHECK_FALSE(states(box).has(State::kChecked));
  box.toggle = 2;
  CHECK(to_strings(states(box)) == std::vector<std::string>{"enabled", "visible", "checked=mixed"});
  Facts radio = facts(control::kRadioButton, kSelectionItemPattern);
  radio.selected = true;
  CHECK(states(radio).has(State::kChecked));
  CHECK_FALSE(states(radio).applies(State::kSelected));
  // By MSAA alone.
  Facts proxied = facts(control::kCheckBox);
  proxied.legacy_state = legacy::kChecked;
  CHECK(states(proxied).has(State::kChecked));
  CHECK_FALSE(states(facts(control::kButton)).applies(State::kPressed));
  Facts toggle = facts(control::kButton, kInvokePattern | kTogglePattern);
  toggle.toggle = 1;
  CHECK(states(toggle).has(State::kPressed));
  Facts row = facts(control::kCustom);
  row.legacy_state = legacy::kSelectable | legacy::kSelected;
  CHECK(states(row).has(State::kSelected));  // WinForms' grids
}

TEST_CASE("a leaf is neither expanded nor collapsed") {
  Facts item = facts(control::kTreeItem, kExpandCollapsePattern);
  item.expansion = 3;
  CHECK_FALSE(states(item).applies(State::kExpanded));
  item.expansion = 0;
  CHECK(states(item).applies(State::kExpanded));
  CHECK_FALSE(states(item).has(State::kExpanded));
  item.expansion = 2;  // partially
  CHECK(states(item).has(State::kExpanded));
}

TEST_CASE("text that can be changed is told from text that cannot") {
  Facts field = facts(control::kEdit, kValuePattern);
  CHECK(states(field).has(State::kEditable));
  field.value_readonly = true;
  CHECK_FALSE(states(field).has(State::kEditable));
  CHECK(states(field).has(State::kReadonly));
  Facts chooser = facts(control::kComboBox, kExpandCollapsePattern);
  CHECK_FALSE(states(chooser).has(State::kEditable));
  CHECK_FALSE(states(chooser).has(State::kReadonly));
}

TEST_CASE("hidden, scrolled out and shown are three things") {
  const Facts pane = facts(control::kPane), bar = facts(control::kTitleBar);
  Facts button = facts(control::kButton);
  CHECK(visibility_of(button, &pane) == Visibility::kShown);
  button.offscreen = true;
  CHECK(visibility_of(button, &pane) == Visibility::kHidden);
  CHECK(visibility_of(placed(button, kPlace), &pane) == Visibility::kScrolledOut);
  // What everybody sees (recorded of a WPF window's title bar).
  CHECK(visibility_of(button, &bar) == Visibility::kShown);
  Facts item = facts(control::kListItem);
  item.offscreen = true;
  CHECK(visibility_of(item, &pane) == Visibility::kScrolledOut);
  Facts window = placed(facts(control::kPane), kPlace);
  window.window_shows = false;
  CHECK(visibility_of(window, &pane) == Visibility::kHidden);
}

TEST_CASE("ids that a provider makes up are none") {
  Facts made = facts(control::kButton);
  made.id = "2099786";
  made.window = 2099786;
  CHECK(real_id(made).empty());  // VCL
  made.window = 17;
  CHECK(real_id(made) == "2099786");
  made.id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  CHECK(real_id(made).empty());
  made.id = "JavaFX87";
  CHECK(real_id(made).empty());
  made.id = "btnReply";
  CHECK(real_id(made) == "btnReply");
}

TEST_CASE("a password has no value in any tree") {
  Facts field = named(facts(control::kEdit, kValuePattern), "Password");
  field.password = true;
  field.value = "hunter2";  // as if it had been let through
  const auto tree = snapshot({{0, facts(control::kWindow)}, {1, field}});
  CHECK(tree->states(1).has(State::kProtected));
  CHECK(tree->text_id(TextField::kValue, 1) == kNoText);
}

TEST_CASE("numbers, addresses and choices are where selectors look for them") {
  Facts slider = facts(control::kSlider, kRangeValuePattern | kValuePattern);
  slider.number = 40;
  slider.value = "40 %";
  slider.least = 0;
  slider.most = 100;
  slider.step = 5;
  Facts link = named(facts(control::kHyperlink, kValuePattern), "Docs");
  link.value = "https://example.org/";
  Facts chooser = facts(control::kComboBox, kExpandCollapsePattern);
  Facts chosen = named(facts(control::kListItem, kSelectionItemPattern), "Blue");
  chosen.selected = true;
  const auto tree = snapshot({{0, facts(control::kWindow)}, {1, slider}, {1, link}, {1, chooser}, {2, chosen}});
  CHECK(tree->text(TextField::kValue, 1) == "40");
  CHECK(tree->text_id(TextField::kValue, 2) == kNoText);
  CHECK(tree->text(TextField::kValue, 3) == "Blue");
  const auto [first, last] = tree->attributes(2);
  REQUIRE(last - first == 1);
  CHECK(tree->table().view(first->key) == "url");
  CHECK(tree->table().view(first->value) == "https://example.org/");
}

TEST_CASE("a range from 0 to 0, and a level of 0, are none") {
  Facts spinner = facts(control::kSpinner, kRangeValuePattern);
  spinner.number = 3;
  spinner.least = 0;
  spinner.most = 0;
  const auto tree = snapshot({{0, facts(control::kWindow)}, {1, spinner}});
  const auto [first, last] = tree->attributes(1);
  CHECK(first == last);
}

TEST_CASE("nothing in a minimised window has a place, and all of it is there") {
  Facts button = named(facts(control::kButton, kInvokePattern), "Save");
  button.offscreen = true;
  button.bounds = Rect{-32000, -32000, 80, 20};
  const auto tree = snapshot({{0, facts(control::kWindow)}, {1, button}}, {}, true);
  CHECK_FALSE(tree->bounds(1).has_value());
  CHECK(tree->states(1).has(State::kVisible));
  CHECK_FALSE(tree->states(1).has(State::kOffscreen));
}

TEST_CASE("what is in something disabled is disabled; in a disabled window only the dialog over it says so") {
  Facts group = facts(control::kGroup);
  group.enabled = false;
  const auto inside = snapshot({{0, facts(control::kWindow)}, {1, group}, {2, facts(control::kButton)}});
  CHECK_FALSE(inside->states(2).has(State::kEnabled));
  Facts window = facts(control::kWindow);
  window.enabled = false;
  const auto blocked = snapshot({{0, window}, {1, facts(control::kButton)}});
  CHECK(blocked->states(0).has(State::kEnabled));
  CHECK(blocked->states(1).has(State::kEnabled));
}

TEST_CASE("a list that makes its items when they are scrolled to is cut") {
  const auto reason = [](const Facts& list, const Facts& item) {
    const auto tree = snapshot({{0, facts(control::kWindow)}, {1, list}, {2, item}});
    const Cut* cut = tree->cut(1);
    return cut ? std::string(to_string(cut->reason)) + ": " + std::string(tree->table().view(cut->detail)) : "";
  };
  Facts item = facts(control::kListItem, kSelectionItemPattern);
  const Facts list = facts(control::kList, kSelectionPattern);
  CHECK(reason(list, item).empty());
  item.size_of_set = 500;
  CHECK(reason(list, item) == "virtual: 1 of 500 items are there; the others when they are scrolled to");
  Facts grid = facts(control::kDataGrid, kGridPattern);
  grid.rows = 40;
  CHECK(reason(grid, facts(control::kDataItem)) ==
        "virtual: 1 of 40 items are there; the others when they are scrolled to");
  Facts wpf = facts(control::kList, kSelectionPattern | kScrollPattern | kItemContainerPattern);
  CHECK(reason(wpf, facts(control::kListItem)).empty());  // all of it shows
  wpf.scrollable = true;
  CHECK(reason(wpf, facts(control::kListItem)).find("virtual: ") == 0);
}

TEST_CASE("what goes beyond the options is cut where it would be") {
  const std::vector<Given> given = {{0, facts(control::kWindow)},
                                    {1, facts(control::kGroup)},
                                    {2, facts(control::kButton)},
                                    {1, facts(control::kButton)}};
  SnapshotOptions shallow;
  shallow.max_depth = 1;
  const auto tree = snapshot(given, shallow);
  CHECK(tree->size() == 3);
  REQUIRE(tree->cut(1));
  CHECK(tree->cut(1)->reason == CutReason::kBudget);
  CHECK(tree->cut(2) == nullptr);
  SnapshotOptions few;
  few.max_nodes = 2;
  CHECK(snapshot(given, few)->size() == 2);
}

TEST_CASE("what does not show is left out, and said, where only what shows is asked for") {
  Facts gone = facts(control::kScrollBar);
  gone.offscreen = true;
  SnapshotOptions options;
  options.only_visible = true;
  const auto tree = snapshot({{0, facts(control::kWindow)}, {1, gone}, {1, facts(control::kButton)}}, options);
  CHECK(tree->size() == 2);
  REQUIRE(tree->cut(0));
  CHECK(tree->cut(0)->reason == CutReason::kHidden);
}

TEST_CASE("Windows' texts survive, and halves of surrogate pairs are replaced") {
  CHECK(to_utf8(to_utf16("Grüße 中 😀")) == "Grüße 中 😀");
  CHECK(to_utf16("😀").size() == 2);
  const std::wstring half = {static_cast<wchar_t>(0xD83D), L'x'};
  CHECK(to_utf8(half) == "\xef\xbf\xbdx");
}

TEST_CASE("another in the place of an element is not that element, and one that is renamed may be") {
  const auto like = [](int control_type, std::string id, std::string name) {
    Facts made = facts(control_type);
    made.id = std::move(id);
    made.name = std::move(name);
    return likeness_of(made);
  };
  CHECK(like(control::kButton, "", "Cancel") == like(control::kButton, "", "Cancel"));
  CHECK_FALSE(like(control::kButton, "", "Cancel") == like(control::kButton, "", "Delete"));
  CHECK_FALSE(like(control::kButton, "a", "OK") == like(control::kButton, "b", "OK"));
  CHECK_FALSE(like(control::kButton, "", "OK") == like(control::kText, "", "OK"));
  CHECK(like(control::kButton, "play", "Play") == like(control::kButton, "play", "Pause"));
  CHECK(like(control::kText, "", "Ready") == like(control::kText, "", "Saved"));
  // One template, many rows.
  CHECK_FALSE(like(control::kListItem, "row", "Row 5") == like(control::kListItem, "row", "Row 25"));
}

TEST_CASE("an open menu is below the entry that opened it, and a context menu stays where it is") {
  Tree tree;
  const auto add = [&](uint32_t depth, int control_type, std::string name, int expansion = 0, bool is_window = false) {
    auto& node = tree.nodes.emplace_back();
    node.depth = depth;
    node.facts = named(facts(control_type), std::move(name));
    node.facts.expansion = expansion;
    if (is_window) node.facts.window = tree.nodes.size();
    if (is_window) node.facts.class_name = "#32768";
  };
  const auto shape = [&] {
    std::string out;
    for (const auto& node : tree.nodes) out += std::string(node.depth, '.') + node.facts.name + " ";
    return out;
  };
  const auto fill = [&](int expansion) {
    tree = {};
    tree.hosts.push_back({0, {"app", 7, {"app"}}});
    add(0, control::kWindow, "Main");
    add(1, control::kMenu, "", 0, true);
    add(2, control::kMenuItem, "Paste");
    add(1, control::kMenu, "", 0, true);
    add(2, control::kMenuItem, "Recent", expansion);
    add(1, control::kMenuBar, "Bar");
    add(2, control::kMenuItem, "File", expansion);
    add(2, control::kMenuItem, "Edit");
    add(1, control::kButton, "OK");
    tree.hosts.push_back({8, {"other", 8, {"other"}}});
  };
  fill(1);
  place_open_menus(tree);
  CHECK(shape() == "Main .Bar ..File ... ....Recent ..... ......Paste ..Edit .OK ");
  CHECK(tree.hosts[1].node == 8);

  fill(0);
  const std::string before = shape();
  place_open_menus(tree);
  CHECK(shape() == before);
}
