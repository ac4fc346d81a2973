#include <doctest/doctest.h>

#include <algorithm>
#include <future>
#include <thread>

#include "core/seam/backend.h"
#include "core/seam/open.h"
#include "core/tree/snapshot_json.h"

using namespace surehand;

namespace {

json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(value));
  return std::get<json::Value>(std::move(value));
}

Limits soon() { return Limits::within(Milliseconds(5000)); }

// A desktop with one application called "Notes", whose window holds `children`.
struct Desktop {
  explicit Desktop(const std::string& children, const std::string& application = "")
      : Desktop(R"({"applications": [{"name": "Notes", "id": "org.example.Notes", "executable": "notes")" +
                    application + R"(, "windows": [{"role": "window", "name": "Notes", "key": "main", "children": )" +
                    children + "}]}]}",
                0) {}
  Desktop(const std::string& world, int) {
    OpenOptions options;
    options.backend = "simulated";
    options.world = parsed(world);
    auto opened = open_backend(options, soon());
    REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error().message));
    backend = opened.take();
    auto apps = backend->applications(soon());
    if (!apps->empty()) app = apps->front().key;
  }

  SnapshotPtr tree(SnapshotOptions options = {}) {
    auto snapshot = backend->snapshot({app, std::nullopt}, options, soon());
    REQUIRE_MESSAGE(snapshot.ok(), (snapshot.ok() ? "" : snapshot.error().message));
    return snapshot.take();
  }
  static NodeIndex find(const Snapshot& tree, std::string_view name) {
    for (NodeIndex node = 1; node < tree.size(); ++node) {
      if (tree.text(TextField::kName, node) == name) return node;
    }
    return kNoNode;
  }
  Element element(std::string_view name) {
    const auto snapshot = tree();
    const NodeIndex node = find(*snapshot, name);
    REQUIRE_MESSAGE(node != kNoNode, name);
    return {app, std::string(snapshot->identity(node))};
  }
  bool exists(std::string_view name) { return find(*tree(), name) != kNoNode; }
  bool has(std::string_view name, State state) {
    const auto snapshot = tree();
    return snapshot->states(find(*snapshot, name)).has(state);
  }
  std::string value(std::string_view name) {
    const auto snapshot = tree();
    return std::string(snapshot->text(TextField::kValue, find(*snapshot, name)));
  }
  Rect bounds(std::string_view name) {
    const auto snapshot = tree();
    const NodeIndex node = find(*snapshot, name);
    REQUIRE_MESSAGE(node != kNoNode, name);
    return snapshot->bounds(node).value();
  }
  Result<Dispatch> act(std::string_view name, ActionKind kind, std::string text = "", double number = 0) {
    Action action;
    action.kind = kind;
    (kind == ActionKind::kNamed ? action.name : action.text) = std::move(text);
    action.number = number;
    Sending sending;
    return backend->invoke(element(name), action, sending, soon());
  }
  void input(const std::string& steps) {
    auto read = InputStep::from_json(parsed(steps));
    REQUIRE(read.ok());
    REQUIRE(backend->input(*read, {}, soon()).ok());
  }
  void click(std::string_view name) {
    const Rect at = bounds(name);
    input(R"([{"kind": "move", "x": )" + std::to_string(at.x + at.width / 2) + R"(, "y": )" +
          std::to_string(at.y + at.height / 2) + R"(}, {"kind": "down"}, {"kind": "up"}])");
  }
  // What was received, as `what` texts.
  std::vector<std::string> received() {
    std::vector<std::string> what;
    const auto record = backend->playback()->record();
    for (const auto& entry : record.as_array()) what.emplace_back(entry["what"].as_string());
    return what;
  }
  // Reads until `done`; a world that never gets there fails the test by its time limit.
  template <class Condition>
  bool eventually(Condition done) {
    const auto until = Clock::now() + std::chrono::seconds(10);
    while (!done()) {
      if (Clock::now() > until) return false;
      std::this_thread::yield();
    }
    return true;
  }

  std::unique_ptr<Backend> backend;
  std::string app;
};

}  // namespace

TEST_CASE("an application is known by all its names") {
  Desktop desktop("[]", R"(, "pid": 4242, "toolkit": "test 1")");
  const auto apps = desktop.backend->applications(soon()).take();
  REQUIRE(apps.size() == 1);
  CHECK(apps[0].name == "Notes");
  CHECK(apps[0].id == "org.example.Notes");
  CHECK(apps[0].executable == "notes");
  CHECK(apps[0].pid == 4242);
  CHECK(apps[0].toolkit == "test 1");
  CHECK(apps[0].responsive);
  const auto tree = desktop.tree();
  CHECK(tree->role(0) == Role::kApplication);
  CHECK(tree->host(1)->pid == 4242);
  CHECK(tree->host(1)->app_names.size() == 3);
}

TEST_CASE("elements have the usual states of their role, and what their world says on top") {
  Desktop desktop(R"([{"role": "button", "name": "A"}, {"role": "button", "name": "B", "enabled": false},
                      {"role": "checkbox", "name": "C"}, {"role": "checkbox", "name": "D", "checked": "mixed"},
                      {"role": "textbox", "name": "E"}, {"role": "button", "name": "F", "states": ["visible"]}])");
  CHECK(desktop.has("A", State::kEnabled));
  CHECK(desktop.has("A", State::kFocusable));
  CHECK_FALSE(desktop.has("B", State::kEnabled));
  CHECK(desktop.has("B", State::kVisible));
  const auto tree = desktop.tree();
  CHECK(matches(tree->states(desktop.find(*tree, "C")), {State::kChecked, StateValue::kFalse}));
  CHECK(matches(tree->states(desktop.find(*tree, "D")), {State::kChecked, StateValue::kMixed}));
  CHECK(desktop.has("E", State::kEditable));
  CHECK_FALSE(desktop.has("F", State::kEnabled));
  CHECK_FALSE(desktop.has("F", State::kFocusable));
}

TEST_CASE("a world that cannot be read says where") {
  OpenOptions options;
  options.backend = "simulated";
  options.world = parsed(R"({"applications": [{"name": "X", "windows": [{"role": "window", "children": [
      {"role": "buton"}]}]}]})");
  const auto opened = open_backend(options, soon());
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().code == ErrorCode::kInvalidArgument);
  CHECK(opened.error().message.find("/windows/0/children/0/role") != std::string::npos);
}

TEST_CASE("elements without bounds are laid out without overlapping, inside their window") {
  Desktop desktop(
      R"([{"role": "toolbar", "children": [{"role": "button", "name": "A"}, {"role": "button", "name": "B"}]},
                      {"role": "button", "name": "C"}, {"role": "text", "name": "D", "bounds": null}])");
  const Rect a = desktop.bounds("A"), b = desktop.bounds("B"), c = desktop.bounds("C"),
             window = desktop.bounds("Notes");
  CHECK(a.x + a.width <= b.x);
  CHECK(a.y == b.y);
  CHECK(a.y + a.height <= c.y);
  CHECK(a.x >= window.x);
  CHECK(b.x + b.width <= window.x + window.width);
  const auto tree = desktop.tree();
  CHECK_FALSE(tree->bounds(desktop.find(*tree, "D")).has_value());
}

TEST_CASE("a checkbox toggles, by action and by pointer") {
  Desktop desktop(R"([{"role": "checkbox", "name": "Wrap"}])");
  const auto first = desktop.act("Wrap", ActionKind::kToggle);
  CHECK(first->route == Route::kAction);
  CHECK(desktop.has("Wrap", State::kChecked));
  desktop.click("Wrap");
  CHECK_FALSE(desktop.has("Wrap", State::kChecked));
}

TEST_CASE("of radio buttons under one parent one is on") {
  Desktop desktop(R"([{"role": "radio", "name": "A", "checked": true}, {"role": "radio", "name": "B"}])");
  REQUIRE(desktop.act("B", ActionKind::kPress).ok());
  CHECK_FALSE(desktop.has("A", State::kChecked));
  CHECK(desktop.has("B", State::kChecked));
}

TEST_CASE("text is set, inserted and typed") {
  Desktop desktop(R"([{"role": "textbox", "name": "To"}, {"role": "textbox", "name": "Locked", "readonly": true}])");
  const auto set = desktop.act("To", ActionKind::kSetText, "héllo");
  CHECK(set->route == Route::kText);
  CHECK_FALSE(set->confirmed);
  REQUIRE(desktop.act("To", ActionKind::kSetCaret, "", 2)->confirmed);
  REQUIRE(desktop.act("To", ActionKind::kInsertText, "X").ok());
  CHECK(desktop.value("To") == "héXllo");
  desktop.click("To");
  desktop.input(R"([{"kind": "keyDown", "key": "Backspace"}, {"kind": "text", "text": "a b"}])");
  CHECK(desktop.value("To") == "héXlla b");
  desktop.input(
      R"([{"kind": "keyDown", "key": "Control"}, {"kind": "keyDown", "key": "a"}, {"kind": "keyUp", "key": "a"},
                    {"kind": "keyUp", "key": "Control"}, {"kind": "text", "text": "new"}])");
  CHECK(desktop.value("To") == "new");
  CHECK(desktop.act("Locked", ActionKind::kSetText, "x").error().code == ErrorCode::kNotActionable);
}

TEST_CASE("what a protected field holds shows nowhere") {
  Desktop desktop(R"([{"role": "textbox", "name": "Password", "key": "password", "protected": true},
      {"role": "button", "name": "Go", "key": "go", "on": {"press": [{"set": "self", "name": "${password.value}"}]}}])");
  REQUIRE(desktop.act("Password", ActionKind::kSetText, "s3cret")->confirmed);
  desktop.click("Password");
  desktop.input(R"([{"kind": "text", "text": "s3cret"}])");
  CHECK(desktop.value("Password").empty());
  REQUIRE(desktop.act("Go", ActionKind::kPress).ok());
  std::string shown = json::stringify(desktop.backend->playback()->record());
  append_json(shown, *desktop.tree(), 0);
  CHECK(shown.find("s3cret") == std::string::npos);
  CHECK(desktop.backend->playback()->record().as_array().front()["length"].as_number() == 6);
}

TEST_CASE("a tab is selected alone and shows its panel") {
  Desktop desktop(
      R"([{"role": "tablist", "children": [{"role": "tab", "name": "One", "selected": true, "controls": "p1"},
      {"role": "tab", "name": "Two", "controls": "p2"}]},
      {"role": "tabpanel", "key": "p1", "children": [{"role": "text", "name": "first"}]},
      {"role": "tabpanel", "key": "p2", "visible": false, "children": [{"role": "text", "name": "second"}]}])");
  REQUIRE(desktop.act("Two", ActionKind::kSelect).ok());
  CHECK(desktop.has("Two", State::kSelected));
  CHECK_FALSE(desktop.has("One", State::kSelected));
  CHECK(desktop.has("second", State::kVisible));
  CHECK_FALSE(desktop.has("first", State::kVisible));
}

TEST_CASE("a combobox unfolds, and its option becomes its value") {
  Desktop desktop(R"([{"role": "combobox", "name": "Size", "children": [{"role": "listbox", "children": [
      {"role": "option", "name": "S"}, {"role": "option", "name": "L"}]}]}])");
  CHECK_FALSE(desktop.has("L", State::kVisible));
  REQUIRE(desktop.act("Size", ActionKind::kExpand).ok());
  CHECK(desktop.has("L", State::kVisible));
  REQUIRE(desktop.act("L", ActionKind::kSelect).ok());
}

TEST_CASE("a slider takes a number inside its range") {
  Desktop desktop(R"([{"role": "slider", "name": "Volume", "range": {"minimum": 0, "maximum": 10}, "value": "3"}])");
  const auto set = desktop.act("Volume", ActionKind::kSetValue, "", 7);
  CHECK(set->route == Route::kValue);
  CHECK(desktop.value("Volume") == "7");
  REQUIRE(desktop.act("Volume", ActionKind::kSetValue, "", 70).ok());
  CHECK(desktop.value("Volume") == "10");
}

TEST_CASE("a script changes, adds, moves, replaces and removes") {
  Desktop desktop(R"([{"role": "button", "name": "Go", "on": {"press": [
        {"set": "status", "name": "Sent to ${to.value}", "enabled": false},
        {"add": {"role": "listitem", "name": "Third", "key": "third"}, "to": "list"},
        {"move": "third", "to": "list", "at": 0},
        {"replace": "second", "with": {"role": "listitem", "name": "Other"}},
        {"remove": "first"}]}},
      {"role": "textbox", "name": "To", "key": "to", "value": "Ann"}, {"role": "text", "name": "Ready", "key": "status"},
      {"role": "list", "key": "list", "children": [{"role": "listitem", "name": "First", "key": "first"},
      {"role": "listitem", "name": "Second", "key": "second"}]}])");
  REQUIRE(desktop.act("Go", ActionKind::kPress).ok());
  const auto tree = desktop.tree();
  const NodeIndex status = desktop.find(*tree, "Sent to Ann");
  REQUIRE(status != kNoNode);
  CHECK_FALSE(tree->states(status).has(State::kEnabled));
  CHECK(desktop.find(*tree, "Third") < desktop.find(*tree, "Other"));
  CHECK(desktop.find(*tree, "First") == kNoNode);
  CHECK(desktop.find(*tree, "Second") == kNoNode);
  CHECK(desktop.received() == std::vector<std::string>{"press"});
}

TEST_CASE("an effect may come later, and things may happen from outside") {
  Desktop desktop(
      R"([{"role": "button", "name": "Go", "on": {"press": [{"set": "self", "name": "Gone", "after": 30}]}}])");
  const auto pressed = Clock::now();
  REQUIRE(desktop.act("Go", ActionKind::kPress).ok());
  CHECK(desktop.eventually([&] { return desktop.exists("Gone"); }));
  CHECK(Clock::now() - pressed >= Milliseconds(30));
  REQUIRE(
      desktop.backend->playback()->apply(parsed(R"([{"add": {"role": "text", "name": "News"}, "to": "main"}])")).ok());
  CHECK(desktop.exists("News"));
  CHECK_FALSE(desktop.backend->playback()->apply(parsed(R"([{"remove": "nothing"}])")).ok());
}

TEST_CASE("a new identity makes the old one stale") {
  Desktop desktop(R"([{"role": "button", "name": "Go", "key": "go"}])");
  const Element old = desktop.element("Go");
  REQUIRE(desktop.backend->playback()->apply(parsed(R"([{"recreate": "go"}])")).ok());
  Sending sending;
  const auto stale = desktop.backend->invoke(old, {ActionKind::kPress}, sending, soon()).take_error();
  CHECK(stale.code == ErrorCode::kStale);
  CHECK(stale.sent == Sent::kNo);
  CHECK(desktop.element("Go").identity != old.identity);
}

TEST_CASE("the pointer hits the topmost window, and a modal dialog keeps it") {
  Desktop desktop(
      R"([{"role": "button", "name": "Under", "bounds": {"x": 100, "y": 200, "width": 80, "height": 30}},
                      {"role": "button", "name": "Free", "bounds": {"x": 500, "y": 450, "width": 80, "height": 30}}])");
  REQUIRE(desktop.backend->playback()
              ->apply(parsed(R"([{"openWindow": {"role": "dialog", "name": "Sure?", "modal": true,
      "bounds": {"x": 80, "y": 180, "width": 300, "height": 200}, "children": [{"role": "button", "name": "Yes", "bounds": {"x": 200, "y": 300, "width": 80, "height": 30},
      "key": "yes", "on": {"press": [{"closeWindow": "self"}]}}]}, "application": "Notes"}])"))
              .ok());
  const auto at = desktop.backend->window_at(110, 210, soon());
  CHECK(at->identity == desktop.element("Sure?").identity);
  desktop.click("Under");
  desktop.click("Free");
  const auto received = desktop.received();
  CHECK(std::find(received.begin(), received.end(), "press") == received.end());
  desktop.click("Yes");
  CHECK_FALSE(desktop.exists("Sure?"));
  desktop.click("Under");
  CHECK(desktop.received().back() == "press");
  CHECK(desktop.backend->window_at(1279, 799, soon()).error().code == ErrorCode::kNotFound);
}

TEST_CASE("the keyboard goes to what is focused, and Tab moves on") {
  Desktop desktop(R"([{"role": "textbox", "name": "A"}, {"role": "button", "name": "Off", "enabled": false},
                      {"role": "textbox", "name": "B", "on": {"key:Control+s": [{"set": "self", "name": "Saved"}]}},
                      {"role": "button", "name": "OK", "default": true}])",
                  "");
  REQUIRE(desktop.act("A", ActionKind::kFocus).ok());
  desktop.input(R"([{"kind": "text", "text": "one\ttwo"}])");
  CHECK(desktop.value("A") == "one");
  CHECK(desktop.value("B") == "two");
  CHECK(desktop.has("B", State::kFocused));
  desktop.input(R"([{"kind": "keyDown", "key": "Enter"}])");
  CHECK(desktop.received().back() == "press");
  desktop.input(R"([{"kind": "keyDown", "key": "Control"}, {"kind": "keyDown", "key": "s"}])");
  CHECK(desktop.exists("Saved"));
}

TEST_CASE("scrolling brings what is outside into view") {
  std::string items;
  for (int i = 0; i < 40; ++i)
    items += (i ? "," : "") + std::string(R"({"role": "listitem", "name": "i)") + std::to_string(i) + "\"}";
  Desktop desktop(
      R"([{"role": "list", "name": "List", "bounds": {"x": 100, "y": 100, "width": 200, "height": 200},
                       "children": [)" +
      items + "]}]");
  const Rect view = desktop.bounds("List");
  CHECK(desktop.bounds("i30").y > view.y + view.height);
  REQUIRE(desktop.act("i30", ActionKind::kScrollIntoView).ok());
  const Rect shown = desktop.bounds("i30");
  CHECK(shown.y >= view.y);
  CHECK(shown.y + shown.height <= view.y + view.height);
  desktop.input(R"([{"kind": "move", "x": 150, "y": 150}, {"kind": "wheel", "y": -100}])");
  CHECK(desktop.bounds("i0").y >= view.y);
}

TEST_CASE("fault: late, vanishing, disabled, recreated") {
  Desktop desktop(R"([{"role": "button", "name": "Late", "faults": {"late": 40}},
      {"role": "button", "name": "Brief", "faults": {"vanishing": 40}},
      {"role": "button", "name": "Slow", "faults": {"disabled": 40}},
      {"role": "button", "name": "New", "faults": {"recreated": 40}}])");
  const auto recreated = desktop.element("New").identity;
  CHECK_FALSE(desktop.exists("Late"));
  CHECK(desktop.exists("Brief"));
  CHECK(desktop.act("Slow", ActionKind::kPress).error().code == ErrorCode::kNotActionable);
  CHECK(desktop.eventually([&] { return desktop.exists("Late"); }));
  CHECK(desktop.eventually([&] { return !desktop.exists("Brief"); }));
  CHECK(desktop.eventually([&] { return desktop.act("Slow", ActionKind::kPress).ok(); }));
  CHECK(desktop.eventually([&] { return desktop.element("New").identity != recreated; }));
}

TEST_CASE("fault: moving comes to rest") {
  Desktop desktop(
      R"([{"role": "button", "name": "Go", "bounds": {"x": 100, "y": 100, "width": 50, "height": 20},
                       "faults": {"moving": {"for": 60, "x": 300}}}])");
  CHECK(desktop.bounds("Go").x > 100);
  CHECK(desktop.eventually([&] { return desktop.bounds("Go").x == 100; }));
}

TEST_CASE("fault: duplicated for a while") {
  Desktop desktop(R"([{"role": "button", "name": "Go", "faults": {"duplicated": 40}}])");
  const auto count = [&] {
    const auto tree = desktop.tree();
    int found = 0;
    for (NodeIndex node = 0; node < tree->size(); ++node) found += tree->text(TextField::kName, node) == "Go";
    return found;
  };
  CHECK(desktop.eventually([&] { return count() == 2; }));
  CHECK(desktop.eventually([&] { return count() == 1; }));
}

TEST_CASE("fault: lying says yes and does nothing; lost presses are not received") {
  Desktop desktop(R"([{"role": "checkbox", "name": "Liar", "faults": {"lying": true}},
                      {"role": "textbox", "name": "Deaf", "protected": true, "faults": {"lying": true}},
                      {"role": "button", "name": "Loose", "faults": {"lostPresses": 2}}])");
  CHECK(desktop.act("Liar", ActionKind::kPress).ok());
  CHECK_FALSE(desktop.has("Liar", State::kChecked));
  CHECK_FALSE(desktop.act("Deaf", ActionKind::kSetText, "x")->confirmed);
  CHECK(desktop.backend->playback()->record().as_array().front()["ignored"].as_bool());
  const size_t before = desktop.received().size();
  for (int i = 0; i < 4; ++i) CHECK(desktop.act("Loose", ActionKind::kPress).ok());
  CHECK(desktop.received().size() == before + 2);
}

TEST_CASE("fault: covered by a dialog that goes away") {
  Desktop desktop(R"([{"role": "button", "name": "Go", "faults": {"covered": 60}}])");
  const auto window = desktop.element("Notes").identity;
  const auto under_pointer = [&] {
    const Rect at = desktop.bounds("Go");
    return desktop.backend->window_at(at.x + 2, at.y + 2, soon())->identity;
  };
  CHECK(desktop.eventually([&] { return under_pointer() != window; }));
  CHECK(desktop.eventually([&] { return under_pointer() == window; }));
}

TEST_CASE("fault: a hanging application costs its callers their deadline, nobody else anything") {
  Desktop desktop(
      R"({"applications": [{"name": "Hung", "windows": [{"role": "window"}], "faults": {"hanging": {"for": 300}}},
                                       {"name": "Well", "windows": [{"role": "window"}]}]})",
      0);
  const auto apps = desktop.backend->applications(soon()).take();
  CHECK_FALSE(apps[0].responsive);
  CHECK(apps[1].responsive);
  const auto began = Clock::now();
  const auto hung = desktop.backend->snapshot({apps[0].key, {}}, {}, Limits::within(Milliseconds(40)));
  CHECK(hung.error().code == ErrorCode::kAppUnresponsive);
  CHECK(Clock::now() - began >= Milliseconds(40));
  CHECK(desktop.backend->snapshot({apps[1].key, {}}, {}, Limits::within(Milliseconds(0))).ok());
  auto token = std::make_shared<CancelToken>();
  token->cancel();
  CHECK(desktop.backend->windows(apps[0].key, {Clock::time_point::max(), token}).error().code == ErrorCode::kAborted);
  CHECK(desktop.backend->snapshot({apps[0].key, {}}, {}, soon()).ok());
}

TEST_CASE("an application ends with its last window, by its fault, or when it is told to") {
  Desktop desktop("[]");
  REQUIRE(desktop.backend->close(desktop.element("Notes"), soon()).ok());
  CHECK(desktop.backend->applications(soon())->empty());
  CHECK(desktop.backend->windows(desktop.app, soon()).error().code == ErrorCode::kAppExited);
  CHECK(desktop.backend->windows("nobody", soon()).error().code == ErrorCode::kAppNotFound);

  Desktop crashing("[]", R"(, "faults": {"exit": 30})");
  CHECK(crashing.eventually([&] { return crashing.backend->applications(soon())->empty(); }));

  Desktop asking(
      R"({"applications": [{"name": "Editor", "windows": [{"role": "window", "name": "Draft", "on": {"close":
      {"instead": [{"openWindow": {"role": "dialog", "name": "Save?", "modal": true}}]}}}]}]})",
      0);
  const auto refused = asking.backend->quit(asking.app, false, soon());
  CHECK(refused.error().code == ErrorCode::kRefused);
  CHECK(asking.exists("Save?"));
  CHECK(asking.backend->quit(asking.app, true, soon()).ok());
  CHECK(asking.backend->applications(soon())->empty());
}

TEST_CASE("launch starts what is declared, and waits for its first window") {
  Desktop desktop(
      R"({"launchable": {"editor": {"name": "Editor", "windows": [{"role": "window", "name": "Draft",
                      "faults": {"late": 50}}]}, "never": {"name": "Never", "windows": []}}})",
      0);
  const auto began = Clock::now();
  const auto launched = desktop.backend->launch({"editor", {"a.txt"}}, soon());
  REQUIRE(launched.ok());
  CHECK(Clock::now() - began >= Milliseconds(50));
  desktop.app = launched->application.key;
  CHECK(desktop.exists("Draft"));
  CHECK(desktop.backend->launch({"never"}, Limits::within(Milliseconds(20))).error().code == ErrorCode::kTimeout);
  const auto unknown = desktop.backend->launch({"editr"}, soon());
  CHECK(unknown.error().code == ErrorCode::kAppNotFound);
  CHECK(unknown.error().message.find("did you mean \"editor\"") != std::string::npos);
}

TEST_CASE("only what shows: the rest is cut, with the reason") {
  Desktop desktop(
      R"([{"role": "group", "name": "Hidden", "visible": false, "children": [{"role": "text", "name": "Deep"}]},
                      {"role": "text", "name": "Shown"}])");
  SnapshotOptions options;
  options.only_visible = true;
  const auto tree = desktop.tree(options);
  CHECK(desktop.find(*tree, "Shown") != kNoNode);
  CHECK(desktop.find(*tree, "Hidden") == kNoNode);
  REQUIRE(tree->cut(1) != nullptr);
  CHECK(tree->cut(1)->reason == CutReason::kHidden);
  CHECK(desktop.tree()->complete());
  CHECK_FALSE(desktop.has("Deep", State::kVisible));

  options = {};
  options.max_nodes = 3;
  CHECK(desktop.tree(options)->size() == 3);
  CHECK_FALSE(desktop.tree(options)->complete());
}

TEST_CASE("a screenshot shows windows where they are") {
  Desktop desktop("[]");
  const auto whole = desktop.backend->screenshot({}, soon()).take();
  CHECK(whole.width == 1280);
  CHECK(whole.height == 800);
  CHECK(whole.rgba.size() == size_t{4} * 1280 * 800);
  const auto pixel = [&](int32_t x, int32_t y) {
    return std::vector<uint8_t>(&whole.rgba[4 * (y * 1280 + x)], &whole.rgba[4 * (y * 1280 + x) + 3]);
  };
  const Rect window = desktop.bounds("Notes");
  CHECK(pixel(window.x + window.width / 2, window.y + window.height / 2) != pixel(1279, 799));
  const auto part = desktop.backend->screenshot({Rect{1200, 700, 500, 500}}, soon()).take();
  CHECK(part.width == 80);
  CHECK(part.height == 100);
  CHECK_FALSE(desktop.backend->screenshot({Rect{2000, 0, 10, 10}}, soon()).ok());
}

TEST_CASE("a captured tree can be a world") {
  Desktop desktop(R"([{"role": "checkbox", "name": "Wrap", "checked": true, "id": "wrap"}])");
  std::string text;
  append_json(text, *desktop.tree(), 1, {true});
  Desktop again(R"({"applications": [{"name": "Copy", "windows": [)" + text + "]}]}", 0);
  std::string copy;
  append_json(copy, *again.tree(), 1, {true});
  CHECK(copy == text);
}

TEST_CASE("a press may return when the dialog is closed that it opened, or never; it says meanwhile what it sent") {
  Desktop desktop(R"([{"role": "button", "name": "Ask", "returns": "closed",
                       "on": {"press": [{"openWindow": {"role": "dialog", "name": "Really?", "key": "really"}}]}},
                      {"role": "button", "name": "Stuck", "returns": "never"}])");
  const auto press = [&](std::string_view name, Sending& sending, const Limits& limits) {
    return desktop.backend->invoke(desktop.element(name), {ActionKind::kPress}, sending, limits);
  };
  Sending asking;
  auto token = std::make_shared<CancelToken>();
  auto asked = std::async(std::launch::async, [&] { return press("Ask", asking, {Clock::time_point::max(), token}); });
  CHECK(desktop.eventually([&] { return asking.now().has_value(); }));
  CHECK(asking.now()->dispatch.route == Route::kAction);
  CHECK(desktop.exists("Really?"));
  CHECK(asked.wait_for(Milliseconds(0)) == std::future_status::timeout);
  REQUIRE(desktop.backend->close(desktop.element("Really?"), soon()).ok());
  CHECK(asked.get().ok());
  CHECK_FALSE(asking.now());

  Sending stuck;
  auto never = std::async(std::launch::async, [&] { return press("Stuck", stuck, {Clock::time_point::max(), token}); });
  CHECK(desktop.eventually([&] { return stuck.now().has_value(); }));
  token->cancel();
  CHECK(never.get().error().sent == Sent::kUnknown);
}

TEST_CASE("errors say whether anything was sent") {
  Desktop desktop(R"([{"role": "text", "name": "Label"}, {"role": "button", "name": "Off", "enabled": false},
                      {"role": "button", "name": "Busy", "key": "busy", "on": {"press": [{"hang": 300}]}},
                      {"role": "button", "name": "Gone", "key": "gone"}])");
  const auto sent = [&](const Element& element, Milliseconds timeout) {
    Sending sending;
    return desktop.backend->invoke(element, {ActionKind::kPress}, sending, Limits::within(timeout)).take_error();
  };
  const auto busy = desktop.element("Busy");
  const auto gone = desktop.element("Gone");
  REQUIRE(desktop.backend->playback()->apply(parsed(R"([{"remove": "gone"}])")).ok());
  for (const auto& [element, code] :
       {std::pair{desktop.element("Label"), ErrorCode::kUnsupported},
        std::pair{desktop.element("Off"), ErrorCode::kNotActionable}, std::pair{gone, ErrorCode::kStale}}) {
    const auto error = sent(element, Milliseconds(5000));
    CHECK(error.code == code);
    CHECK(error.sent == Sent::kNo);
  }
  // It hangs because of the first press; the second one does not get through.
  const auto first = sent(busy, Milliseconds(30));
  CHECK(first.code == ErrorCode::kOutcomeUnknown);
  CHECK(first.sent == Sent::kUnknown);
  const auto second = sent(busy, Milliseconds(30));
  CHECK(second.code == ErrorCode::kAppUnresponsive);
  CHECK(second.sent == Sent::kNo);
}
