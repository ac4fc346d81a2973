#include "core/mirror/mirror.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

#include "core/mirror/splice.h"
#include "core/tree/snapshot_json.h"

using namespace surehand;

namespace {

// A program with elements that come, go, move and change, and that says so, or not.
class Program {
 public:
  struct Element {
    std::string name;
    std::string parent;
    std::vector<std::string> children;
  };

  Program() { elements_["root"] = {"", "", {}}; }

  std::string add(const std::string& parent, size_t at) {
    const std::string id = "n" + std::to_string(next_++);
    elements_[id] = {"name of " + id, parent, {}};
    auto& children = elements_[parent].children;
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(std::min(at, children.size())), id);
    return id;
  }

  void remove(const std::string id) {  // NOLINT(readability-avoid-const-params-in-decls): of what is erased
    while (!elements_[id].children.empty()) remove(elements_[id].children.front());
    detach(id);
    elements_.erase(id);
  }

  void move(const std::string& id, const std::string& parent) {
    detach(id);
    elements_[id].parent = parent;
    elements_[parent].children.push_back(id);
  }

  void rename(const std::string& id, const std::string& name) { elements_[id].name = name; }

  bool has(const std::string& id) const { return elements_.count(id) > 0; }
  bool holds(const std::string& outer, std::string inner) const {
    while (!inner.empty() && inner != outer) inner = elements_.at(inner).parent;
    return inner == outer;
  }
  const Element& at(const std::string& id) const { return elements_.at(id); }

  std::string any(std::mt19937& random) const {
    auto at = elements_.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random() % elements_.size()));
    return at->first;
  }

  SnapshotPtr tree() const {
    SnapshotBuilder builder;
    write(builder, "root");
    return builder.finish("app", refs);
  }

  void write(SnapshotBuilder& builder, const std::string& id, bool deep = true) const {
    open(builder, id);
    if (deep)
      for (const std::string& child : elements_.at(id).children) write(builder, child);
    builder.close();
  }

  void open(SnapshotBuilder& builder, const std::string& id) const {
    builder.open(id == "root" ? Role::kApplication : Role::kButton);
    if (id != "root") builder.text(TextField::kName, elements_.at(id).name);
    builder.identity(id);
  }

  std::shared_ptr<RefBook> refs = std::make_shared<RefBook>();

 private:
  void detach(const std::string& id) {
    auto& siblings = elements_[elements_[id].parent].children;
    siblings.erase(std::find(siblings.begin(), siblings.end(), id));
  }

  std::map<std::string, Element> elements_;
  int next_ = 1;
};

// Reads it as a backend does: elements in what they are in, and lists of what they hold.
class ProgramSource final : public MirrorSource {
 public:
  explicit ProgramSource(const Program& program) : program_(program) {}

  Result<SnapshotPtr> read_all(const Limits&) override {
    ++whole;
    if (meanwhile) meanwhile();
    if (fails_with) return Error{*fails_with, "", {}};
    return program_.tree();
  }
  Status catch_up(const Limits&) override { return Done{}; }

  Result<std::optional<Refreshed>> read_again(const Snapshot& last, const Dirty& dirty, const Limits&) override {
    Refreshed refreshed;
    const IdentityIndex known(last);
    std::map<std::string, bool> wanted;  // in the tree, and whether its children are listed
    const auto want = [&](const std::string& id, bool lists) {
      if (!program_.has(id)) return refreshed.gone.push_back(id);
      wanted[id] = wanted[id] || lists;
      for (std::string at = program_.at(id).parent; !at.empty(); at = program_.at(at).parent) wanted[at];
    };
    for (const std::string& id : dirty.nodes) want(id, false);
    for (const std::string& id : dirty.children) want(id, true);
    for (const std::string& id : dirty.nodes) {
      if (!program_.has(id) || id == "root") continue;
      const std::string& parent = program_.at(id).parent;
      const NodeIndex before = known.find(id);
      const std::string before_in = before == kNoNode ? "" : std::string(last.identity(last.parent(before)));
      if (before_in == parent) continue;
      want(parent, true);
      if (!before_in.empty()) want(before_in, true);
    }
    SnapshotBuilder builder;
    write(builder, "root", wanted, known, refreshed);
    refreshed.parts = builder.finish("app", program_.refs);
    return std::optional(std::move(refreshed));
  }

  int whole = 0;
  std::function<void()> meanwhile;  // while the whole tree is read
  std::optional<ErrorCode> fails_with;

 private:
  void write(SnapshotBuilder& builder, const std::string& id, const std::map<std::string, bool>& wanted,
             const IdentityIndex& known, Refreshed& refreshed) const {
    program_.open(builder, id);
    const auto own = wanted.find(id);
    if (own != wanted.end() && own->second) refreshed.children[id] = program_.at(id).children;
    for (const std::string& child : program_.at(id).children) {
      if (wanted.count(child) > 0 && known.find(child) != kNoNode)
        write(builder, child, wanted, known, refreshed);
      else if (own != wanted.end() && own->second && known.find(child) == kNoNode)
        program_.write(builder, child);
    }
    builder.close();
  }

  const Program& program_;
};

std::string json_of(const Snapshot& tree) {
  std::string text;
  for (NodeIndex node = 0; node < tree.size(); ++node) {
    text += std::to_string(tree.parent(node) == kNoNode ? -1 : static_cast<int>(tree.parent(node)));
    text += " " + std::string(tree.identity(node)) + " " + std::string(tree.text(TextField::kName, node)) + "\n";
  }
  return text;
}

Limits no_limits() { return Limits::within(Milliseconds(60'000)); }

}  // namespace

TEST_CASE("a mirror that hears of everything is the tree, whatever happens to it") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    Program program;
    for (int i = 0; i < 60; ++i) program.add(program.any(random), random() % 4);
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
        const std::string id = program.any(random);
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
            const std::string place = program.any(random);
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

TEST_CASE("what is read as a whole says how true the kept tree was") {
  Program program;
  const std::string button = program.add("root", 0);
  const auto log = std::make_shared<DirtyLog>();
  Mirror mirror(log);
  ProgramSource source(program);
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

TEST_CASE("a whole read that gave way to something leaves what was kept, and what was announced meanwhile is read") {
  Program program;
  const std::string button = program.add("root", 0);
  const auto log = std::make_shared<DirtyLog>();
  Mirror mirror(log);
  ProgramSource source(program);
  REQUIRE(mirror.renew(source, program.refs, no_limits()).ok());
  source.meanwhile = [&] {
    program.rename(button, "while it was read");
    log->note({EventKind::kProperty, button, "", "", ""});
  };
  source.fails_with = ErrorCode::kAborted;
  CHECK(mirror.renew(source, program.refs, no_limits()).error().code == ErrorCode::kAborted);
  source.meanwhile = nullptr;
  source.fails_with.reset();
  auto tree = mirror.look(source, {}, program.refs, no_limits());
  REQUIRE(tree.ok());
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

TEST_CASE("texts that are no longer in the tree do not pile up") {
  Program program;
  const std::string button = program.add("root", 0);
  const auto log = std::make_shared<DirtyLog>();
  Mirror mirror(log);
  ProgramSource source(program);
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
