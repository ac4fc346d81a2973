#include "core/tree/snapshot.h"

#include <doctest/doctest.h>

#include "core/tree/modals.h"
#include "core/tree/refs.h"
#include "core/tree/snapshot_json.h"

using namespace surehand;

namespace {

States states_of(std::initializer_list<State> on) {
  States states;
  for (State state : on) states.set(state);
  return states;
}

// What a toolkit gives: names, a value here and there, states, bounds, attributes, actions, a bus path.
SnapshotPtr realistic(size_t nodes) {
  SnapshotBuilder builder(nodes);
  builder.open(Role::kApplication);
  builder.host("gedit", 4242, {"gedit", "org.gnome.gedit", "Text Editor"});
  for (size_t i = 1; i < nodes; ++i) {
    while (builder.depth() > 1 + i % 12) builder.close();
    builder.open(i % 3 ? Role::kText : Role::kButton);
    builder.states(states_of({State::kEnabled, State::kVisible, State::kFocusable}));
    builder.text(TextField::kName, "Item number " + std::to_string(i));
    if (i % 5 == 0) builder.text(TextField::kValue, std::to_string(i));
    if (i % 7 == 0) builder.text(TextField::kDescription, "Opens item " + std::to_string(i));
    builder.text(TextField::kId, "item-" + std::to_string(i));
    builder.text(TextField::kClass, "GtkButton");
    builder.text(TextField::kPlatformRole, i % 3 ? "label" : "push button");
    builder.bounds({static_cast<int32_t>(i), 20, 100, 24});
    builder.attribute("toolkit", "gtk");
    builder.attribute("window-type", "normal");
    if (i % 3 == 0) builder.action("click");
    builder.identity("/org/a11y/atspi/accessible/" + std::to_string(i));
  }
  return builder.finish(":1.42", std::make_shared<RefBook>());
}

}  // namespace

TEST_CASE("nodes stand in pre-order, with parents and subtree ends") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  builder.open(Role::kToolbar);
  builder.open(Role::kButton);
  builder.close();
  builder.open(Role::kButton);
  builder.close();
  builder.close();
  builder.open(Role::kText);
  const SnapshotPtr tree = builder.finish();
  REQUIRE(tree->size() == 5);
  CHECK(tree->parent(0) == kNoNode);
  CHECK(tree->parent(1) == 0);
  CHECK(tree->parent(3) == 1);
  CHECK(tree->parent(4) == 0);
  CHECK(tree->subtree_end(0) == 5);
  CHECK(tree->subtree_end(1) == 4);
  CHECK(tree->subtree_end(2) == 3);
  CHECK(tree->subtree_end(4) == 5);
  CHECK(tree->role(4) == Role::kText);
}

TEST_CASE("a tree has one root, whatever a backend opens after it") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  builder.close();
  builder.close();
  builder.open(Role::kButton);
  const SnapshotPtr tree = builder.finish();
  CHECK(tree->parent(1) == 0);
  CHECK(tree->subtree_end(0) == 2);
  CHECK(SnapshotBuilder().finish()->size() == 1);
}

TEST_CASE("no text is not the empty text") {
  SnapshotBuilder builder;
  builder.open(Role::kGroup);
  builder.open(Role::kTextbox);
  builder.text(TextField::kName, "");
  builder.close();
  const SnapshotPtr tree = builder.finish();
  CHECK(tree->text_id(TextField::kName, 0) == kNoText);
  CHECK(tree->text_id(TextField::kName, 1) == kEmptyText);
  CHECK(tree->text_id(TextField::kValue, 1) == kNoText);
  CHECK(tree->text_column(TextField::kValue).empty());
  CHECK(tree->text_column(TextField::kName).size() == tree->size());
}

TEST_CASE("unknown bounds are unknown, not zero") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  builder.open(Role::kButton);
  builder.bounds({0, 0, 0, 0});
  builder.close();
  builder.open(Role::kButton);
  builder.bounds({1, 2, -1, 4});
  const SnapshotPtr tree = builder.finish();
  CHECK_FALSE(tree->bounds(0).has_value());
  CHECK(tree->bounds(1) == Rect{0, 0, 0, 0});
  CHECK_FALSE(tree->bounds(2).has_value());
}

TEST_CASE("attributes, actions and identities belong to the node they were said of") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  builder.identity("root");
  builder.open(Role::kGroup);
  builder.open(Role::kButton);
  builder.attribute("a", "1");
  builder.attribute("b", "2");
  builder.action("press");
  builder.identity("first try");
  builder.identity("button");
  builder.close();
  builder.close();
  builder.open(Role::kLink);
  builder.attribute("c", "3");
  const SnapshotPtr tree = builder.finish("app", std::make_shared<RefBook>());
  const auto count = [&](NodeIndex node) { return tree->attributes(node).second - tree->attributes(node).first; };
  CHECK(count(0) == 0);
  CHECK(count(1) == 0);
  CHECK(count(2) == 2);
  CHECK(count(3) == 1);
  CHECK(tree->table().view(tree->attributes(3).first->value) == "3");
  CHECK(tree->actions(2).second - tree->actions(2).first == 1);
  CHECK(tree->actions(3).first == tree->actions(3).second);
  CHECK(tree->identity(0) == "root");
  CHECK_FALSE(tree->identity(1).empty());
  CHECK(tree->identity(2) == "button");
  CHECK(tree->find_identity("button") == 2);
  CHECK(tree->find_identity("first try") == kNoNode);
  CHECK(tree->find_identity("butto") == kNoNode);
  CHECK(tree->find_identity("") == kNoNode);
}

TEST_CASE("refs are handed out on use, and name the same element in the next tree") {
  const auto book = std::make_shared<RefBook>();
  const auto build = [&](std::initializer_list<const char*> identities, const char* app) {
    SnapshotBuilder builder;
    builder.open(Role::kWindow);
    for (const char* identity : identities) {
      builder.open(Role::kButton);
      builder.identity(identity);
      builder.close();
    }
    return builder.finish(app, book);
  };
  const SnapshotPtr before = build({"/a", "/b"}, "app");
  CHECK(book->size() == 0);
  const std::string ref = before->ref(2);
  CHECK(book->size() == 1);
  CHECK(before->ref(2) == ref);
  CHECK(before->by_ref(ref) == 2);
  CHECK(build({"/b", "/a"}, "app")->by_ref(ref) == 1);
  CHECK(build({"/a"}, "app")->by_ref(ref) == kNoNode);
  CHECK(build({"/a", "/b"}, "other app")->by_ref(ref) == kNoNode);
  CHECK(before->by_ref("e999") == kNoNode);
  CHECK(before->by_ref("nonsense") == kNoNode);
}

TEST_CASE("in trees made from data node i is e(i+1)") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  builder.open(Role::kButton);
  const SnapshotPtr tree = builder.finish();
  CHECK(tree->ref(1) == "e2");
  CHECK(tree->by_ref("e2") == 1);
  CHECK(tree->by_ref("e3") == kNoNode);
}

TEST_CASE("the first reason for a cut stays, and cuts are found by node") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  builder.open(Role::kTable);
  builder.open(Role::kRow);
  builder.cut(2, CutReason::kDeadline);
  builder.cut(1, CutReason::kVirtual, "1048576 rows");
  builder.cut(2, CutReason::kFailed);
  builder.cut(99, CutReason::kFailed);
  const SnapshotPtr tree = builder.finish();
  CHECK_FALSE(tree->complete());
  CHECK(tree->cuts().size() == 2);
  REQUIRE(tree->cut(1) != nullptr);
  CHECK(tree->table().view(tree->cut(1)->detail) == "1048576 rows");
  CHECK(tree->cut(2)->reason == CutReason::kDeadline);
  CHECK(tree->cut(0) == nullptr);
  for (int i = 0; i <= static_cast<int>(CutReason::kFailed); ++i) {
    const auto reason = static_cast<CutReason>(i);
    CHECK(cut_reason_from_name(to_string(reason)) == reason);
  }
  CHECK_FALSE(cut_reason_from_name("tired").has_value());
}

TEST_CASE("a node lives in the process of its nearest host") {
  SnapshotBuilder builder;
  builder.open(Role::kDesktop);  // 0
  builder.open(Role::kWindow);   // 1
  builder.host("shell", 1, {});
  builder.open(Role::kGroup);  // 2
  builder.host("plugin", 2, {"Plug-in"});
  builder.open(Role::kButton);  // 3
  builder.close();
  builder.close();
  builder.open(Role::kButton);  // 4
  builder.close();
  builder.close();
  builder.open(Role::kWindow);  // 5
  const SnapshotPtr tree = builder.finish();
  CHECK(tree->host(0) == nullptr);
  CHECK(tree->host(1)->pid == 1);
  CHECK(tree->host(2)->pid == 2);
  CHECK(tree->host(3)->pid == 2);
  CHECK(tree->host(4)->pid == 1);
  CHECK(tree->host(5) == nullptr);
  CHECK(tree->table().view(tree->host(3)->app_names.at(0)) == "Plug-in");
}

TEST_CASE("a protected value is dropped, whatever the order it is said in") {
  const States secret = states_of({State::kProtected, State::kEditable});
  for (int order = 0; order < 3; ++order) {
    CAPTURE(order);
    SnapshotBuilder builder;
    builder.open(Role::kDialog);
    builder.open(Role::kTextbox);
    if (order == 0) builder.states(secret);
    builder.text(TextField::kName, order == 1 ? "hunter2" : "Password");
    builder.attribute("valuetext", "hunter2");
    builder.attribute("placeholder-text", "8 characters");
    if (order == 2) {
      builder.text(TextField::kValue, builder.intern("hunter2"));
    } else {
      builder.text(TextField::kValue, "hunter2");
    }
    builder.text(TextField::kDescription, "hunter2");
    if (order != 0) builder.states(secret);
    builder.attribute("text", "hunter2");
    builder.open(Role::kText);
    builder.text(TextField::kName, "hunter2");
    builder.text(TextField::kValue, "hunter2");
    builder.close();
    builder.open(Role::kButton);
    builder.text(TextField::kName, "Show password");
    builder.close();
    builder.close();
    builder.open(Role::kText);
    builder.text(TextField::kName, "hunter2 is a bad password");
    builder.text(TextField::kValue, "said in the open");
    const SnapshotPtr tree = builder.finish();
    std::string json;
    append_json(json, *tree, 1);
    CHECK(json.find("hunter2") == std::string::npos);
    CHECK(json.find("8 characters") != std::string::npos);
    CHECK(json.find("Show password") != std::string::npos);
    CHECK(tree->text_id(TextField::kValue, 1) == kNoText);
    CHECK(tree->text(TextField::kValue, 4) == "said in the open");
    if (order == 0) CHECK(tree->table().find("hunter2") == kNoText);
  }
}

TEST_CASE("depth costs no stack") {
  constexpr NodeIndex kDepth = 200000;
  SnapshotBuilder builder;
  for (NodeIndex i = 0; i < kDepth; ++i) builder.open(Role::kGroup);
  const SnapshotPtr tree = builder.finish();
  CHECK(tree->size() == kDepth);
  CHECK(tree->subtree_end(kDepth - 1) == kDepth);
  CHECK(tree->host(kDepth - 1) == nullptr);
  std::string json;
  append_json(json, *tree, 0);
  CHECK(json.substr(json.size() - 6) == "}]}]}]}" + 1);
}

TEST_CASE("a node costs at most 200 bytes beside its text") {
  const SnapshotPtr tree = realistic(10000);
  REQUIRE(tree->size() == 10000);
  const double per_node = static_cast<double>(tree->bytes_of_nodes()) / tree->size();
  MESSAGE("bytes per node: " << per_node << ", of text: " << static_cast<double>(tree->bytes_of_text()) / tree->size());
  CHECK(per_node <= 200);
  CHECK(per_node >= 50);
}

TEST_CASE("columns that no node uses cost nothing") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  for (int i = 0; i < 9999; ++i) {
    builder.open(Role::kText);
    builder.close();
  }
  const SnapshotPtr tree = builder.finish();
  CHECK(tree->bytes_of_nodes() <= 10000 * 17 + 64);
}

namespace {

NodeIndex open(SnapshotBuilder& builder, Role role, std::string_view name, std::initializer_list<State> states = {}) {
  const NodeIndex node = builder.open(role);
  builder.text(TextField::kName, name);
  builder.states(states_of(states));
  return node;
}

}  // namespace

TEST_CASE("window_of is the nearest window; a dialog that is drawn inside of something is none") {
  SnapshotBuilder builder;
  open(builder, Role::kApplication, "app");
  const NodeIndex window = open(builder, Role::kWindow, "Main");
  const NodeIndex page = open(builder, Role::kDocument, "Page");
  const NodeIndex drawn = open(builder, Role::kDialog, "Cookies");
  builder.close();
  builder.close();
  const NodeIndex sheet = open(builder, Role::kDialog, "Sheet");
  const NodeIndex button = open(builder, Role::kButton, "OK");
  const SnapshotPtr tree = builder.finish();
  CHECK(tree->window_of(0) == kNoNode);
  CHECK(tree->window_of(window) == window);
  CHECK(tree->window_of(page) == window);
  CHECK(tree->window_of(drawn) == window);
  CHECK(tree->window_of(sheet) == sheet);
  CHECK(tree->window_of(button) == sheet);
}

TEST_CASE("a modal dialog blocks what it is below, and nothing else") {
  SnapshotBuilder builder;
  open(builder, Role::kApplication, "app");
  const NodeIndex letter = open(builder, Role::kWindow, "Letter");
  const NodeIndex behind = open(builder, Role::kButton, "Send");
  builder.close();
  const NodeIndex sheet = open(builder, Role::kDialog, "Sheet", {State::kModal});
  const NodeIndex keep = open(builder, Role::kButton, "Keep");
  builder.close();
  builder.close();
  builder.close();
  const NodeIndex invoice = open(builder, Role::kWindow, "Invoice");
  const NodeIndex print = open(builder, Role::kButton, "Print");
  const SnapshotPtr tree = builder.finish();
  const Modals modals(*tree);
  CHECK(modals.over(behind) == sheet);
  CHECK(modals.over(letter) == kNoNode);
  for (const NodeIndex node : {NodeIndex(0), sheet, keep, invoice, print}) CHECK(modals.over(node) == kNoNode);
}

TEST_CASE("one at the top blocks the application, but for popups and the window that has the keyboard") {
  SnapshotBuilder builder;
  open(builder, Role::kApplication, "app");
  const NodeIndex first = open(builder, Role::kWindow, "First");
  builder.close();
  const NodeIndex popup = open(builder, Role::kWindow, "");
  builder.close();
  const NodeIndex active = open(builder, Role::kWindow, "Active", {State::kActive});
  builder.close();
  const NodeIndex under = open(builder, Role::kDialog, "Under", {State::kModal});
  builder.close();
  const NodeIndex top = open(builder, Role::kDialog, "Top", {State::kModal});
  const SnapshotPtr tree = builder.finish();
  const Modals modals(*tree);
  CHECK(modals.over(first) == top);
  CHECK(modals.over(under) == top);
  for (const NodeIndex node : {top, popup, active}) CHECK(modals.over(node) == kNoNode);
}

TEST_CASE("an identity is never empty and in no tree twice; what has none of its own gets one that no other tree has") {
  const auto tree_of = [](std::shared_ptr<RefBook> refs) {
    SnapshotBuilder builder;
    builder.open(Role::kApplication);
    builder.identity("app");
    for (const char* identity : {"a", "", "a", "b"}) {
      builder.open(Role::kButton);
      builder.identity(identity);
      builder.close();
    }
    return builder.finish("key", refs);
  };
  const auto refs = std::make_shared<RefBook>();
  const SnapshotPtr tree = tree_of(refs), again = tree_of(refs);
  CHECK(tree->identity(1) == "a");
  CHECK(tree->identity(4) == "b");
  for (NodeIndex node = 0; node < tree->size(); ++node) {
    CHECK_FALSE(tree->identity(node).empty());
    CHECK(tree->find_identity(tree->identity(node)) == node);
  }
  for (const NodeIndex node : {2u, 3u}) {
    CHECK(again->find_identity(tree->identity(node)) == kNoNode);
    CHECK(again->by_ref(tree->ref(node)) == kNoNode);
  }
  CHECK(tree_of(nullptr)->identity(2).empty());
}
