#include <doctest/doctest.h>

#include "core/query/query.h"
#include "core/tree/snapshot_json.h"
#include "support/selectors.h"

using namespace surehand;
using namespace surehand::test;

namespace {

using Nodes = std::vector<NodeIndex>;

SnapshotPtr tree_of(const char* text) {
  const auto parsed = json::parse(text);
  REQUIRE(std::holds_alternative<Json>(parsed));
  auto tree = snapshot_from_json(std::get<Json>(parsed));
  REQUIRE(tree.ok());
  return tree.take();
}

Nodes find(const SnapshotPtr& tree, const Json& ast, MatchOptions options = {}) {
  const auto query = Query::from_json(ast);
  REQUIRE(query.ok());
  const auto found = match(**query, *tree, options, Limits());
  REQUIRE(found.ok());
  return *found;
}

bool name_matches(const std::string& shown, Json pattern) {
  SnapshotBuilder builder;
  builder.open(Role::kButton);
  builder.text(TextField::kName, shown);
  return !find(builder.finish(), only(text("name", std::move(pattern)))).empty();
}

// 0 window, 1 toolbar, 2 Save, 3 Reply, 4 Reply All, 5 group, 6 Save, 7 text
const char* const kWindow = R"({"role": "window", "name": "Mail", "process": "mail", "pid": 7,
  "apps": ["mail", "org.example.Mail", "Courrier"], "children": [
    {"role": "toolbar", "children": [
      {"role": "button", "name": "Save", "states": ["enabled"]},
      {"role": "button", "name": "Reply", "states": ["enabled"]},
      {"role": "button", "name": "Reply All", "attributes": {"tag": "x"}}]},
    {"role": "group", "children": [
      {"role": "button", "name": "_Save", "description": "writes the file", "states": ["checked=false"]},
      {"role": "text", "value": "Reply by mail", "states": ["checked=mixed"]}]}]})";

}  // namespace

TEST_CASE("`name:Reply` must never press \"Reply All\"") {
  CHECK(find(tree_of(kWindow), only(name("Reply"))) == Nodes{3});
  CHECK(find(tree_of(kWindow), only(text("name", wildcard("Reply*")))) == Nodes{3, 4});
}

TEST_CASE("a name is the whole text, case-insensitive, after normalising") {
  CHECK(name_matches("Save", literal("save")));
  CHECK(name_matches("  Save\t As  ", literal("save as")));
  CHECK(name_matches("Save\xE2\x80\xA6", literal("Save")));
  CHECK(name_matches("Save ...", literal("Save")));
  CHECK(name_matches("Save", literal("Save...")));
  CHECK(name_matches("STRASSE", literal("stra\xC3\x9F"
                                        "e")));
  CHECK(name_matches("E\xCC\x81t\xC3\xA9", literal("\xC3\x89t\x65\xCC\x81")));
  CHECK(name_matches("e\xCC\x81", literal("\xC3\xA9")));
  CHECK_FALSE(name_matches("e\xCC\x81", literal("e")));
  CHECK_FALSE(name_matches("Save As", literal("Save")));
  CHECK_FALSE(name_matches("Sav", literal("Save")));
  CHECK_FALSE(name_matches("", literal("Save")));
}

TEST_CASE("a mnemonic mark may be written or left out") {
  for (const char* shown : {"File", "_File", "&File", "F_ile"}) {
    for (const char* written : {"File", "_File", "&File", "Fi&le"}) {
      CAPTURE(shown);
      CAPTURE(written);
      CHECK(name_matches(shown, literal(written)));
    }
  }
  CHECK(name_matches("A & B", literal("A & B")));
  CHECK_FALSE(name_matches("A & B", literal("A B")));
  CHECK(name_matches("snake_case", literal("snake_case")));
}

TEST_CASE("the colon that a label ends in may be left out, and is asked for by writing it") {
  for (const char* shown : {"Name:", "Name\xC2\xA0:", "_Name:", "Name\xEF\xBC\x9A", "Name: "}) {
    CAPTURE(shown);
    CHECK(name_matches(shown, literal("name")));
  }
  CHECK(name_matches("Name:", wildcard("n?me")));
  CHECK(name_matches("Name:", literal("Name:")));
  CHECK_FALSE(name_matches("Name", literal("Name:")));
  CHECK_FALSE(name_matches("Name::", literal("Name")));
  CHECK_FALSE(name_matches("Name:", wildcard("name?:")));
  CHECK_FALSE(name_matches("10:30", literal("10")));
  CHECK(name_matches(":", literal(":")));
  CHECK_FALSE(name_matches("Name: x", literal("Name")));
}

TEST_CASE("only names are labels: a value is compared with its colon") {
  const SnapshotPtr tree = tree_of(R"({"role": "textbox", "value": "a:"})");
  CHECK(find(tree, only(text("value", literal("a")))).empty());
}

TEST_CASE("a role means those that ARIA derives from it, too, and these mean themselves alone") {
  const SnapshotPtr tree = tree_of(R"({"role": "menu", "children": [
    {"role": "menuitem"}, {"role": "menuitemcheckbox"}, {"role": "menuitemradio"},
    {"role": "dialog"}, {"role": "alertdialog"}, {"role": "textbox"}, {"role": "searchbox"},
    {"role": "checkbox"}, {"role": "switch"}, {"role": "radio"}, {"role": "alert"}]})");
  CHECK(find(tree, only(role("menuitem"))) == Nodes{1, 2, 3});
  CHECK(find(tree, only(role("menuitemradio"))) == Nodes{3});
  CHECK(find(tree, only(role("dialog"))) == Nodes{4, 5});
  CHECK(find(tree, only(role("textbox"))) == Nodes{6, 7});
  CHECK(find(tree, only(role("checkbox"))) == Nodes{8, 9});
  CHECK(find(tree, only(role("alert"))) == Nodes{5, 11});
}

TEST_CASE("`*` is any run of characters and `?` any one, and a backslash takes them literally") {
  CHECK(name_matches("Reply All", wildcard("reply*")));
  CHECK(name_matches("Reply", wildcard("reply*")));
  CHECK_FALSE(name_matches("A Reply", wildcard("reply*")));
  CHECK_FALSE(name_matches("Reply", wildcard("reply *")));
  CHECK(name_matches("\xF0\x9F\x98\x80", wildcard("?")));
  CHECK_FALSE(name_matches("ab", wildcard("?")));
  CHECK(name_matches("a*b", wildcard("?\\*b")));
  CHECK_FALSE(name_matches("axb", wildcard("?\\*b")));
  CHECK(name_matches("_Save As", wildcard("save*")));
  CHECK(name_matches("", wildcard("*")));
}

TEST_CASE("a mnemonic mark before a wildcard is a character: `_*` is not every name") {
  CHECK(name_matches("_private", wildcard("_*")));
  CHECK_FALSE(name_matches("public", wildcard("_*")));
}

TEST_CASE("a regular expression is searched anywhere in the raw text") {
  CHECK(name_matches("Reply All\xE2\x80\xA6", regexp("All\xE2\x80\xA6$")));
  CHECK_FALSE(name_matches("Reply", regexp("reply")));
  CHECK(name_matches("Reply", regexp("^re(ply)?$", "i")));
}

TEST_CASE("no name matches no name pattern, not even `*`") {
  const SnapshotPtr tree = tree_of(R"({"role": "button", "children": [{"role": "button", "name": ""}]})");
  CHECK(find(tree, only(text("name", wildcard("*")))) == Nodes{1});
  CHECK(find(tree, only(negated(text("name", wildcard("*"))))) == Nodes{0});
}

TEST_CASE("`text` is a substring of name, value or description") {
  CHECK(find(tree_of(kWindow), only(text("text", literal("reply")))) == Nodes{3, 4, 7});
  CHECK(find(tree_of(kWindow), only(text("text", literal("THE FILE")))) == Nodes{6});
  CHECK(find(tree_of(kWindow), only(text("text", wildcard("by*il")))) == Nodes{7});
}

TEST_CASE("`id` and `class` are exact") {
  const SnapshotPtr tree =
      tree_of(R"({"role": "window", "id": "Main", "class": "W", "children": [{"role": "button", "id": "main"}]})");
  CHECK(find(tree, only(text("id", literal("main")))) == Nodes{1});
  CHECK(find(tree, only(text("class", literal("w")))).empty());
  CHECK(find(tree, only(text("class", literal("W")))) == Nodes{0});
  CHECK(find(tree, only(text("id", wildcard("?ain")))) == Nodes{0, 1});
}

TEST_CASE("`.exe` counts for nothing in the name of an executable, on either side") {
  const auto of = [](const char* process) {
    return tree_of(
        (std::string(R"({"role": "window", "process": ")") + process + R"(", "apps": [")" + process + R"(", "Notes"]})")
            .c_str());
  };
  for (const char* process : {"notepad", "Notepad.EXE"}) {
    CAPTURE(process);
    for (const char* key : {"process", "app"}) {
      CAPTURE(key);
      for (const char* written : {"notepad", "notepad.exe", "NOTEPAD.Exe"}) {
        CAPTURE(written);
        CHECK(find(of(process), only(text(key, literal(written)))) == Nodes{0});
      }
      CHECK(find(of(process), only(text(key, wildcard("note*.exe")))) == Nodes{0});
      CHECK(find(of(process), only(text(key, literal("notepad.ex")))).empty());
      CHECK(find(of(process), only(text(key, literal(".exe")))).empty());
    }
  }
  CHECK(find(of("exe"), only(text("process", literal("exe")))) == Nodes{0});
}

TEST_CASE("`process`, `pid` and `app` are those of the nearest host") {
  const SnapshotPtr tree = tree_of(kWindow);
  CHECK(find(tree, only(text("process", literal("MAIL")))).size() == tree->size());
  CHECK(find(tree, only(text("app", literal("courrier")))).size() == tree->size());
  CHECK(find(tree, only(text("app", literal("org.example")))).empty());
  CHECK(find(tree, only(object({{"kind", "pid"}, {"pid", 7}}))).size() == tree->size());
  CHECK(find(tree, only(object({{"kind", "pid"}, {"pid", 8}}))).empty());
  const SnapshotPtr two = tree_of(R"({"role": "desktop", "children": [
    {"role": "application", "process": "a", "children": [{"role": "window"}]},
    {"role": "application", "process": "b", "children": [{"role": "window"}]}]})");
  CHECK(find(two, only(text("process", literal("b")))) == Nodes{3, 4});
}

TEST_CASE("`window` is the title of the window that holds the element") {
  const SnapshotPtr tree = tree_of(R"({"role": "application", "name": "app", "children": [
    {"role": "window", "name": "Main", "children": [
      {"role": "button"},
      {"role": "document", "children": [{"role": "dialog", "name": "In the page", "children": [{"role": "link"}]}]},
      {"role": "dialog", "name": "Settings", "children": [{"role": "checkbox"}]}]}]})");
  CHECK(find(tree, only(text("window", literal("main")))) == Nodes{1, 2, 3, 4, 5});
  CHECK(find(tree, only(text("window", literal("Settings")))) == Nodes{6, 7});
  CHECK(find(tree, only(negated(text("window", wildcard("*"))))) == Nodes{0});
}

TEST_CASE("`attr:key` is presence and `attr:key=value` exact; a missing attribute never matches") {
  const SnapshotPtr tree = tree_of(kWindow);
  CHECK(find(tree, only(test::attribute("tag"))) == Nodes{4});
  CHECK(find(tree, only(test::attribute("tag", literal("x")))) == Nodes{4});
  CHECK(find(tree, only(test::attribute("tag", literal("X")))).empty());
  CHECK(find(tree, only(test::attribute("Tag"))).empty());
  CHECK(find(tree, only(test::attribute("other", wildcard("*")))).empty());
}

TEST_CASE("a state that does not apply is neither true nor false") {
  const SnapshotPtr tree = tree_of(kWindow);
  CHECK(find(tree, only(state("checked", false))) == Nodes{6});
  CHECK(find(tree, only(state("checked", "mixed"))) == Nodes{7});
  CHECK(find(tree, only(state("checked", true))).empty());
  CHECK(find(tree, only(all({role("button"), state("enabled", false)}))) == Nodes{4, 6});
  CHECK(find(tree, only(all({role("button"), negated(state("checked", false))}))) == Nodes{2, 3, 4});
}

TEST_CASE("`ref` names one element") {
  CHECK(find(tree_of(kWindow), only(object({{"kind", "ref"}, {"ref", "e4"}}))) == Nodes{3});
  CHECK(find(tree_of(kWindow), only(object({{"kind", "ref"}, {"ref", "e99"}}))).empty());
}

TEST_CASE("`!x` is every element in scope that is not x") {
  const SnapshotPtr tree = tree_of(kWindow);
  CHECK(find(tree, only(negated(role("button")))) == Nodes{0, 1, 5, 7});
  MatchOptions below_toolbar;
  below_toolbar.scope = 1;
  below_toolbar.include_scope = false;
  CHECK(find(tree, only(negated(name("Save"))), below_toolbar) == Nodes{3, 4});
}

TEST_CASE("a step is searched below each match of the step before it") {
  const SnapshotPtr tree = tree_of(kWindow);
  CHECK(find(tree, chain({step(role("group")), step(role("button"))})) == Nodes{6});
  CHECK(find(tree, chain({step(role("window")), step(role("window"))})).empty());
  // Nested matches of the first step do not repeat what is below both.
  CHECK(find(tree, chain({step(either({role("window"), role("group")})), step(name("save"))})) == Nodes{2, 6});
}

TEST_CASE("`..` is the parent, alone or with terms of its own") {
  const SnapshotPtr tree = tree_of(kWindow);
  CHECK(find(tree, chain({step(name("Reply")), step(parent())})) == Nodes{1});
  CHECK(find(tree, chain({step(role("button")), step(parent())})) == Nodes{1, 5});
  CHECK(find(tree, chain({step(role("button")), step(all({parent(), role("group")}))})) == Nodes{5});
  CHECK(find(tree, chain({step(name("Reply")), step(parent()), step(name("Save"))})) == Nodes{2});
  CHECK(find(tree, only(parent())).empty());
}

TEST_CASE("`nth` is applied to the matches of the whole step, in document order") {
  const SnapshotPtr tree = tree_of(kWindow);
  CHECK(find(tree, chain({step(role("button"), 1)})) == Nodes{3});
  CHECK(find(tree, chain({step(role("button"), -1)})) == Nodes{6});
  CHECK(find(tree, chain({step(role("button"), 4)})).empty());
  CHECK(find(tree, chain({step(role("button"), -5)})).empty());
  CHECK(find(tree, chain({step(role("button"), 0, true)})) == Nodes{3, 4, 6});
  // Over both containers together, not in each.
  CHECK(find(tree, chain({step(either({role("toolbar"), role("group")})), step(role("button"), 3)})) == Nodes{6});
}

TEST_CASE("`has` is true when an element below matches") {
  const SnapshotPtr tree = tree_of(kWindow);
  CHECK(find(tree, only(has(only(name("Reply"))))) == Nodes{0, 1});
  CHECK(find(tree, only(has(chain({step(role("group")), step(role("button"))})))) == Nodes{0});
  CHECK(find(tree, only(has(chain({step(role("button"), 2)})))) == Nodes{0, 1});
  CHECK(find(tree, only(all({role("button"), has(only(any()))}))).empty());
}

TEST_CASE("`has` looks at what is below, also where `..` leads out") {
  const SnapshotPtr tree = tree_of(kWindow);
  // The toolbar is the parent of Reply, but not below itself.
  CHECK(find(tree, only(has(chain({step(name("Reply")), step(parent())})))) == Nodes{0});
}

namespace {

// 0 window; a label (1) and a field (2) in a row, a field below them (3), one far right (4), one without
// bounds (5)
const char* const kForm = R"({"role": "window", "children": [
  {"role": "text", "name": "Name", "bounds": {"x": 10, "y": 10, "width": 50, "height": 20}},
  {"role": "textbox", "id": "a", "bounds": {"x": 70, "y": 5, "width": 100, "height": 30}},
  {"role": "textbox", "id": "b", "bounds": {"x": 20, "y": 40, "width": 100, "height": 30}},
  {"role": "textbox", "id": "c", "bounds": {"x": 180, "y": 15, "width": 100, "height": 30}},
  {"role": "textbox", "id": "d"}]})";

}  // namespace

TEST_CASE("beside is beyond that edge and overlapping in the other direction, nearest first") {
  const SnapshotPtr tree = tree_of(kForm);
  const Json label = only(name("Name"));
  CHECK(find(tree, only(beside("rightof", label))) == Nodes{2, 4});
  CHECK(find(tree, only(beside("below", label))) == Nodes{3});
  CHECK(find(tree, only(beside("leftof", label))).empty());
  CHECK(find(tree, only(beside("above", only(text("id", literal("b")))))) == Nodes{2, 1});
  CHECK(find(tree, only(beside("leftof", only(text("id", literal("c")))))) == Nodes{2, 3, 1});
}

TEST_CASE("beside a name that a label and its field have is beside the label") {
  const SnapshotPtr tree = tree_of(R"({"role": "window", "children": [
    {"role": "text", "name": "Host:", "bounds": {"x": 0, "y": 0, "width": 40, "height": 20}},
    {"role": "textbox", "name": "Host:", "bounds": {"x": 96, "y": 0, "width": 300, "height": 20}},
    {"role": "text", "name": "Port:", "bounds": {"x": 400, "y": 0, "width": 40, "height": 20}},
    {"role": "textbox", "name": "Port:", "bounds": {"x": 445, "y": 0, "width": 60, "height": 20}}]})");
  const Json beside_host = all({role("textbox"), beside("rightof", only(name("Host:")))});
  CHECK(find(tree, only(beside_host)) == Nodes{2, 4});
  // A field without a label of that name is an anchor itself.
  const Json beside_field = all({role("textbox"), beside("rightof", only(all({role("textbox"), name("Host:")})))});
  CHECK(find(tree, only(beside_field)) == Nodes{4});
}

TEST_CASE("near is within 50 px edge to edge, nearest first, and not the anchor itself") {
  const SnapshotPtr tree = tree_of(kForm);
  const Json label = only(name("Name"));
  CHECK(find(tree, only(near(label))) == Nodes{2, 3});
  CHECK(find(tree, only(near(label, 10))) == Nodes{2, 3});
  CHECK(find(tree, only(near(label, 9))).empty());
  CHECK(find(tree, only(near(label, 120))) == Nodes{2, 3, 4});
  CHECK(find(tree, chain({step(near(label, 120), -1)})) == Nodes{4});
}

TEST_CASE("geometry looks for its anchor where the step is searched") {
  const SnapshotPtr tree = tree_of(R"({"role": "application", "children": [
    {"role": "window", "name": "A", "children": [
      {"role": "text", "name": "Name", "bounds": {"x": 0, "y": 0, "width": 10, "height": 10}}]},
    {"role": "window", "name": "B", "children": [
      {"role": "textbox", "bounds": {"x": 20, "y": 0, "width": 10, "height": 10}}]}]})");
  const Json beside_label = all({role("textbox"), beside("rightof", only(name("Name")))});
  CHECK(find(tree, only(beside_label)) == Nodes{4});
  CHECK(find(tree, chain({step(name("B")), step(beside_label)})).empty());
}

TEST_CASE("results are in document order, without duplicates, at most `limit`") {
  const SnapshotPtr tree = tree_of(kWindow);
  const Json ast = only(either({name("Reply All"), role("button"), name("Save")}));
  CHECK(find(tree, ast) == Nodes{2, 3, 4, 6});
  MatchOptions two;
  two.limit = 2;
  CHECK(find(tree, ast, two) == Nodes{2, 3});
  two.limit = 0;
  CHECK(find(tree, ast, two).empty());
}

TEST_CASE("a match that is cancelled or out of time ends with the reason") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  for (int i = 0; i < 10'000; ++i) {
    builder.open(Role::kButton);
    builder.close();
  }
  const SnapshotPtr tree = builder.finish();
  const auto query = Query::from_json(only(role("link")));
  REQUIRE(query.ok());
  const auto late = match(**query, *tree, {}, Limits::within(Milliseconds(0)));
  REQUIRE_FALSE(late.ok());
  CHECK(late.error().code == ErrorCode::kTimeout);
  auto cancel = std::make_shared<CancelToken>();
  cancel->cancel();
  const auto stopped = match(**query, *tree, {}, Limits::within(Milliseconds(60'000), cancel));
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.error().code == ErrorCode::kAborted);
}

TEST_CASE("a pattern that would take for ever on a long text is stopped, with the reason") {
  SnapshotBuilder builder;
  builder.open(Role::kDocument);
  builder.text(TextField::kValue, std::string(1'000'000, 'a'));
  const SnapshotPtr tree = builder.finish();
  const auto query = Query::from_json(only(text("value", wildcard("*" + std::string(20'000, 'a') + "b*"))));
  REQUIRE(query.ok());
  const auto found = match(**query, *tree, {}, Limits());
  REQUIRE_FALSE(found.ok());
  CHECK(found.error().code == ErrorCode::kInvalidSelector);
  CHECK(found.error().message.find("too many steps") != std::string::npos);
}

TEST_CASE("a scope that is no node is refused") {
  const auto query = Query::from_json(only(any()));
  REQUIRE(query.ok());
  MatchOptions options;
  options.scope = 1000;
  const auto found = match(**query, *tree_of(kWindow), options, Limits());
  REQUIRE_FALSE(found.ok());
  CHECK(found.error().code == ErrorCode::kInvalidArgument);
}
