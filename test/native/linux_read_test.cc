#include <doctest/doctest.h>
#include <signal.h>

#include <string>
#include <vector>

#include "platform/linux/atspi/bus.h"
#include "platform/linux/find.h"
#include "platform/linux/find_among.h"
#include "platform/linux/snapshot.h"
#include "support/child.h"
#include "support/desktop.h"
#include "support/selectors.h"

using namespace surehand;
using namespace surehand::atspi;
using namespace surehand::test;

namespace {

Limits within(int ms) { return Limits::within(Milliseconds(ms)); }

// A program of GTK's own demos, on a desktop of its own. It has 261 elements, a hidden page among them.
struct WidgetFactory {
  WidgetFactory() {
    REQUIRE_MESSAGE(desktop.complete(),
                    "Xvfb, dbus-daemon or openbox could not be started; install the packages "
                    "`xvfb`, `dbus`, `at-spi2-core` and `openbox`");
    session.environment = Environment(desktop.environment());
    auto bus = open_bus(session.environment, within(10000));
    REQUIRE_MESSAGE(bus.ok(), (bus.ok() ? "" : bus.error().message));
    session.bus = bus.take();
    std::vector<std::string> environment;
    for (const auto& [name, value] : desktop.environment()) environment.push_back(name + "=" + value);
    program = Child({"gtk3-widget-factory"}, environment);
    key = wait_for_key();
  }
  ~WidgetFactory() { program.end(SIGKILL); }

  std::string wait_for_key() {
    const Limits limits = within(20000);
    while (!limits.expired()) {
      auto applications = list_applications(session, limits);
      REQUIRE(applications.ok());
      for (const Application& one : *applications) {
        if (one.pid != program.pid()) continue;
        auto tree = take_snapshot(session, refs, {one.key, std::nullopt}, {}, limits);
        if (tree.ok() && (*tree)->size() > 200) return one.key;
      }
    }
    FAIL("gtk3-widget-factory published nothing within 20 s; is the package gtk-3-examples installed?");
    return {};
  }

  SnapshotPtr tree(const SnapshotOptions& options = {}) {
    auto snapshot = take_snapshot(session, refs, {key, std::nullopt}, options, within(10000));
    REQUIRE_MESSAGE(snapshot.ok(), (snapshot.ok() ? "" : snapshot.error().message));
    return snapshot.take();
  }

  PrivateDesktop desktop;
  Session session;
  Child program;
  std::string key;
  std::shared_ptr<RefBook> refs = std::make_shared<RefBook>();
};

SnapshotOptions structure_and_bounds() {
  SnapshotOptions options;
  options.text = options.actions = options.attributes = false;
  return options;
}

std::string line(const Snapshot& tree, NodeIndex node) {
  std::string text(tree.identity(node));
  text.append(" ").append(to_string(tree.role(node))).append(" ").append(tree.text(TextField::kName, node));
  for (const auto& state : to_strings(tree.states(node))) {
    // The window manager may hand out the keyboard at any time.
    if (state != "focused" && state != "active") text.append(" ").append(state);
  }
  return text;
}

// Whether the application searched or not.
void check_that_finding_agrees_with_matching(WidgetFactory& factory) {
  for (const Json& match : {role("button"), role("checkbox"), role("slider"), role("application"),
                            all({role("button"), test::state("visible", true)}), name("Menu"), any()}) {
    for (const size_t limit : {size_t{1}, size_t{3}, SIZE_MAX}) {
      auto query = Query::from_json(only(match));
      REQUIRE(query.ok());
      MatchOptions options;
      options.limit = limit;
      const SnapshotPtr full = factory.tree();
      auto matched = surehand::match(**query, *full, options, within(5000));
      auto found = find_elements(factory.session, factory.refs, {factory.key, std::nullopt}, **query,
                                 FindOptions{limit}, within(5000));
      REQUIRE(matched.ok());
      REQUIRE(found.ok());
      std::vector<std::string> wanted, seen;
      for (NodeIndex node : *matched) wanted.push_back(line(*full, node));
      for (NodeIndex node : found->nodes) seen.push_back(line(*found->snapshot, node));
      CHECK(seen == wanted);
    }
  }
}

void check_elements_alone(WidgetFactory& factory, const SnapshotPtr& whole) {
  const Target target{factory.key, std::nullopt};
  auto query = Query::from_json(only(any()));
  REQUIRE(query.ok());
  const auto among = [&](const std::vector<std::string>& identities) {
    auto found = find_elements_among(factory.session, factory.refs, identities, target, **query, within(5000));
    REQUIRE(found.ok());
    return found.take();
  };
  size_t compared = 0;
  for (NodeIndex node = 1; node < whole->size(); node += 10) {
    std::vector<std::string> wanted, seen;
    for (NodeIndex at = node; at != kNoNode; at = whole->parent(at)) wanted.push_back(line(*whole, at));
    const Matches found = among({std::string(whole->identity(node))});
    const Snapshot& alone = *found.snapshot;
    for (NodeIndex at = alone.find_identity(whole->identity(node)); at != kNoNode; at = alone.parent(at)) {
      seen.push_back(line(alone, at));
    }
    // What its parent does not count, as GTK 3 does with popovers, is not found: then the whole tree is read.
    if (seen.empty()) continue;
    CHECK(seen == wanted);
    CHECK(found.nodes.size() == wanted.size());
    ++compared;
  }
  CHECK(compared > 15);
  CHECK(among({"123456"}).nodes.size() == 1);  // the application itself
}

}  // namespace

TEST_CASE("reading a GTK 3 application") {
  WidgetFactory factory;
  const SnapshotPtr whole = factory.tree(structure_and_bounds());

  // Two calls for all but what is in its lists, which no cache knows: there, up to three for each. Fields are asked for their labels.
  // No cache is made before the tree has been the same for a while, so it is read until one is there.
  SUBCASE("takes far fewer calls than there are elements") {
    SnapshotPtr again = whole;
    uint64_t calls = again->size();
    const auto end = Clock::now() + std::chrono::seconds(10);
    while (calls * 2 >= again->size() && Clock::now() < end) {
      const uint64_t before = factory.session.bus->calls_sent();
      again = factory.tree(structure_and_bounds());
      calls = factory.session.bus->calls_sent() - before;
    }
    CHECK(again->size() > 200);
    CHECK(again->complete());
    CHECK(calls * 2 < again->size());
  }

  SUBCASE("only what shows is the whole tree without what is hidden") {
    SnapshotOptions options = structure_and_bounds();
    options.only_visible = true;
    const SnapshotPtr showing = factory.tree(options);
    std::vector<std::string> expected;
    for (NodeIndex node = 0; node < whole->size();) {
      const States states = whole->states(node);
      const bool shows = states.has(State::kVisible) && !states.has(State::kOffscreen);
      if (shows) expected.push_back(line(*whole, node));
      node = shows ? node + 1 : whole->subtree_end(node);
    }
    std::vector<std::string> seen;
    for (NodeIndex node = 0; node < showing->size(); ++node) seen.push_back(line(*showing, node));
    CHECK(seen == expected);
    CHECK(seen.size() < whole->size());
    CHECK_FALSE(showing->complete());
    for (const Cut& cut : showing->cuts()) CHECK(cut.reason == CutReason::kHidden);
  }

  SUBCASE("an element alone is what the whole tree says of it") {
    SnapshotOptions options;
    options.max_depth = 0;
    for (NodeIndex node = 1; node < whole->size(); node += 17) {
      const Target target{factory.key, std::string(whole->identity(node))};
      auto alone = take_snapshot(factory.session, factory.refs, target, options, within(5000));
      REQUIRE(alone.ok());
      CHECK((*alone)->size() == 1);
      CHECK(line(**alone, 0) == line(*whole, node));
      CHECK((*alone)->bounds(0) == whole->bounds(node));
    }
  }

  SUBCASE("a part is the same part of the whole") {
    for (NodeIndex node = 1; node < whole->size(); node += 29) {
      const Target target{factory.key, std::string(whole->identity(node))};
      auto part = take_snapshot(factory.session, factory.refs, target, structure_and_bounds(), within(5000));
      REQUIRE(part.ok());
      REQUIRE((*part)->size() == whole->subtree_end(node) - node);
      for (NodeIndex below = 0; below < (*part)->size(); ++below) {
        CHECK(line(**part, below) == line(*whole, node + below));
      }
    }
  }

  SUBCASE("limits of depth and number are cuts") {
    SnapshotOptions options = structure_and_bounds();
    options.max_depth = 3;
    const SnapshotPtr shallow = factory.tree(options);
    CHECK(shallow->size() < whole->size());
    CHECK_FALSE(shallow->complete());
    for (const Cut& cut : shallow->cuts()) CHECK(cut.reason == CutReason::kBudget);

    options = structure_and_bounds();
    options.max_nodes = 50;
    const SnapshotPtr small = factory.tree(options);
    CHECK(small->size() == 50);
    CHECK_FALSE(small->complete());
  }

  SUBCASE("finding agrees with matching, whether the application searched or not") {
    check_that_finding_agrees_with_matching(factory);
  }

  SUBCASE("elements alone, with what they are in, are as in the whole tree") { check_elements_alone(factory, whole); }

  SUBCASE("an application that is stopped is waited for until the deadline, and then said to be unresponsive") {
    kill(static_cast<pid_t>(factory.program.pid()), SIGSTOP);
    const uint64_t before = factory.session.bus->calls_sent();
    const auto began = Clock::now();
    auto stopped = take_snapshot(factory.session, factory.refs, {factory.key, std::nullopt}, {}, within(1000));
    const auto waited = Clock::now() - began;
    // What queues up to it slows the bus for all others: few calls while it is not known to hang, then one at a time.
    CHECK(factory.session.bus->calls_sent() - before <= 4);
    for (uint64_t calls = 1; calls <= 2; ++calls) {
      const uint64_t known = factory.session.bus->calls_sent();
      auto again = take_snapshot(factory.session, factory.refs, {factory.key, std::nullopt}, {}, within(1000));
      CHECK_FALSE(again.ok());
      CHECK(factory.session.bus->calls_sent() - known == 1);
    }
    kill(static_cast<pid_t>(factory.program.pid()), SIGCONT);
    REQUIRE_FALSE(stopped.ok());
    CHECK(stopped.error().code == ErrorCode::kAppUnresponsive);
    CHECK(waited > Milliseconds(800));
    CHECK(waited < Milliseconds(15'000));
    CHECK(factory.tree(structure_and_bounds())->size() == whole->size());
  }

  SUBCASE("an application that was killed has exited") {
    kill(static_cast<pid_t>(factory.program.pid()), SIGKILL);
    factory.program.wait();
    auto gone = take_snapshot(factory.session, factory.refs, {factory.key, std::nullopt}, {}, within(5000));
    REQUIRE_FALSE(gone.ok());
    CHECK(gone.error().code == ErrorCode::kAppExited);
  }
}
