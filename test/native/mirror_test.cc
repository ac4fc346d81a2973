#include "core/mirror/mirror.h"

#include <doctest/doctest.h>

#include <random>

#include "core/tree/snapshot_json.h"
#include "support/mirror_program.h"

using namespace surehand;
using test::json_of;
using test::Program;
using test::ProgramSource;

namespace {

// A program with one button, and its mirror.
struct Kept {
  Program program;
  const std::string button = program.add("root", 0);
  const std::shared_ptr<DirtyLog> log = std::make_shared<DirtyLog>();
  Mirror mirror{log};
  ProgramSource source{program};
};

Limits no_limits() { return Limits::within(Milliseconds(60'000)); }

}  // namespace

TEST_CASE("a mirror that hears of everything is the tree, whatever happens to it") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    Program program;
    for (int i = 0; i < 60; ++i) program.add(program.any(random()), random() % 4);
    const auto log = std::make_shared<DirtyLog>();
    Mirror mirror(log);
    ProgramSource source(program);
    const auto note = [&](EventKind kind, const std::string& id) {
      log->note({kind, id, "", "", ""});
      if (random() % 5 == 0) log->note({kind, id, "", "", ""});  // doubled
      if (random() % 9 == 0) log->note({EventKind::kState, "dead" + std::to_string(random() % 9), "", "", ""});
    };
    REQUIRE(mirror.look(source, {}, program.refs, no_limits()).ok());
    for (int step = 0; step < 60; ++step) {
      for (unsigned burst = 1 + random() % 4; burst > 0; --burst) {
        const std::string id = program.any(random());
        switch (random() % 4) {
          case 0:
            program.add(id, random() % 4);
            note(EventKind::kStructure, id);
            break;
          case 1: {
            if (id == "root" || program.at(id).children.size() > 3) break;
            const std::string parent = program.at(id).parent;
            program.remove(id);
            note(EventKind::kStructure, parent);
            break;
          }
          case 2: {
            const std::string place = program.any(random());
            if (id == "root" || program.holds(id, place)) break;
            const std::string before = program.at(id).parent;
            program.move(id, place);
            // Told of the element alone, or of both that it was and is in.
            if (place != before && random() % 2 == 0) {
              note(EventKind::kProperty, id);
            } else {
              note(EventKind::kStructure, before);
              note(EventKind::kStructure, place);
            }
            break;
          }
          default:
            if (id == "root") break;
            program.rename(id, "renamed " + std::to_string(random() % 1000));
            note(EventKind::kProperty, id);
        }
      }
      auto mirrored = mirror.look(source, {}, program.refs, no_limits());
      REQUIRE(mirrored.ok());
      CAPTURE(seed);
      CAPTURE(step);
      REQUIRE(json_of(**mirrored) == json_of(*program.tree()));
    }
    // The whole is read for a part of them at most: that is what it is for.
    CHECK(source.whole < 20);
  }
}

TEST_CASE("an element that is asked for is read again though nothing announced that it changed") {
  Program program;
  const std::string button = program.add("root", 0);
  Mirror mirror(std::make_shared<DirtyLog>());
  ProgramSource source(program);
  REQUIRE(mirror.look(source, {}, program.refs, no_limits()).ok());
  program.rename(button, "Save as");
  const auto stale = mirror.look(source, {}, program.refs, no_limits());
  CHECK((*stale)->keeping() == Keeping::kMirrored);
  CHECK((*stale)->text(TextField::kName, 1) != "Save as");
  const auto fresh = mirror.look(source, {button}, program.refs, no_limits());
  CHECK((*fresh)->text(TextField::kName, 1) == "Save as");
  CHECK(source.whole == 1);
  program.remove(button);
  CHECK((*mirror.look(source, {button}, program.refs, no_limits()))->size() == 1);
}

TEST_CASE("what went with all that it was in, without a word, is not in the tree") {
  Program program;
  std::string inner = "root";
  std::vector<std::string> line;
  for (int i = 0; i < 6; ++i) line.push_back(inner = program.add(inner, 0));
  Mirror mirror(std::make_shared<DirtyLog>());
  ProgramSource source(program);
  REQUIRE(mirror.look(source, {}, program.refs, no_limits()).ok());
  program.remove(line.front());
  CHECK((*mirror.look(source, {line.back()}, program.refs, no_limits()))->size() == 1);
}

TEST_CASE("events that come faster than they are read make it read the whole tree") {
  Program program;
  const std::string button = program.add("root", 0);
  const auto log = std::make_shared<DirtyLog>(8);
  Mirror mirror(log);
  ProgramSource source(program);
  REQUIRE(mirror.look(source, {}, program.refs, no_limits()).ok());
  for (int i = 0; i < 100; ++i) log->note({EventKind::kState, "e" + std::to_string(i), "", "", ""});
  program.rename(button, "Save as");
  const auto tree = mirror.look(source, {}, program.refs, no_limits());
  CHECK((*tree)->keeping() == Keeping::kRead);
  CHECK((*tree)->text(TextField::kName, 1) == "Save as");
  CHECK(source.whole == 2);
}

TEST_CASE_FIXTURE(Kept, "what is read as a whole says how true the kept tree was") {
  const auto renew = [&] { REQUIRE(mirror.renew(source, program.refs, no_limits()).ok()); };
  renew();
  CHECK(mirror.report().checks == 0);  // nothing was kept before
  renew();
  CHECK(mirror.report().checks == 1);
  CHECK(mirror.report().wrong == 0);
  program.rename(button, "told");
  log->note({EventKind::kProperty, button, "", "", ""});
  renew();
  CHECK(mirror.report().wrong == 0);

  program.rename(button, "not told");
  const std::string other = program.add("root", 1);
  renew();
  CHECK(mirror.report().wrong == 1);
  CHECK(mirror.report().differences == Differences{{"missing", 1}, {"name", 1}});
  CHECK(mirror.is_trusted());
  // What was read as a whole is what is kept from then on.
  renew();
  CHECK(mirror.report().wrong == 1);
  program.remove(other);
  renew();
  CHECK(mirror.is_trusted());
  program.rename(button, "not told again");
  renew();
  CHECK_FALSE(mirror.is_trusted());
  CHECK(mirror.report().differences == Differences{{"gone", 1}, {"missing", 1}, {"name", 2}});
}

TEST_CASE_FIXTURE(
    Kept, "a whole read that gave way to something leaves what was kept, and what was announced meanwhile is read") {
  REQUIRE(mirror.renew(source, program.refs, no_limits()).ok());
  // It goes on changing while the parts that changed are read, too, so that some of that is left.
  int times = 0;
  source.meanwhile = [&] {
    if (source.whole > 1) source.fails_with = ErrorCode::kAborted;
    if (source.fails_with) return;
    program.rename(button, "while it was read " + std::to_string(++times));
    log->note({EventKind::kProperty, button, "", "", ""});
  };
  log->note({EventKind::kProperty, button, "", "", ""});
  CHECK(mirror.renew(source, program.refs, no_limits()).error().code == ErrorCode::kAborted);
  source.meanwhile = nullptr;
  source.fails_with.reset();
  auto tree = mirror.look(source, {}, program.refs, no_limits());
  REQUIRE(tree.ok());
  CHECK(times == 6);
  CHECK((*tree)->keeping() == Keeping::kMirrored);
  CHECK(source.whole == 2);
  CHECK(json_of(**tree) == json_of(*program.tree()));

  // Another failure leaves nothing to go by.
  source.fails_with = ErrorCode::kAppUnresponsive;
  CHECK_FALSE(mirror.renew(source, program.refs, no_limits()).ok());
  source.fails_with.reset();
  REQUIRE(mirror.look(source, {}, program.refs, no_limits()).ok());
  CHECK(source.whole == 4);
}

TEST_CASE("an order, and states of which nothing is announced, say nothing of how true a tree is") {
  const auto tree = [](bool turned, State state) {
    SnapshotBuilder builder;
    builder.open(Role::kApplication);
    builder.identity("root");
    for (const char* id : {turned ? "b" : "a", turned ? "a" : "b"}) {
      builder.open(Role::kButton);
      builder.identity(id);
      States states;
      states.set(state);
      builder.states(states);
      builder.close();
    }
    builder.close();
    return builder.finish("app", std::make_shared<RefBook>());
  };
  const auto kept = tree(false, State::kVisible), whole = tree(true, State::kRequired);
  CHECK(differences(*kept, *tree(true, State::kVisible), 0).empty());
  CHECK(differences(*kept, *whole, bit(State::kVisible) | bit(State::kRequired)).empty());
  CHECK(differences(*kept, *whole, bit(State::kRequired)) == Differences{{"states", 2}});
}

TEST_CASE_FIXTURE(Kept, "texts that are no longer in the tree do not pile up") {
  REQUIRE(mirror.look(source, {}, program.refs, no_limits()).ok());
  size_t most = 0;
  for (int i = 0; i < 20'000; ++i) {
    program.rename(button, "renamed " + std::to_string(i));
    log->note({EventKind::kProperty, button, "", "", ""});
    const auto tree = mirror.look(source, {}, program.refs, no_limits());
    REQUIRE(tree.ok());
    most = std::max(most, (*tree)->bytes_of_text());
  }
  CHECK(most < 400'000);
}

TEST_CASE("a copy keeps what a node says, in a tree with other texts as well") {
  SnapshotBuilder first;
  first.open(Role::kApplication);
  first.host("gedit", 7, {"gedit", "org.gnome.gedit"}, "Text Editor", "org.gnome.gedit.desktop");
  first.open(Role::kTextbox);
  States states;
  states.set(State::kProtected);
  first.states(states);
  first.text(TextField::kName, "Password");
  first.bounds({1, 2, 3, 4});
  first.attribute("toolkit", "gtk");
  first.action("activate");
  first.identity("field");
  const SnapshotPtr from = first.finish("app", std::make_shared<RefBook>());

  SnapshotBuilder other;
  other.open_copy(*from, 0);
  other.open_copy(*from, 1);
  const SnapshotPtr copy = other.finish("app", std::make_shared<RefBook>());
  SnapshotBuilder same(*from);
  same.open_copy(*from, 0);
  same.open_copy(*from, 1);
  const SnapshotPtr twin = same.finish("app", std::make_shared<RefBook>());
  for (const SnapshotPtr& each : {copy, twin}) {
    CHECK(each->text(TextField::kName, 1) == "Password");
    CHECK(each->bounds(1) == from->bounds(1));
    CHECK(each->states(1) == from->states(1));
    CHECK(each->identity(1) == "field");
    REQUIRE(each->host(1) != nullptr);
    CHECK(each->table().view(each->host(1)->id) == "org.gnome.gedit.desktop");
    const auto [attribute, attributes_end] = each->attributes(1);
    REQUIRE(attributes_end - attribute == 1);
    CHECK(each->table().view(attribute->value) == "gtk");
    const auto [action, actions_end] = each->actions(1);
    REQUIRE(actions_end - action == 1);
    CHECK(each->table().view(*action) == "activate");
  }
}
