#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "core/seam/backend.h"
#include "core/seam/open.h"

using namespace surehand;

namespace {

using Texts = std::vector<std::string>;

json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(value));
  return std::get<json::Value>(std::move(value));
}

Limits soon() { return Limits::within(Milliseconds(5000)); }

// What a sink got, and when. Outlives its subscription.
class Ear {
 public:
  EventSink sink() {
    return [this](Event event) {
      std::lock_guard lock(mutex_);
      events_.emplace_back(Clock::now(), std::move(event));
      came_.notify_all();
    };
  }
  std::vector<Event> events() {
    std::lock_guard lock(mutex_);
    std::vector<Event> all;
    for (const auto& [at, event] : events_) all.push_back(event);
    return all;
  }
  size_t count() {
    std::lock_guard lock(mutex_);
    return events_.size();
  }
  // When the first with that detail came; the test fails when none does.
  Clock::time_point wait_for(std::string_view detail) {
    std::unique_lock lock(mutex_);
    const std::pair<Clock::time_point, Event>* found = nullptr;
    const bool came = came_.wait_for(lock, std::chrono::seconds(10), [&] {
      for (const auto& each : events_) {
        if (!found && each.second.detail == detail) found = &each;
      }
      return found != nullptr;
    });
    REQUIRE_MESSAGE(came, detail);
    return found->first;
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::pair<Clock::time_point, Event>> events_;
};

constexpr std::string_view kForm = R"([
  {"role": "button", "name": "Go", "key": "go"},
  {"role": "checkbox", "name": "Check", "key": "check"},
  {"role": "textbox", "name": "Field", "key": "field", "value": "old"},
  {"role": "slider", "name": "Slider", "key": "slider", "value": "5"},
  {"role": "listbox", "name": "List", "key": "list", "children": [
    {"role": "option", "name": "One", "key": "one"}, {"role": "option", "name": "Two", "key": "two"}]},
  {"role": "group", "name": "Group", "key": "group", "children": [{"role": "text", "name": "Leaf", "key": "leaf"}]}])";

std::string application(const std::string& name, const std::string& more = "", std::string_view children = kForm) {
  return R"({"name": ")" + name + "\"" + more + R"(, "windows": [{"role": "window", "name": "Window", "key": ")" +
         name + R"(", "children": )" + std::string(children) + "}]}";
}

struct Desktop {
  explicit Desktop(const std::string& applications) {
    OpenOptions options;
    options.backend = "simulated";
    options.world = parsed(R"({"applications": [)" + applications + "]}");
    auto opened = open_backend(options, soon());
    REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error().message));
    backend = opened.take();
    const auto running = backend->applications(soon()).take();
    for (const auto& app : running) keys.push_back(app.key);
    learn();
  }

  // The names of what there is now, by identity.
  void learn() {
    for (const auto& key : keys) {
      auto tree = backend->snapshot({key, std::nullopt}, {}, soon());
      if (!tree) continue;
      for (NodeIndex node = 0; node < (*tree)->size(); ++node) {
        names[std::string((*tree)->identity(node))] = std::string((*tree)->text(TextField::kName, node));
      }
    }
  }
  std::string identity(std::string_view name) const {
    for (const auto& [identity, known] : names) {
      if (known == name) return identity;
    }
    FAIL("nothing is called ", name);
    return {};
  }
  std::unique_ptr<Subscription> observe(Ear& ear, EventKinds kinds = EventKinds::all(), size_t app = 0) {
    auto subscription = backend->observe({keys[app], std::nullopt}, kinds, ear.sink(), soon());
    REQUIRE(subscription.ok());
    return subscription.take();
  }
  void apply(std::string_view effects) {
    const auto status = backend->playback()->apply(parsed(effects));
    REQUIRE_MESSAGE(status.ok(), (status.ok() ? "" : status.error().message));
  }
  Result<Dispatch> act(std::string_view name, ActionKind kind, std::string text = "", double number = 0) {
    Action action{kind, "", std::move(text), number};
    Sending sending;
    return backend->invoke({keys[0], identity(name)}, action, sending, soon());
  }
  // `kind name-of-the-source detail` of each.
  Texts said(Ear& ear) {
    learn();
    Texts texts;
    for (const auto& event : ear.events()) {
      const auto known = names.find(event.source);
      texts.push_back(std::string(to_string(event.kind)) + " " + (known == names.end() ? "?" : known->second) + " " +
                      event.detail);
    }
    return texts;
  }

  std::unique_ptr<Backend> backend;
  std::vector<std::string> keys;
  std::map<std::string, std::string> names;
};

#ifdef __linux__
size_t threads() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& task : std::filesystem::directory_iterator("/proc/self/task")) ++count;
  return count;
}

// A thread that was joined is listed for a moment longer.
bool falls_to(size_t count) {
  const auto until = Clock::now() + std::chrono::seconds(10);
  while (threads() > count) {
    if (Clock::now() > until) return false;
    std::this_thread::yield();
  }
  return threads() == count;
}
#endif

}  // namespace

TEST_CASE("what happens is announced with its kind, its source and the platform's name for it") {
  const std::pair<const char*, Texts> cases[] = {
      {R"({"add": {"role": "text"}, "to": "group"})", {"structure Group ChildrenChanged:add"}},
      {R"({"remove": "leaf"})", {"structure Group ChildrenChanged:remove"}},
      {R"({"recreate": "leaf"})", {"structure Group ChildrenChanged:remove", "structure Group ChildrenChanged:add"}},
      {R"({"replace": "leaf", "with": {"role": "text"}})",
       {"structure Group ChildrenChanged:remove", "structure Group ChildrenChanged:add"}},
      {R"({"move": "go", "to": "group"})",
       {"structure Window ChildrenChanged:remove", "structure Group ChildrenChanged:add"}},
      {R"({"set": "go", "description": "Goes"})", {"property Go PropertyChange:accessible-description"}},
      {R"({"set": "go", "attributes": {"a": "b"}})", {"property Go AttributesChanged:a"}},
      {R"({"set": "go", "enabled": false})", {"state Go StateChanged:enabled"}},
      {R"({"set": "check", "checked": "mixed"})", {"state Check StateChanged:checked"}},
      {R"({"set": "go", "states": ["busy", "visible=false"]})",
       {"state Go StateChanged:visible", "state Go StateChanged:busy"}},
      {R"({"set": "field", "value": "new"})", {"text Field TextChanged"}},
      {R"({"set": "slider", "value": "6"})", {"value Slider PropertyChange:accessible-value"}},
      {R"({"focus": "field"})", {"focus Field StateChanged:focused"}},
      {R"({"openWindow": {"role": "dialog", "name": "Dialog"}, "application": "Notes"})",
       {"structure Notes ChildrenChanged:add", "window Dialog Window:create", "window Window Window:deactivate",
        "window Dialog Window:activate"}},
      {R"({"set": "one", "selected": true})", {"state One StateChanged:selected", "selection List SelectionChanged"}},
      {R"({"set": "Notes", "minimized": true})", {"window Window Window:minimize", "window Window Window:deactivate"}},
  };
  for (const auto& [effect, expected] : cases) {
    CAPTURE(effect);
    Desktop desktop(application("Notes"));
    Ear ear;
    const auto subscription = desktop.observe(ear);
    desktop.apply("[" + std::string(effect) + "]");
    CHECK(desktop.said(ear) == expected);
  }
}

TEST_CASE("a new name is announced, and comes with the event") {
  Desktop desktop(application("Notes"));
  const auto go = desktop.identity("Go");
  Ear ear;
  const auto subscription = desktop.observe(ear);
  desktop.apply(R"([{"set": "go", "name": "Went"}])");
  REQUIRE(ear.count() == 1);
  CHECK(ear.events()[0].source == go);
  CHECK(ear.events()[0].detail == "PropertyChange:accessible-name");
  CHECK(ear.events()[0].name == "Went");
}

TEST_CASE("what stays as it was is not announced") {
  Desktop desktop(application("Notes"));
  Ear ear;
  const auto subscription = desktop.observe(ear);
  desktop.apply(R"([{"set": "go", "name": "Go", "enabled": true}, {"set": "field", "value": "old"}])");
  CHECK(desktop.said(ear) == Texts{});
}

TEST_CASE("what actions and input bring about is announced as well") {
  Desktop desktop(application("Notes"));
  Ear ear;
  const auto subscription = desktop.observe(ear);
  REQUIRE(desktop.act("Check", ActionKind::kToggle).ok());
  REQUIRE(desktop.act("Two", ActionKind::kSelect).ok());
  REQUIRE(desktop.act("Field", ActionKind::kSetText, "typed").ok());
  REQUIRE(desktop.act("Slider", ActionKind::kSetValue, "", 7).ok());
  REQUIRE(desktop.act("Field", ActionKind::kFocus).ok());
  auto steps = InputStep::from_json(parsed(R"([{"kind": "text", "text": "!"}, {"kind": "keyDown", "key": "Tab"}])"));
  REQUIRE(desktop.backend->input(*steps, {}, soon()).ok());
  CHECK(desktop.said(ear) == Texts{"state Check StateChanged:checked", "state Two StateChanged:selected",
                                   "selection List SelectionChanged", "text Field TextChanged",
                                   "value Slider PropertyChange:accessible-value", "focus Field StateChanged:focused",
                                   "text Field TextChanged", "focus Field StateChanged:focused",
                                   "focus Slider StateChanged:focused"});
}

TEST_CASE("windows that close give way to the one below, and an application that ends loses all") {
  Desktop desktop(application("Notes"));
  desktop.apply(R"([{"openWindow": {"role": "dialog", "name": "Dialog", "key": "dialog"}, "application": "Notes"}])");
  desktop.learn();
  Ear ear;
  const auto subscription = desktop.observe(ear, {EventKind::kWindow});
  desktop.apply(R"([{"closeWindow": "dialog"}])");
  CHECK(desktop.said(ear) == Texts{"window Dialog Window:destroy", "window Window Window:activate"});
  desktop.apply(R"([{"exit": true, "application": "Notes"}])");
  CHECK(desktop.said(ear).back() == "window Window Window:destroy");
}

TEST_CASE("delayed effects are announced when they are due, without anybody calling") {
  Desktop desktop(application("Notes"));
  Ear ear;
  const auto subscription = desktop.observe(ear);
  const auto began = Clock::now();
  // What is due first was scheduled last: the world wakes for what is sooner.
  desktop.apply(
      R"([{"set": "go", "enabled": false, "after": 60000}, {"set": "go", "name": "Then", "after": 40},
                    {"set": "go", "description": "First", "after": 20}])");
  const auto first = ear.wait_for("PropertyChange:accessible-description");
  const auto then = ear.wait_for("PropertyChange:accessible-name");
  CHECK(first - began >= Milliseconds(20));
  CHECK(then - began >= Milliseconds(40));
  CHECK(first <= then);
  CHECK(ear.count() == 2);
}

TEST_CASE("faults are announced as they strike") {
  const std::pair<const char*, Texts> cases[] = {
      {R"({"late": 5})", {"structure Group ChildrenChanged:add"}},
      {R"({"disabled": 5})", {"structure Group ChildrenChanged:add", "state Faulty StateChanged:enabled"}},
      {R"({"vanishing": 5})", {"structure Group ChildrenChanged:add", "structure Group ChildrenChanged:remove"}},
      {R"({"duplicated": 5})",
       {"structure Group ChildrenChanged:add", "structure Group ChildrenChanged:add",
        "structure Group ChildrenChanged:remove"}},
      {R"({"recreated": 5})",
       {"structure Group ChildrenChanged:add", "structure Group ChildrenChanged:remove",
        "structure Group ChildrenChanged:add"}},
  };
  for (const auto& [faults, expected] : cases) {
    CAPTURE(faults);
    Desktop desktop(application("Notes"));
    Ear ear;
    const auto subscription = desktop.observe(ear);
    desktop.apply(R"([{"add": {"role": "button", "name": "Faulty", "faults": )" + std::string(faults) +
                  R"(}, "to": "group"}, {"set": "go", "description": "All is over", "after": 30}])");
    ear.wait_for("PropertyChange:accessible-description");
    auto said = desktop.said(ear);
    said.pop_back();
    CHECK(said == expected);
  }
}

TEST_CASE("an element that has not come yet announces nothing") {
  Desktop desktop(application("Notes", "", R"([
    {"role": "group", "key": "late", "faults": {"late": 60000}, "children": [{"role": "text", "key": "inner"}]}])"));
  Ear ear;
  const auto subscription = desktop.observe(ear);
  desktop.apply(R"([{"set": "inner", "name": "Unseen"}, {"add": {"role": "text"}, "to": "late"}])");
  CHECK(desktop.said(ear) == Texts{});
}

TEST_CASE("an application that hangs announces nothing until it answers again") {
  Desktop desktop(application("Notes"));
  Ear ear;
  const auto subscription = desktop.observe(ear);
  const auto began = Clock::now();
  desktop.apply(R"([{"hang": 80, "application": "Notes"}, {"set": "go", "name": "Went"},
                    {"set": "go", "enabled": false, "after": 10}])");
  CHECK(ear.wait_for("PropertyChange:accessible-name") - began >= Milliseconds(80));
  CHECK(ear.wait_for("StateChanged:enabled") - began >= Milliseconds(80));
}

TEST_CASE("one that is ended while it hangs announces the end") {
  Desktop desktop(application("Notes"));
  Ear ear;
  const auto subscription = desktop.observe(ear);
  desktop.apply(R"([{"hang": 60000, "application": "Notes"}, {"set": "go", "name": "Went"}])");
  REQUIRE(desktop.backend->quit(desktop.keys[0], true, soon()).ok());
  REQUIRE(ear.count() > 1);
  CHECK(ear.events().front().detail == "PropertyChange:accessible-name");
  ear.wait_for("Window:destroy");
}

TEST_CASE("silent applications say nothing") {
  Desktop desktop(application("Notes", R"(, "silent": true)"));
  Ear ear;
  const auto subscription = desktop.observe(ear);
  desktop.apply(R"([{"remove": "leaf"}, {"set": "go", "name": "Went"}, {"focus": "field"},
                    {"openWindow": {"role": "dialog"}, "application": "Notes"}])");
  CHECK(desktop.said(ear) == Texts{});
}

TEST_CASE("forgetful applications leave out what they forget and nothing else") {
  const auto said = [](const std::string& forgets) {
    Desktop desktop(application("Notes", R"(, "forgets": )" + forgets));
    Ear ear;
    const auto subscription = desktop.observe(ear);
    desktop.apply(R"([{"add": {"role": "text"}, "to": "group"}, {"remove": "leaf"}, {"set": "go", "enabled": false}])");
    return desktop.said(ear);
  };
  CHECK(said(R"(["ChildrenChanged:add"])") ==
        Texts{"structure Group ChildrenChanged:remove", "state Go StateChanged:enabled"});
  CHECK(said(R"(["structure"])") == Texts{"state Go StateChanged:enabled"});
  CHECK(said(R"(["state", "property"])") ==
        Texts{"structure Group ChildrenChanged:add", "structure Group ChildrenChanged:remove"});
}

TEST_CASE("what cannot be forgotten is refused with its place") {
  OpenOptions options;
  options.backend = "simulated";
  options.world = parsed(R"({"applications": [)" + application("Notes", R"(, "forgets": ["state", "stat"])") + "]}");
  const auto opened = open_backend(options, soon());
  REQUIRE(!opened.ok());
  CHECK(opened.error().code == ErrorCode::kInvalidArgument);
  CHECK(opened.error().message.find("/forgets/1") != std::string::npos);
}

TEST_CASE("each subscription gets the events of its own application, element and kinds") {
  Desktop desktop(application("Notes") + ", " +
                  application("Mail", "", R"([{"role": "button", "name": "Send", "key": "send"}])"));
  Ear notes, mail, go, states;
  const auto of_notes = desktop.observe(notes);
  const auto of_mail = desktop.observe(mail, EventKinds::all(), 1);
  const auto of_states = desktop.observe(states, {EventKind::kState});
  auto of_go =
      desktop.backend->observe({desktop.keys[0], desktop.identity("Go")}, EventKinds::all(), go.sink(), soon());
  REQUIRE(of_go.ok());
  desktop.apply(R"([{"set": "send", "enabled": false}, {"set": "go", "enabled": false},
                    {"set": "go", "description": "Goes"}, {"set": "check", "checked": true}])");
  CHECK(desktop.said(mail) == Texts{"state Send StateChanged:enabled"});
  CHECK(desktop.said(go) ==
        Texts{"state Go StateChanged:enabled", "property Go PropertyChange:accessible-description"});
  CHECK(desktop.said(states) == Texts{"state Go StateChanged:enabled", "state Check StateChanged:checked"});
  CHECK(desktop.said(notes) == Texts{"state Go StateChanged:enabled",
                                     "property Go PropertyChange:accessible-description",
                                     "state Check StateChanged:checked"});
}

TEST_CASE("what is not there cannot be observed; what hangs can") {
  Desktop desktop(application("Notes", R"(, "faults": {"hanging": {"for": 60000}})"));
  const auto observe = [&](const std::string& key, std::optional<std::string> identity) {
    return desktop.backend->observe(
        {key, std::move(identity)}, EventKinds::all(), [](Event) {}, soon());
  };
  CHECK(observe("nobody", std::nullopt).error().code == ErrorCode::kAppNotFound);
  CHECK(observe(desktop.keys[0],
                "\xA7"
                "999")
            .error()
            .code == ErrorCode::kStale);
  CHECK(observe(desktop.keys[0], std::nullopt).ok());
  REQUIRE(desktop.backend->quit(desktop.keys[0], true, soon()).ok());
  CHECK(observe(desktop.keys[0], std::nullopt).error().code == ErrorCode::kAppExited);
}

#ifdef __linux__
TEST_CASE("the world has a thread of its own only while somebody listens") {
  Desktop desktop(application("Notes"));
  const size_t before = threads();
  Ear ear;
  auto first = desktop.observe(ear);
  auto second = desktop.observe(ear);
  CHECK(threads() == before + 1);
  first.reset();
  CHECK(falls_to(before + 1));
  second.reset();
  CHECK(falls_to(before));
  first = desktop.observe(ear);
  desktop.apply(R"([{"set": "go", "name": "Went", "after": 1}])");
  ear.wait_for("PropertyChange:accessible-name");
}
#endif

TEST_CASE("subscriptions end in the middle of a storm, and are silent from then on") {
  Desktop desktop(application("Notes") + ", " + application("Mail", "", R"([{"role": "text", "key": "news"}])"));
  std::atomic<bool> over{false};
  const auto storm = [&](const char* on, const char* off) {
    while (!over) {
      (void)desktop.backend->playback()->apply(parsed(on));
      (void)desktop.backend->playback()->apply(parsed(off));
    }
  };
  std::vector<std::thread> storms;
  storms.emplace_back(storm, R"([{"set": "go", "enabled": false}, {"set": "go", "enabled": true, "after": 1}])",
                      R"([{"recreate": "leaf"}, {"focus": "field"}])");
  storms.emplace_back(storm, R"([{"set": "news", "name": "a"}])", R"([{"set": "news", "name": "b"}])");
  std::vector<std::thread> listeners;
  std::atomic<int> heard{0};
  std::atomic<int> after_the_end{0};
  for (size_t app = 0; app < 2; ++app) {
    listeners.emplace_back([&, app] {
      for (int i = 0; i < 100; ++i) {
        // One may be under way when it ends, and none begins afterwards.
        auto began = std::make_shared<std::atomic<int>>(0);
        auto subscription = desktop.backend->observe(
            {desktop.keys[app], std::nullopt}, EventKinds::all(), [began](Event) { ++*began; }, soon());
        if (!subscription.ok()) return;
        while (*began == 0) std::this_thread::yield();
        auto held = subscription.take();
        held.reset();
        const int before = *began;
        ++heard;
        std::this_thread::yield();
        after_the_end += *began > before + 1;
      }
    });
  }
  for (auto& listener : listeners) listener.join();
  over = true;
  for (auto& each : storms) each.join();
  CHECK(heard == 200);
  CHECK(after_the_end == 0);
}
