#include "core/query/explain.h"

#include <doctest/doctest.h>

#include <random>

#include "core/query/unique_selector.h"
#include "core/tree/snapshot_json.h"
#include "support/selectors.h"

using namespace surehand;
using namespace surehand::test;

namespace {

SnapshotPtr tree_of(const char* text) {
  const auto parsed = json::parse(text);
  REQUIRE(std::holds_alternative<Json>(parsed));
  auto tree = snapshot_from_json(std::get<Json>(parsed));
  REQUIRE(tree.ok());
  return tree.take();
}

Json explained(const SnapshotPtr& tree, const Json& ast, size_t misses = 5) {
  const auto query = Query::from_json(ast);
  REQUIRE(query.ok());
  auto result = explain(**query, *tree, {}, misses, Limits());
  REQUIRE(result.ok());
  return result.take();
}

std::string text_of(const Json& value) { return json::stringify(value); }

// 0 window, 1 Save (disabled), 2 Reply, 3 Reply All, 4 group, 5 text Save, 6 Sned
const char* const kWindow = R"({"role": "window", "name": "Mail", "children": [
  {"role": "button", "name": "Save"},
  {"role": "button", "name": "Reply", "states": ["enabled"]},
  {"role": "button", "name": "Reply All", "states": ["enabled"]},
  {"role": "group", "children": [
    {"role": "text", "name": "Save"},
    {"role": "button", "name": "Sned", "states": ["enabled"]}]}]})";

}  // namespace

TEST_CASE("an explanation counts what each term leaves, in the order in which they are written") {
  const Json ast = only(all({role("button"), name("Save"), state("enabled", true)}));
  CHECK(text_of(explained(tree_of(kWindow), ast, 0)) ==
        R"({"matches":0,"steps":[{"searched":7,"matches":0,"terms":[{"term":0,"alone":4,"survivors":4},)"
        R"({"term":1,"alone":2,"survivors":1},{"term":2,"alone":3,"survivors":0}]}],"nearMisses":[]})");
}

TEST_CASE("of a chain, each step is explained, and nth is the last term of its step") {
  const Json ast = chain({step(role("group")), step(role("button"), 1)});
  CHECK(text_of(explained(tree_of(kWindow), ast)) ==
        R"({"matches":0,"steps":[{"searched":7,"matches":1,"terms":[{"term":0,"alone":1,"survivors":1}]},)"
        R"({"searched":2,"matches":0,"terms":[{"term":0,"alone":1,"survivors":1},)"
        R"({"term":1,"alone":0,"survivors":0}]}],"nearMisses":[{"node":6,"fails":[1]}]})");
}

TEST_CASE("the nearest miss is the element that fails the fewest terms, and the likeliest of those") {
  const SnapshotPtr tree = tree_of(kWindow);
  // The button is there, only disabled; it comes before the text of that name and before enabled buttons.
  const Json disabled = explained(tree, only(all({role("button"), name("Save"), state("enabled", true)})));
  REQUIRE(disabled["nearMisses"].as_array().size() >= 2);
  CHECK(text_of(disabled["nearMisses"].as_array()[0]) == R"({"node":1,"fails":[2]})");

  const Json misspelt = explained(tree, only(all({role("button"), name("Send")})), 1);
  CHECK(text_of(misspelt["nearMisses"]) == R"([{"node":6,"fails":[1]}])");

  const Json part = explained(tree, only(all({role("button"), name("All")})), 1);
  CHECK(text_of(part["nearMisses"]) == R"([{"node":3,"fails":[1]}])");

  const Json alone = explained(tree, only(name("Repyl")));
  REQUIRE_FALSE(alone["nearMisses"].as_array().empty());
  CHECK(text_of(alone["nearMisses"].as_array()[0]) == R"({"node":2,"fails":[0]})");
}

TEST_CASE("what is only not excluded is no near miss") {
  // As getByLabel() asks: the label is there, and labels no field.
  const SnapshotPtr tree = tree_of(R"({"role": "window", "name": "Wizard", "children": [
    {"role": "textbox"}, {"role": "text", "name": "Your email"}]})");
  const Json label = explained(tree, only(all({name("Your email"), negated(role("text"))})));
  CHECK(text_of(label["nearMisses"]) == R"([{"node":2,"fails":[1]}])");

  const Json negated_alone =
      explained(tree, only(all({negated(role("text")), negated(role("textbox")), negated(role("window"))})));
  CHECK(negated_alone["nearMisses"].as_array().size() == 3);
}

TEST_CASE("nothing is near when nothing is alike, and nothing is missed when something matches") {
  CHECK(explained(tree_of(kWindow), only(name("Zebra crossing")))["nearMisses"].as_array().empty());
  CHECK(explained(tree_of(kWindow), only(name("Save")))["nearMisses"].as_array().empty());
}

TEST_CASE("an explanation agrees with the matches") {
  const SnapshotPtr tree = tree_of(kWindow);
  for (const Json& ast : {only(role("button")), only(either({name("Save"), role("group")})),
                          chain({step(name("Sned")), step(all({parent(), role("group")}))}),
                          chain({step(role("button"), 0, true)}), only(negated(has(only(any()))))}) {
    CAPTURE(text_of(ast));
    const auto query = Query::from_json(ast);
    REQUIRE(query.ok());
    const auto found = match(**query, *tree, {}, Limits());
    REQUIRE(found.ok());
    CHECK_FALSE(found->empty());
    CHECK(explained(tree, ast)["matches"].as_int() == static_cast<int64_t>(found->size()));
  }
}

TEST_CASE("an explanation keeps its deadline") {
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  for (int i = 0; i < 10'000; ++i) {
    builder.open(Role::kButton);
    builder.close();
  }
  const auto query = Query::from_json(only(role("link")));
  REQUIRE(query.ok());
  const auto late = explain(**query, *builder.finish(), {}, 5, Limits::within(Milliseconds(0)));
  REQUIRE_FALSE(late.ok());
  CHECK(late.error().code == ErrorCode::kTimeout);
}

TEST_CASE("a unique selector is the id, else the role and the name") {
  const SnapshotPtr tree = tree_of(R"({"role": "window", "name": "Mail", "children": [
    {"role": "button", "id": "btn-save", "name": "Save"},
    {"role": "button", "id": "has space", "name": "x"},
    {"role": "button", "name": "Reply"},
    {"role": "textbox"},
    {"role": "textbox", "placeholder": "Search mail"}]})");
  CHECK(unique_selector(*tree, 0) == "role:window|name:Mail");
  CHECK(unique_selector(*tree, 1) == "#btn-save");
  CHECK(unique_selector(*tree, 2) == "id:has space");
  CHECK(unique_selector(*tree, 3) == "role:button|name:Reply");
  CHECK(unique_selector(*tree, 5) == "role:textbox|placeholder:Search mail");
}

TEST_CASE("a unique selector quotes what would not be read as it is") {
  const SnapshotPtr tree = tree_of(R"({"role": "window", "children": [
    {"role": "button", "name": "Save as \"a|b\" \\ c"},
    {"role": "button", "name": "Reply*"},
    {"role": "button", "name": "Time: 10"}]})");
  CHECK(unique_selector(*tree, 1) == R"(role:button|name:"Save as \"a|b\" \\ c")");
  CHECK(unique_selector(*tree, 2) == R"(role:button|name:"Reply*")");
  CHECK(unique_selector(*tree, 3) == R"(role:button|name:"Time: 10")");
}

TEST_CASE("elements that are alike are told apart by what they are in, what they hold, or their place") {
  const SnapshotPtr tree = tree_of(R"({"role": "window", "children": [
    {"role": "group", "name": "From", "children": [{"role": "button", "name": "Pick"}]},
    {"role": "group", "name": "To", "children": [{"role": "button", "name": "Pick"}]},
    {"role": "listitem", "children": [{"role": "text", "name": "One"}]},
    {"role": "listitem", "children": [{"role": "text", "name": "Two"}]},
    {"role": "tab"}, {"role": "tab"}]})");
  CHECK(unique_selector(*tree, 2) == "role:group|name:From >> role:button|name:Pick");
  CHECK(unique_selector(*tree, 4) == "role:group|name:To >> role:button|name:Pick");
  CHECK(unique_selector(*tree, 7) == "role:listitem|has:(role:text|name:Two)");
  CHECK(unique_selector(*tree, 10) == "role:window >> role:tab|nth:1");
}

TEST_CASE("where nothing else does, it is told from its hidden twin by what shows") {
  const SnapshotPtr tree = tree_of(R"({"role": "window", "states": ["visible"], "children": [
    {"role": "menubar", "children": [{"role": "menuitem", "name": "File"}]},
    {"role": "menubar", "states": ["visible"], "children": [
      {"role": "menuitem", "name": "File", "states": ["visible"]}]},
    {"role": "tab", "states": ["visible"]}, {"role": "tab", "states": ["visible"]}, {"role": "tab"}]})");
  CHECK(unique_selector(*tree, 4) == "role:menuitem|name:File|visible:true");
  CHECK(unique_selector(*tree, 2) == "role:menuitem|name:File|visible:false");
  CHECK(unique_selector(*tree, 7) == "role:tab|visible:false");
  CHECK(unique_selector(*tree, 6) == "role:window >> role:tab|nth:1");
}

TEST_CASE("a name of white space or of a whole page is not what an element is known by") {
  const std::string page(5000, 'x');
  SnapshotBuilder builder;
  builder.open(Role::kWindow);
  for (const std::string& each : {std::string(" "), page}) {
    builder.open(Role::kButton);
    builder.text(TextField::kName, each);
    builder.close();
  }
  const SnapshotPtr tree = builder.finish();
  CHECK(unique_selector(*tree, 1) == "role:window >> role:button|nth:0");
  CHECK(unique_selector(*tree, 2) == "role:window >> role:button|nth:1");
}
