#include <doctest/doctest.h>

#include <random>

#include "core/tree/snapshot.h"
#include "core/tree/snapshot_json.h"

using namespace surehand;

namespace {

json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(value));
  return std::get<json::Value>(std::move(value));
}

SnapshotPtr tree_of(std::string_view text) {
  auto tree = snapshot_from_json(parsed(text));
  if (!tree.ok()) FAIL(tree.error().message);
  return tree.take();
}

std::string json_of(const Snapshot& tree, NodeIndex node = 0, bool refs = false) {
  std::string out;
  append_json(out, tree, node, {refs});
  return out;
}

void refused(std::string_view text, std::string_view path, std::string_view part) {
  CAPTURE(text);
  const auto tree = snapshot_from_json(parsed(text));
  REQUIRE_FALSE(tree.ok());
  CHECK(tree.error().code == ErrorCode::kInvalidArgument);
  CHECK(tree.error().details["path"].as_string() == path);
  CAPTURE(tree.error().message);
  CHECK(tree.error().message.find(part) != std::string::npos);
}

constexpr const char* kEverything =
    R"({"role":"window","name":"Mail — \"inbox\"","process":"mail","pid":42,"apps":["mail","org.mail","Mail"],"children":[)"
    R"({"role":"textbox","name":"","value":"line\nline","description":"d","id":"i","class":"c","placeholder":"p",)"
    R"("platformRole":"entry","localizedRole":"Textfeld","shortcut":"Alt+t","bounds":{"x":-5,"y":0,"width":10,"height":0},)"
    R"("states":["enabled","visible","focusable","focused","editable"],"attributes":{"b":"2","a":"","":"e"},)"
    R"("actions":["activate","click"]},)"
    R"({"role":"table","cut":{"reason":"virtual","detail":"1048576 rows"},"children":[)"
    R"({"role":"checkbox","states":["checked=mixed"]},{"role":"checkbox","states":["checked=false"]}]},)"
    R"({"role":"generic","cut":{"reason":"hidden"}}]})";

// A random tree in canonical form, so that equality of values is what round trip means.
json::Value random_node(std::mt19937& random, int depth) {
  const auto maybe = [&](int one_in) { return random() % static_cast<unsigned>(one_in) == 0; };
  const auto text = [&] {
    static const char* const texts[] = {"", "a", "Save As…", "\"quoted\\\"", "\t\n", "日本語 😀", "long long text"};
    return std::string(texts[random() % 7]);
  };
  static const std::vector<std::string_view> roles = role_names();
  json::Value node;
  const std::string_view role = roles[random() % roles.size()];
  node.set("role", role);
  for (const char* key :
       {"name", "value", "description", "id", "class", "placeholder", "platformRole", "localizedRole", "shortcut"}) {
    if (maybe(3)) node.set(key, text());
  }
  if (maybe(2)) {
    json::Value bounds;
    for (const char* key : {"x", "y"}) bounds.set(key, static_cast<int>(random() % 4000) - 2000);
    for (const char* key : {"width", "height"}) bounds.set(key, static_cast<int>(random() % 4000));
    node.set("bounds", bounds);
  }
  States states;
  for (std::string_view name : state_names()) {
    if (name == "protected") continue;
    if (maybe(6)) states.set(*state_from_name(name), !maybe(3));
  }
  if (maybe(9)) states.set(State::kCheckedMixed);
  if (is_checkable(*role_from_name(role)) && !states.applies(State::kChecked)) states.set(State::kChecked, maybe(2));
  json::Value list;
  for (const std::string& state : to_strings(states)) list.push(state);
  if (list.is_array()) node.set("states", list);
  if (maybe(4)) {
    json::Value attributes;
    const size_t count = 1 + random() % 3;
    for (size_t i = 0; i < count; ++i) attributes.set("key" + std::to_string(i), text());
    node.set("attributes", attributes);
  }
  if (maybe(4)) node.set("actions", json::Array{text(), "press"});
  if (maybe(10)) node.set("process", "proc");
  if (maybe(10)) node.set("pid", static_cast<int>(1 + random() % 99999));
  if (maybe(10)) node.set("apps", json::Array{"One", text()});
  if (maybe(12)) {
    json::Value cut;
    cut.set("reason", to_string(static_cast<CutReason>(random() % 7)));
    if (maybe(2)) cut.set("detail", "why");
    node.set("cut", cut);
  }
  json::Value children;
  const size_t count = depth > 0 ? random() % 5 : 0;
  for (size_t i = 0; i < count; ++i) children.push(random_node(random, depth - 1));
  if (children.is_array()) node.set("children", children);
  return node;
}

}  // namespace

TEST_CASE("a tree reads back exactly") { CHECK(json_of(*tree_of(kEverything)) == kEverything); }

TEST_CASE("random trees read back exactly, as a whole and by subtree") {
  std::mt19937 random(20240607);
  for (int i = 0; i < 300; ++i) {
    const json::Value written = random_node(random, 5);
    auto tree = snapshot_from_json(written);
    REQUIRE(tree.ok());
    const json::Value read = parsed(json_of(**tree));
    REQUIRE(json::stringify(read) == json::stringify(written));
    if ((*tree)->size() > 1) {
      REQUIRE(json::stringify(parsed(json_of(**tree, 1))) == json::stringify(written["children"].as_array().front()));
    }
  }
}

TEST_CASE("lists that are empty are left out, states come in one order") {
  CHECK(json_of(*tree_of(R"({"children":[],"states":["required","checked=true","enabled","busy=false"],"apps":[],
                             "attributes":{},"actions":[],"role":"checkbox"})")) ==
        R"({"role":"checkbox","states":["enabled","checked","required"]})");
}

TEST_CASE("what can be checked and does not say whether it is, is not") {
  for (const std::string role : {"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"}) {
    CHECK(json_of(*tree_of(R"({"role":")" + role + R"("})")) ==
          R"({"role":")" + role + R"(","states":["checked=false"]})");
    CHECK(json_of(*tree_of(R"({"role":")" + role + R"(","states":["enabled"]})")) ==
          R"({"role":")" + role + R"(","states":["enabled","checked=false"]})");
  }
  for (const char* said :
       {R"({"role":"checkbox","states":["checked"]})", R"({"role":"checkbox","states":["checked=mixed"]})",
        R"({"role":"switch","states":["pressed=false"]})", R"({"role":"button"})",
        R"({"role":"menuitem","states":["enabled"]})", R"({"role":"option"})"}) {
    CHECK(json_of(*tree_of(said)) == said);
  }
}

TEST_CASE("a platform's own role names become normalised ones") {
  CHECK(json_of(*tree_of(R"({"role":"AXTextField"})")) == R"({"role":"textbox"})");
}

TEST_CASE("refs are written on demand and ignored when read") {
  const auto tree = tree_of(R"({"role":"window","children":[{"role":"button"}]})");
  const std::string with_refs = json_of(*tree, 0, true);
  CHECK(with_refs == R"({"role":"window","ref":"e1","children":[{"role":"button","ref":"e2"}]})");
  CHECK(json_of(*tree_of(with_refs)) == json_of(*tree));
}

TEST_CASE("a protected value is not kept, wherever `states` stands") {
  for (const char* text : {R"({"role":"textbox","value":"hunter2","states":["protected"]})",
                           R"({"states":["protected"],"value":"hunter2","role":"textbox"})"}) {
    const auto tree = tree_of(text);
    CHECK(json_of(*tree) == R"({"role":"textbox","states":["protected"]})");
    CHECK(tree->table().find("hunter2") == kNoText);
  }
}

TEST_CASE("what is wrong is named by its path, with the nearest valid word") {
  refused("[]", "", "expected an object, got an array");
  refused("null", "", "its root");
  refused("{}", "/role", "needs a `role`");
  refused(R"({"role":3})", "/role", "expected a string, got a number");
  refused(R"({"role":"buton"})", "/role", "did you mean \"button\"?");
  refused(R"({"role":"list","children":[{"role":"listitem"},{"role":"listitem","children":[{"role":"x y z"}]}]})",
          "/children/1/children/0/role", "not a role; expected one of");
  refused(R"({"role":"list","children":[{"role":"option"},{"role":"option"},{"role":"option"},{"role":"optoin"}]})",
          "/children/3/role", "did you mean \"option\"?");
  refused(R"({"role":"list","children":[7]})", "/children/0", "expected an object, got a number");
  refused(R"({"role":"list","children":{}})", "/children", "expected an array, got an object");
  refused(R"({"role":"list","nmae":"x"})", "/nmae", "did you mean \"name\"?");
  refused(R"({"role":"list","a/b~c":1})", "/a~1b~0c", "not a member of a node");
  refused(R"({"role":"list","name":null})", "/name", "expected a string, got null");
  refused(R"({"role":"list","ref":1})", "/ref", "expected a string");
  refused(R"({"role":"list","states":"enabled"})", "/states", "expected an array of strings");
  refused(R"({"role":"list","states":["enabled",true]})", "/states/1", "expected a string, got a boolean");
  refused(R"({"role":"list","states":["chekced"]})", "/states/0", "did you mean \"checked\"?");
  refused(R"({"role":"list","states":["enabled=mixed"]})", "/states/0", "not a value of the state `enabled`");
  refused(R"({"role":"list","bounds":[1,2,3,4]})", "/bounds", "expected an object");
  refused(R"({"role":"list","bounds":{"x":1,"y":2,"width":3}})", "/bounds/height", "missing");
  refused(R"({"role":"list","bounds":{"x":1,"y":2,"width":3,"heigth":4}})", "/bounds/heigth",
          "did you mean \"height\"?");
  refused(R"({"role":"list","bounds":{"x":1.5,"y":2,"width":3,"height":4}})", "/bounds/x", "whole number");
  refused(R"({"role":"list","bounds":{"x":1e300,"y":2,"width":3,"height":4}})", "/bounds/x", "whole number");
  refused(R"({"role":"list","bounds":{"x":1,"y":2,"width":-3,"height":4}})", "/bounds/width", "negative");
  refused(R"({"role":"list","attributes":{"a":1}})", "/attributes/a", "expected a string, got a number");
  refused(R"({"role":"list","actions":[null]})", "/actions/0", "expected a string, got null");
  refused(R"({"role":"list","pid":0})", "/pid", "above 0");
  refused(R"({"role":"list","pid":"7"})", "/pid", "expected a number, got a string");
  refused(R"({"role":"list","pid":1.5})", "/pid", "whole number");
  refused(R"({"role":"list","process":""})", "/process", "executable");
  refused(R"({"role":"list","apps":"x"})", "/apps", "array of strings");
  refused(R"({"role":"list","cut":{"reason":"tired"}})", "/cut/reason", "expected one of deadline");
  refused(R"({"role":"list","cut":{"detail":"x"}})", "/cut/reason", "needs a `reason`");
  refused(R"({"role":"list","cut":{"reason":"virtual","x":"y"}})", "/cut/x", "not a member of a cut");
}

TEST_CASE("the suggestion is there for programs too") {
  const auto tree = snapshot_from_json(parsed(R"({"role":"buton"})"));
  REQUIRE_FALSE(tree.ok());
  CHECK(tree.error().details["suggestion"].as_string() == "button");
}

TEST_CASE("data as deep as JSON allows is read and written") {
  std::string text;
  constexpr int kDepth = 250;  // two levels of JSON each
  for (int i = 0; i < kDepth; ++i) text += R"({"role":"group","children":[)";
  text += R"({"role":"button"})";
  for (int i = 0; i < kDepth; ++i) text += "]}";
  const auto tree = tree_of(text);
  CHECK(tree->size() == kDepth + 1);
  CHECK(json_of(*tree) == text);
}
