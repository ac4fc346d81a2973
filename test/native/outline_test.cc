#include "core/tree/outline.h"

#include <doctest/doctest.h>

#include <random>
#include <sstream>

#include "core/tree/snapshot_json.h"

using namespace surehand;

namespace {

SnapshotPtr tree_of(std::string_view text) {
  auto value = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(value));
  auto tree = snapshot_from_json(std::get<json::Value>(value));
  if (!tree.ok()) FAIL(tree.error().message);
  return tree.take();
}

std::string text_of(std::string_view json, OutlineOptions options = {}) {
  const Outline result = outline(*tree_of(json), options);
  return result.text;
}

std::string without_refs(std::string_view json) {
  OutlineOptions options;
  options.refs = false;
  return text_of(json, options);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The number that an elision stands for: the last one of `… 37 more`, `… 37 more (99 nodes)`, `… 37 inside`.
size_t elided(const std::string& line) {
  const size_t at = line.rfind("… ");
  if (at == std::string::npos) return 0;
  const std::string tail = line.substr(at + std::string("… ").size());
  const size_t nodes = tail.find('(');
  return std::stoul(nodes == std::string::npos ? tail : tail.substr(nodes + 1));
}

std::string list_of(int count, const char* item) {
  std::string json = R"({"role":"list","name":"Files","children":[)";
  for (int i = 0; i < count; ++i) {
    if (i > 0) json += ',';
    std::string one = item;
    one.replace(one.find('#'), 1, std::to_string(i));
    json += one;
  }
  return json + "]}";
}

}  // namespace

TEST_CASE("a small window reads like this") {
  CHECK(text_of(R"({"role":"window","name":"Text Editor","states":["enabled","visible","active"],"children":[
    {"role":"menubar","states":["enabled","visible"],"children":[
      {"role":"menuitem","name":"File","states":["enabled","visible","haspopup"],"children":[
        {"role":"menuitem","name":"Open","states":["enabled"]},{"role":"menuitem","name":"Quit","states":["enabled"]}]}]},
    {"role":"group","states":["enabled","visible"],"children":[
      {"role":"toolbar","states":["enabled","visible"],"children":[
        {"role":"button","name":"Save","states":["enabled","visible","focusable"],"children":[
          {"role":"text","name":"Save","states":["enabled","visible"]}]},
        {"role":"button","name":"Undo","states":["visible","focusable"]},
        {"role":"button","name":"Bold","states":["enabled","visible","pressed=false"]}]}]},
    {"role":"textbox","name":"Find","value":"needle","states":["enabled","visible","focused","editable"]},
    {"role":"textbox","name":"Replace","value":"","states":["enabled","visible","editable"]},
    {"role":"checkbox","name":"Match case","states":["enabled","visible","checked"]},
    {"role":"checkbox","name":"Whole words","states":["enabled","visible","checked=false"]},
    {"role":"treeitem","name":"src","states":["enabled","visible","expanded=false","selected"]}]})") ==
        R"(window "Text Editor" e1 active
  menubar e2
    menuitem "File" e3 haspopup
  toolbar e7
    button "Save" e8, "Undo" e10 disabled, "Bold" e11
  textbox "Find" e12 = "needle" focused, "Replace" e13 = ""
  checkbox "Match case" e14 checked, "Whole words" e15
  treeitem "src" e16 selected expanded=false)");
}

TEST_CASE("nameless wrappers fold, named ones stay; what stood in two shares no line") {
  CHECK(without_refs(R"({"role":"window","children":[
    {"role":"generic","children":[{"role":"generic","children":[{"role":"button","name":"A"},{"role":"button","name":"B"}]}]},
    {"role":"group","children":[{"role":"scrollarea","children":[{"role":"table","name":"T"}]}]},
    {"role":"group","name":"Size","children":[{"role":"radio","name":"Small"}]},
    {"role":"group","children":[{"role":"radio","name":"Red"},{"role":"radio","name":"Blue"}]},
    {"role":"group","children":[{"role":"generic","children":[{"role":"radio","name":"Up"}]},{"role":"radio","name":"Down"}]},
    {"role":"generic"},{"role":"img"},{"role":"separator"},{"role":"text"},
    {"role":"scrollbar","name":"Vertical","children":[{"role":"button","name":"Line up"}]},
    {"role":"generic","states":["focused"]}]})") ==
        R"(window
  button "A", "B"
  table "T"
  group "Size"
    radio "Small"
  radio "Red", "Blue"
  radio "Up", "Down"
  generic focused)");
}

TEST_CASE("texts that repeat the line above are dropped, an only text joins its line") {
  CHECK(without_refs(R"({"role":"document","name":"Page","children":[
    {"role":"link","name":"Read more","children":[{"role":"text","name":"Read more"}]},
    {"role":"listitem","name":"Alice: hello","children":[{"role":"text","name":"Alice"},{"role":"text","name":"hello"}]},
    {"role":"listitem","name":"Alicent","children":[{"role":"text","name":"Alice"}]},
    {"role":"group","name":"Save all","children":[{"role":"text","name":"Save"}]},
    {"role":"combobox","name":"Size","value":"12","children":[{"role":"text","name":"12"}]},
    {"role":"paragraph","children":[{"role":"text","name":"Only this."}]},
    {"role":"paragraph","children":[{"role":"text","value":"Deep.","children":[{"role":"text","name":"Deep."}]}]},
    {"role":"paragraph","children":[{"role":"text","name":"Two"},{"role":"link","name":"parts"}]},
    {"role":"cell","children":[{"role":"text","name":"seen","states":["focused"]}]}]})") ==
        R"(document "Page"
  link "Read more"
  listitem "Alice: hello"
  listitem "Alicent"
    text "Alice"
  group "Save all"
    text "Save"
  combobox "Size" = "12"
  paragraph: "Only this."
  paragraph: "Deep."
  paragraph
    text "Two"
    link "parts"
  text "seen" focused)");
}

TEST_CASE("inline elements, list markers and cells of one thing fold") {
  CHECK(without_refs(R"({"role":"document","children":[
    {"role":"paragraph","name":"Hello world.","children":[{"role":"text","name":"Hello "},
      {"role":"text","children":[{"role":"text","name":"world"}]},{"role":"text","name":"."}]},
    {"role":"text","children":[{"role":"text","name":"User"},{"role":"textbox","name":"User"}]},
    {"role":"listitem","children":[{"role":"text","name":"• "},{"role":"link","name":"Home"}]},
    {"role":"row","children":[{"role":"cell","name":"7"},{"role":"cell","states":["selected=false"],"name":"Order",
      "children":[{"role":"link","name":"Order","children":[{"role":"text","name":"Order"}]}]},
      {"role":"cell","children":[{"role":"cell","children":[{"role":"button","name":"Delete"}]}]},
      {"role":"cell","name":"Both","children":[{"role":"link","name":"a"},{"role":"link","name":"b"}]}]}]})") ==
        R"(document
  paragraph "Hello world."
  text "User"
  textbox "User"
  listitem
    link "Home"
  row
    cell "7"
    link "Order"
    button "Delete"
    cell "Both"
      link "a", "b")");
}

TEST_CASE("a control without a name is told by its placeholder or description") {
  CHECK(without_refs(R"({"role":"toolbar","children":[{"role":"button","description":"Zoom in"},
    {"role":"searchbox","placeholder":"Search"},{"role":"button","name":"Zoom","description":"Zoom out"}]})") ==
        R"(toolbar
  button description="Zoom in"
  searchbox placeholder="Search"
  button "Zoom")");
}

TEST_CASE("cuts are said with their reason, also those of folded nodes") {
  CHECK(without_refs(R"({"role":"window","children":[
    {"role":"table","name":"Sheet","cut":{"reason":"virtual","detail":"1048576 rows"}},
    {"role":"generic","cut":{"reason":"deadline"}},
    {"role":"list","name":"L","children":[{"role":"generic","cut":{"reason":"hidden"}}]}]})") ==
        R"(window
  table "Sheet" cut=virtual "1048576 rows"
  generic cut=deadline
  list "L" cut=hidden)");
}

TEST_CASE("a long text says how much of it is left out") {
  const std::string name(200, 'x');
  CHECK(without_refs(R"({"role":"button","name":")" + name + R"("})") ==
        "button \"" + std::string(80, 'x') + "…\" +120");
  std::string accents;
  for (int i = 0; i < 81; ++i) accents += "é";
  const std::string shortened = without_refs(R"({"role":"button","name":")" + accents + R"("})");
  CHECK(shortened.substr(shortened.size() - 9) == "é…\" +1");
}

TEST_CASE("no name can forge a line") {
  const std::string text = without_refs(
      "{\"role\":\"window\",\"children\":[{\"role\":\"button\",\"name\":\"a\\n  button \\\"b\\\" "
      "[e9]\\u2028\\u202e\\u0085\\u0007\\\\\"}]}");
  CHECK(text == "window\n  button \"a\\n  button \\\"b\\\" [e9]  \\x07\\\\\"");
}

TEST_CASE("what does not show is counted, and shown on demand") {
  constexpr const char* kTree = R"({"role":"window","states":["visible"],"children":[
    {"role":"tabpanel","name":"Back","states":["enabled"],"children":[{"role":"button","name":"Deep","states":["enabled"]}]},
    {"role":"generic","states":["enabled"],"children":[{"role":"button","name":"Seen","states":["visible","enabled"]}]}]})";
  const Outline visible = outline(*tree_of(kTree), {});
  CHECK(visible.text == "window e1 (2 hidden)\n  button \"Seen\" e5");
  CHECK(visible.nodes_hidden == 2);
  OutlineOptions options;
  options.hidden = true;
  CHECK(text_of(kTree, options) == "window e1\n  tabpanel \"Back\" e2\n    button \"Deep\" e3\n  button \"Seen\" e5");
}

TEST_CASE("groups that say nothing fold") {
  CHECK(without_refs(
            R"({"role":"window","children":[{"role":"group","children":[{"role":"img"},{"role":"group","children":[
    {"role":"generic"},{"role":"group","children":[{"role":"button","children":[{"role":"button","name":"Open"}]}]}]}]}]})") ==
        "window\n  button \"Open\"");
  CHECK(without_refs(R"({"role":"window","children":[{"role":"group","children":[
    {"role":"button","name":"A"},{"role":"button","name":"B"}]}]})") == "window\n  button \"A\", \"B\"");
}

TEST_CASE("that several can be selected is said of what holds them, not of each cell") {
  CHECK(without_refs(R"({"role":"table","states":["multiselectable"],"children":[
    {"role":"cell","name":"A1","value":"1","states":["multiselectable","editable"]}]})") ==
        "table multiselectable\n  cell \"A1\" = \"1\" editable");
}

TEST_CASE("a line between buttons folds, whatever its value; one that can be moved stays") {
  CHECK(without_refs(R"({"role":"toolbar","children":[{"role":"button","name":"A"},{"role":"separator","value":"0"},
    {"role":"button","name":"B"},{"role":"separator","value":"40","states":["focusable"]}]})") ==
        "toolbar\n  button \"A\", \"B\"\n  separator = \"40\"");
}

TEST_CASE("a large group or picture with nothing inside is where something is painted") {
  CHECK(without_refs(R"({"role":"window","children":[
    {"role":"group","bounds":{"x":0,"y":0,"width":400,"height":300}},
    {"role":"img","bounds":{"x":0,"y":300,"width":100,"height":100}},
    {"role":"group","bounds":{"x":0,"y":0,"width":400,"height":99}},
    {"role":"separator","bounds":{"x":0,"y":0,"width":400,"height":300}},
    {"role":"group","bounds":{"x":0,"y":0,"width":400,"height":300},"children":[{"role":"button","name":"A"}]}]})") ==
        "window\n  group\n  img\n  button \"A\"");
}

TEST_CASE("what was read and has no state at all is hidden and disabled; in a tree made by hand it says nothing") {
  CHECK(without_refs(
            R"({"role":"window","states":["visible"],"children":[{"role":"menu","platformRole":"menu","children":[
    {"role":"menuitem","platformRole":"menu item","name":"Save"}]},{"role":"button","name":"A"}]})") ==
        "window (2 hidden)\n  button \"A\"");
}

TEST_CASE("a tree that says nothing of states hides and disables nothing") {
  CHECK(without_refs(R"({"role":"window","children":[{"role":"button","name":"A","states":["focusable"]}]})") ==
        "window\n  button \"A\"");
}

TEST_CASE("bounds on demand, and the outline of a subtree") {
  OutlineOptions options;
  options.bounds = true;
  options.root = 1;
  CHECK(text_of(R"({"role":"window","children":[{"role":"list","bounds":{"x":-5,"y":2,"width":30,"height":40},
    "children":[{"role":"option","name":"a"}]},{"role":"button"}]})",
                options) == "list e2 @-5,2,30x40\n  option \"a\" e3");
}

TEST_CASE("a list is elided in its middle, with its count") {
  OutlineOptions options;
  options.max_lines = 6;
  options.refs = false;
  CHECK(text_of(list_of(5000, R"({"role":"listitem","name":"file #"})"), options) ==
        R"(list "Files"
  listitem "file 0", "file 1", "file 2"
  … 4996 more
  listitem "file 4999")");
  CHECK(text_of(list_of(5000, R"({"role":"row","name":"#","children":[{"role":"cell","name":"x"},{"role":"cell"}]})"),
                options) ==
        R"(list "Files"
  row "0" … 2 inside
  row "1" … 2 inside
  row "2" … 2 inside
  … 4996 more (14988 nodes)
  row "4999" … 2 inside)");
}

TEST_CASE("what fits is shown whole") {
  OutlineOptions options;
  options.max_lines = 5;
  const std::string json = list_of(4, R"({"role":"listitem","name":"file #"})");
  CHECK(text_of(json, options) == text_of(json));
}

TEST_CASE("siblings of one role share a line while it is short, and where nothing stands inside one") {
  std::string many;
  for (int i = 0; i < 12; ++i) {
    many += (i == 0 ? "" : ",") + (R"({"role":"button","name":"Button )" + std::to_string(i) + R"("})");
  }
  CHECK(text_of(R"({"role":"toolbar","children":[)" + many +
                R"(,{"role":"link","name":"Help","states":["expanded=false"]},
    {"role":"link","name":"Top","children":[{"role":"img","name":"up"}]},{"role":"link","name":"End"}]})") ==
        R"(toolbar e1
  button "Button 0" e2, "Button 1" e3, "Button 2" e4, "Button 3" e5, "Button 4" e6, "Button 5" e7, "Button 6" e8
  button "Button 7" e9, "Button 8" e10, "Button 9" e11, "Button 10" e12, "Button 11" e13
  link "Help" e14 expanded=false
  link "Top" e15
    img "up" e16
  link "End" e17)");
}

TEST_CASE("the empty cells of a sheet are counted, those with something or with the focus stay") {
  CHECK(text_of(R"({"role":"table","name":"Sheet","children":[
    {"role":"cell","name":"A1","value":"40"},{"role":"cell","name":"B1","value":""},{"role":"cell","name":"C1","value":""},
    {"role":"cell","name":"A2","value":"","states":["focused"]},{"role":"cell","name":"Ann"},
    {"role":"cell","name":"B2","value":"","states":["selected"]}]})") ==
        R"(table "Sheet" e1 (2 empty cells)
  cell "A1" e2 = "40", "A2" e5 focused, "Ann" e6, "B2" e7 selected)");
}

TEST_CASE("a budget shows the top before the depth, and the way to the focus before both") {
  OutlineOptions options;
  options.max_lines = 8;
  options.refs = false;
  CHECK(text_of(R"({"role":"window","name":"W","children":[
    {"role":"menubar","name":"M","children":[{"role":"menuitem","name":"File"},{"role":"menuitem","name":"Edit"}]},
    {"role":"toolbar","name":"T","children":[{"role":"button","name":"Save"},{"role":"button","name":"Open"}]},
    {"role":"document","name":"D","children":[{"role":"form","name":"F","children":[
      {"role":"button","name":"a"},{"role":"textbox","name":"b","states":["focused"]},{"role":"button","name":"c"}]}]},
    {"role":"status","name":"S","children":[{"role":"text","name":"Ready"}]}]})",
                options) ==
        R"(window "W"
  … 2 more (6 nodes)
  document "D"
    form "F"
      button "a"
      textbox "b" focused
      button "c"
  status "S" … 1 inside)");
}

TEST_CASE("where not even the root fits the text is empty and all is counted") {
  OutlineOptions options;
  options.max_tokens = 1;
  const Outline none = outline(*tree_of(list_of(9, R"({"role":"listitem","name":"#"})")), options);
  CHECK(none.text.empty());
  CHECK(none.lines == 0);
  CHECK(none.nodes_left_out == 10);
}

TEST_CASE("on any tree the budget holds and every node is counted once") {
  std::mt19937 random(7);
  const std::vector<std::string_view> roles = {"generic", "group",     "text",    "button",    "listitem", "row",
                                               "img",     "scrollbar", "textbox", "paragraph", "list",     "document"};
  for (int round = 0; round < 400; ++round) {
    SnapshotBuilder builder;
    builder.open(Role::kWindow);
    const size_t nodes = 1 + random() % 300;
    for (size_t i = 1; i < nodes; ++i) {
      while (builder.depth() > 1 && random() % 3 == 0) builder.close();
      builder.open(*role_from_name(roles[random() % roles.size()]));
      States states;
      if (random() % 8 != 0) states.set(State::kEnabled);
      if (random() % 4 != 0) states.set(State::kVisible);
      if (random() % 60 == 0) states.set(State::kFocused);
      builder.states(states);
      if (random() % 2 != 0)
        builder.text(TextField::kName, std::string(random() % 120, 'n') + std::to_string(random() % 3));
      if (random() % 5 == 0) builder.text(TextField::kValue, "välue");
      if (random() % 30 == 0) builder.cut(builder.size() - 1, CutReason::kHidden);
    }
    const SnapshotPtr tree = builder.finish();
    OutlineOptions options;
    if (random() % 2 != 0) options.max_lines = 1 + random() % 60;
    if (random() % 2 != 0) options.max_tokens = 1 + random() % 600;
    options.hidden = random() % 3 == 0;
    options.root = static_cast<NodeIndex>(random() % tree->size());
    const Outline result = outline(*tree, options);
    CAPTURE(result.text);
    const size_t size = tree->subtree_end(options.root) - options.root;
    REQUIRE(result.nodes_shown + result.nodes_left_out + result.nodes_folded + result.nodes_hidden == size);
    const std::vector<std::string> lines = lines_of(result.text);
    REQUIRE(lines.size() == result.lines);
    if (options.max_lines != 0) REQUIRE(result.lines <= options.max_lines);
    if (options.max_tokens != 0) REQUIRE((result.text.size() + 3) / 4 <= options.max_tokens);
    if (lines.empty()) continue;
    size_t said = 0;
    for (const std::string& line : lines) {
      // A shortened name ends in an ellipsis too, followed by its quote.
      if (line.find("… ") != std::string::npos) said += elided(line);
    }
    REQUIRE(said == result.nodes_left_out);
    if (options.max_lines == 0 && options.max_tokens == 0) REQUIRE(result.nodes_left_out == 0);
  }
}

TEST_CASE("a deep tree costs neither stack nor endless indents") {
  constexpr int kDepth = 20000;
  SnapshotBuilder builder;
  for (int i = 0; i < kDepth; ++i) builder.open(Role::kList);
  const Outline deep = outline(*builder.finish(), {});
  CHECK(deep.lines == kDepth);
  CHECK(deep.text.size() < kDepth * 100);
  CHECK(lines_of(deep.text)[33] == std::string(64, ' ') + "33> list e34");
}
