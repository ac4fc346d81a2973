#include "support/minimal_backend.h"

#include <doctest/doctest.h>

#include "support/selectors.h"

using namespace surehand;
using minimal::MinimalBackend;
using minimal::Widget;

namespace {

Limits soon() { return Limits::within(Milliseconds(5000)); }

std::shared_ptr<Widget> widget(Role role, std::string name, std::vector<std::shared_ptr<Widget>> children = {}) {
  auto made = std::make_shared<Widget>();
  made->role = role;
  made->name = std::move(name);
  made->children = std::move(children);
  return made;
}

// A window with a list of two rows.
struct Desktop {
  std::shared_ptr<Widget> ann = widget(Role::kButton, "Ann");
  std::shared_ptr<Widget> list = widget(Role::kList, "People", {ann, widget(Role::kButton, "Bob")});
  std::shared_ptr<Widget> window = widget(Role::kWindow, "Main", {list});
  MinimalBackend backend{widget(Role::kApplication, "Program", {window})};
  std::string key = backend.applications(soon())->front().key;

  SnapshotPtr tree() { return backend.snapshot({key, std::nullopt}, {}, soon()).take(); }
  static NodeIndex find(const Snapshot& tree, std::string_view name) {
    NodeIndex node = 0;
    while (node < tree.size() && tree.text(TextField::kName, node) != name) ++node;
    return node < tree.size() ? node : kNoNode;
  }
  Result<Dispatch> press(std::string_view identity) {
    Action press;
    press.kind = ActionKind::kPress;
    Sending sending;
    return backend.invoke({key, std::string(identity)}, press, sending, soon());
  }
};

}  // namespace

TEST_CASE("an element is the same in two trees, and is acted on by its identity") {
  Desktop desktop;
  int presses = 0;
  desktop.ann->press = [&] { ++presses; };
  const auto before = desktop.tree();
  const auto after = desktop.tree();
  const auto identity = before->identity(Desktop::find(*before, "Ann"));
  CHECK(identity == after->identity(Desktop::find(*after, "Ann")));
  CHECK(identity != after->identity(Desktop::find(*after, "Bob")));
  CHECK(before->shares_identities(*after));
  REQUIRE(desktop.press(identity).ok());
  CHECK(presses == 1);
}

TEST_CASE("an identity resolves for as long as a snapshot holds it, whether or not the element is still shown") {
  Desktop desktop;
  auto before = desktop.tree();
  const std::string ann(before->identity(Desktop::find(*before, "Ann")));
  const size_t all = desktop.backend.elements_kept();
  desktop.list->children.erase(desktop.list->children.begin());
  CHECK(desktop.tree()->size() == before->size() - 1);
  CHECK(desktop.backend.elements_kept() == all);
  CHECK(desktop.press(ann).error().code == ErrorCode::kUnsupported);
  before = nullptr;
  desktop.tree();
  CHECK(desktop.backend.elements_kept() == all - 1);
  CHECK(desktop.press(ann).error().code == ErrorCode::kStale);
}

TEST_CASE("a ref names its element until the application ends, a window without any snapshot") {
  Desktop desktop;
  auto tree = desktop.tree();
  const std::string ref = tree->ref(Desktop::find(*tree, "Ann"));
  tree = nullptr;
  const auto windows = desktop.backend.windows(desktop.key, soon());
  desktop.tree();
  const auto named = desktop.backend.refs()->identity_of(*RefBook::parse(ref));
  REQUIRE(named.has_value());
  CHECK(desktop.press(named->bytes).error().code == ErrorCode::kUnsupported);
  CHECK(desktop.backend.snapshot({desktop.key, windows->front().element.identity}, {}, soon()).ok());
  REQUIRE(desktop.backend.quit(desktop.key, true, soon()).ok());
  CHECK(desktop.backend.elements_kept() == 0);
  CHECK_FALSE(desktop.backend.refs()->identity_of(*RefBook::parse(ref)).has_value());
  CHECK(desktop.press(named->bytes).error().code == ErrorCode::kAppExited);
}

TEST_CASE("an element that is made anew has another identity") {
  Desktop desktop;
  const auto before = desktop.tree();
  desktop.list->children[0] = widget(Role::kButton, "Ann");
  const auto after = desktop.tree();
  CHECK(before->identity(Desktop::find(*before, "Ann")) != after->identity(Desktop::find(*after, "Ann")));
}

TEST_CASE("an element that is shown in two places has two names, and nothing acts on the second") {
  Desktop desktop;
  desktop.ann->press = [] {};
  desktop.list->children.push_back(desktop.ann);
  const auto tree = desktop.tree();
  const NodeIndex first = Desktop::find(*tree, "Ann"), second = tree->size() - 1;
  REQUIRE(tree->text(TextField::kName, second) == "Ann");
  CHECK(tree->identity(first) != tree->identity(second));
  CHECK_FALSE(tree->identity(second).empty());
  CHECK(desktop.press(tree->identity(first)).ok());
  CHECK(desktop.press(tree->identity(second)).error().code == ErrorCode::kStale);
}

TEST_CASE("queries, events and fingerprints come with the class") {
  Desktop desktop;
  const auto query = Query::from_json(test::only(test::role("button")));
  REQUIRE(query.ok());
  const auto matches = desktop.backend.find({desktop.key, std::nullopt}, **query, {}, soon());
  REQUIRE(matches.ok());
  CHECK(matches->nodes.size() == 2);
  const auto before = desktop.backend.fingerprint(desktop.key, true, soon());
  desktop.ann->name = "Anna";
  CHECK(*before != *desktop.backend.fingerprint(desktop.key, true, soon()));
  const auto events = desktop.backend.observe({desktop.key, std::nullopt}, EventKinds::all(), {}, soon());
  CHECK(events.error().code == ErrorCode::kUnsupported);
}
