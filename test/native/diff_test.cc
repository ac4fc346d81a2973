#include "core/diff/diff.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <random>

#include "core/diff/diff_json.h"
#include "core/tree/identity.h"
#include "core/tree/refs.h"
#include "core/tree/snapshot_json.h"

using namespace surehand;

namespace {

// A tree that can be edited, with the identity that the platform would give.
struct Model {
  int identity = 0;
  Role role = Role::kButton;
  std::string name;
  std::string value;
  bool checked = false;
  std::vector<std::unique_ptr<Model>> children;
};
using ModelPtr = std::unique_ptr<Model>;

ModelPtr copy(const Model& model) {
  auto result = std::make_unique<Model>();
  result->identity = model.identity;
  result->role = model.role;
  result->name = model.name;
  result->value = model.value;
  result->checked = model.checked;
  for (const auto& child : model.children) result->children.push_back(copy(*child));
  return result;
}

void write(SnapshotBuilder& builder, const Model& model) {
  builder.open(model.role);
  builder.text(TextField::kName, model.name);
  if (!model.value.empty()) builder.text(TextField::kValue, model.value);
  States states;
  states.set(State::kVisible);
  states.set(State::kChecked, model.checked);
  builder.states(states);
  builder.identity(std::to_string(model.identity));
  for (const auto& child : model.children) write(builder, *child);
  builder.close();
}

SnapshotPtr snapshot(const Model& model) {
  SnapshotBuilder builder;
  write(builder, model);
  return builder.finish("app");
}

void visit(Model& model, Model* parent, const std::function<void(Model&, Model*)>& visitor) {
  visitor(model, parent);
  for (auto& child : model.children) visit(*child, &model, visitor);
}

class Editor {
 public:
  explicit Editor(uint32_t seed) : random_(seed) {}

  ModelPtr tree(size_t nodes) {
    auto root = node();
    while (next_identity_ < static_cast<int>(nodes)) pick(*root).first->children.push_back(node());
    return root;
  }

  void edit(Model& root) {
    auto [model, parent] = pick(root);
    switch (random_() % 7) {
      case 0:
        model->children.insert(model->children.begin() + random_() % (model->children.size() + 1), node());
        break;
      case 1:
        if (parent) take(*parent, *model);
        break;
      case 2:
        model->name = word();
        break;
      case 3:
        model->value = word();
        break;
      case 4:
        model->checked = !model->checked;
        break;
      case 5:
        if (parent) {
          ModelPtr moving = take(*parent, *model);
          Model* target = pick(root).first;
          target->children.insert(target->children.begin() + random_() % (target->children.size() + 1),
                                  std::move(moving));
        }
        break;
      case 6:
        if (parent) std::shuffle(parent->children.begin(), parent->children.end(), random_);
        break;
    }
  }

  // What a toolkit does that makes its objects anew: the same things under other identities.
  void recreate(Model& root) {
    visit(root, nullptr, [&](Model& model, Model*) { model.identity = next_identity_++; });
  }

  std::pair<Model*, Model*> pick(Model& root) {
    std::vector<std::pair<Model*, Model*>> all;
    visit(root, nullptr, [&](Model& model, Model* parent) { all.emplace_back(&model, parent); });
    return all[random_() % all.size()];
  }

 private:
  static ModelPtr take(Model& parent, Model& child) {
    auto at = std::find_if(parent.children.begin(), parent.children.end(),
                           [&](const ModelPtr& each) { return each.get() == &child; });
    ModelPtr taken = std::move(*at);
    parent.children.erase(at);
    return taken;
  }

  ModelPtr node() {
    constexpr Role kRoles[] = {Role::kButton, Role::kGroup, Role::kText, Role::kCheckbox, Role::kRow};
    auto result = std::make_unique<Model>();
    result->identity = next_identity_++;
    result->role = kRoles[random_() % std::size(kRoles)];
    result->name = word();
    return result;
  }

  std::string word() { return random_() % 4 == 0 ? "" : "w" + std::to_string(random_() % 12); }

  std::mt19937 random_;
  int next_identity_ = 0;
};

// Makes `after` out of `before` and the diff, as a reader of the diff would. A key names a node in both
// trees.
ModelPtr apply(const Snapshot& before, const Snapshot& after, const Diff& diff) {
  const std::vector<NodeIndex> pairs = pair_nodes(before, after, TextTranslation(before, after));
  const auto new_key = [&](NodeIndex node) {
    return pairs[node] == kNoNode ? -1 - static_cast<int>(node) : static_cast<int>(pairs[node]);
  };
  const auto read = [](const Snapshot& tree, NodeIndex node) {
    auto model = std::make_unique<Model>();
    model->role = tree.role(node);
    model->name = tree.text(TextField::kName, node);
    model->value = tree.text(TextField::kValue, node);
    model->checked = tree.states(node).has(State::kChecked);
    return model;
  };
  const auto place_in_parent = [](const Snapshot& tree, NodeIndex node) {
    size_t place = 0;
    for (NodeIndex child = tree.parent(node) + 1; child != node; child = tree.subtree_end(child)) ++place;
    return place;
  };

  std::map<int, ModelPtr> models;
  for (NodeIndex node = 0; node < before.size(); ++node) models[static_cast<int>(node)] = read(before, node);
  for (NodeIndex node : diff.removed) models.erase(static_cast<int>(node));
  for (NodeIndex node : diff.added) models[new_key(node)] = read(after, node);
  for (const Modified& modified : diff.modified) {
    Model& model = *models.at(static_cast<int>(modified.before));
    for (const Change& change : modified.changes) {
      if (change.kind == Change::Kind::kText && change.field == TextField::kName)
        model.name = after.text(TextField::kName, modified.after);
      if (change.kind == Change::Kind::kText && change.field == TextField::kValue)
        model.value = after.text(TextField::kValue, modified.after);
      if (change.kind == Change::Kind::kState && change.state == State::kChecked)
        model.checked = after.states(modified.after).has(State::kChecked);
      if (change.kind == Change::Kind::kRole) model.role = after.role(modified.after);
    }
  }

  std::vector<NodeIndex> arrivals = diff.added;
  for (const Moved& moved : diff.moved) arrivals.push_back(moved.after);
  std::sort(arrivals.begin(), arrivals.end());
  std::map<int, bool> arrived;
  for (NodeIndex node : arrivals) arrived[new_key(node)] = true;
  std::map<int, std::vector<int>> children;
  for (NodeIndex node = 1; node < before.size(); ++node) {
    const int key = static_cast<int>(node);
    if (models.count(key) && !arrived.count(key)) children[static_cast<int>(before.parent(node))].push_back(key);
  }
  for (NodeIndex node : arrivals) {
    if (node == 0) continue;
    auto& siblings = children[new_key(after.parent(node))];
    const size_t place = place_in_parent(after, node);
    REQUIRE(place <= siblings.size());
    siblings.insert(siblings.begin() + static_cast<long>(place), new_key(node));
  }
  const std::function<ModelPtr(int)> assemble = [&](int key) {
    ModelPtr model = std::move(models.at(key));
    REQUIRE(model);
    for (int child : children[key]) model->children.push_back(assemble(child));
    return model;
  };
  return assemble(new_key(0));
}

std::string text_of(const Snapshot& tree) {
  std::string text;
  append_json(text, tree, 0);
  return text;
}

DiffOptions everything() {
  DiffOptions options;
  options.suppress.fill(false);
  return options;
}

SnapshotPtr from_text(const std::string& text) {
  auto value = json::parse(text);
  auto result = snapshot_from_json(std::get<json::Value>(value));
  REQUIRE(result.ok());
  return result.take();
}

}  // namespace

TEST_CASE("applying the diff to before gives after, whatever was edited") {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    Editor editor(seed);
    const ModelPtr before_model = editor.tree(2 + seed % 60);
    ModelPtr after_model = copy(*before_model);
    for (uint32_t edits = seed % 9; edits > 0; --edits) editor.edit(*after_model);
    if (seed % 5 == 0) editor.recreate(*after_model);
    const SnapshotPtr before = snapshot(*before_model);
    const SnapshotPtr after = snapshot(*after_model);
    const Diff changes = diff(*before, *after, everything());
    const ModelPtr applied = apply(*before, *after, changes);
    REQUIRE(text_of(*snapshot(*applied)) == text_of(*after));
    if (seed % 9 == 0 && seed % 5 != 0) REQUIRE(changes.empty());
  }
}

TEST_CASE("what the noise rules leave out is counted, and nothing else is") {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    Editor editor(seed);
    const ModelPtr before_model = editor.tree(40);
    ModelPtr after_model = copy(*before_model);
    for (int edits = 0; edits < 8; ++edits) editor.edit(*after_model);
    const SnapshotPtr before = snapshot(*before_model);
    const SnapshotPtr after = snapshot(*after_model);
    const Diff all = diff(*before, *after, everything());
    const Diff quiet = diff(*before, *after, {});
    const size_t left_out = quiet.suppressed[0] + quiet.suppressed[1] + quiet.suppressed[2] + quiet.suppressed[3];
    CHECK(quiet.added.size() + quiet.removed.size() + quiet.modified.size() + quiet.moved.size() + left_out ==
          all.added.size() + all.removed.size() + all.modified.size() + all.moved.size());
  }
}

TEST_CASE("a tree whose objects were all made anew is the same tree where names tell it") {
  SnapshotPtr before, after;
  {
    Model root{0, Role::kWindow, "Orders", "", false, {}};
    for (int i = 0; i < 5; ++i) {
      auto row = std::make_unique<Model>();
      row->identity = 10 + i;
      row->role = Role::kButton;
      row->name = "Edit " + std::to_string(i);
      root.children.push_back(std::move(row));
    }
    before = snapshot(root);
    visit(root, nullptr, [](Model& model, Model*) { model.identity += 1000; });
    root.children[2]->value = "changed";
    after = snapshot(root);
  }
  const Diff changes = diff(*before, *after, {});
  CHECK(changes.added.empty());
  CHECK(changes.removed.empty());
  REQUIRE(changes.modified.size() == 1);
  CHECK(after->text(TextField::kName, changes.modified[0].after) == "Edit 2");
}

TEST_CASE("among equals that were made anew, order binds them only when there are as many as before") {
  const auto tree = [](int first, int count) {
    Model root{0, Role::kWindow, "Orders", "", false, {}};
    for (int i = 0; i < count; ++i) {
      auto item = std::make_unique<Model>();
      item->identity = first + i;
      item->name = "Delete";
      root.children.push_back(std::move(item));
    }
    return snapshot(root);
  };
  CHECK(diff(*tree(10, 3), *tree(20, 3), {}).empty());
  const Diff changes = diff(*tree(10, 3), *tree(20, 2), {});
  CHECK(changes.removed.size() == 3);
  CHECK(changes.added.size() == 2);
}

TEST_CASE("author ids bind what was made anew under another name") {
  const SnapshotPtr before = from_text(R"({"role":"window","children":[{"role":"button","id":"go","name":"Start"}]})");
  const SnapshotPtr after = from_text(R"({"role":"window","children":[{"role":"button","id":"go","name":"Stop"}]})");
  const Diff changes = diff(*before, *after, {});
  CHECK(changes.summary() == "1 modified");
  const json::Value value = changes_to_json(changes.modified[0], *before, *after);
  const json::Value& change = value.as_array()[0];
  CHECK(change["attribute"].as_string() == "name");
  CHECK(change["old"].as_string() == "Start");
  CHECK(change["new"].as_string() == "Stop");
}

namespace {

// The one change between two values of one text box.
json::Value value_change(const std::string& old_value, const std::string& new_value) {
  const auto box = [](const std::string& text) {
    return from_text(R"({"role":"window","children":[{"role":"textbox","id":"t","value":")" + text + R"("}]})");
  };
  const SnapshotPtr before = box(old_value);
  const SnapshotPtr after = box(new_value);
  const Diff changes = diff(*before, *after, {});
  REQUIRE(changes.modified.size() == 1);
  return changes_to_json(changes.modified[0], *before, *after).as_array()[0];
}

std::array<uint32_t, kNoiseRules> suppressed(uint32_t geometry, uint32_t scrollbars, uint32_t structure,
                                             uint32_t order) {
  return {geometry, scrollbars, structure, order};
}

}  // namespace

TEST_CASE("a change inside a long text is given as its range with context") {
  const std::string head(300, 'a'), tail(300, 'z');
  const json::Value change = value_change(head + "Grüße" + tail, head + "Größe" + tail);
  CHECK(change["old"].as_string() == "…" + std::string(30, 'a') + "Grüße" + std::string(29, 'z') + "…");
  CHECK(change["new"].as_string() == "…" + std::string(30, 'a') + "Größe" + std::string(29, 'z') + "…");
  CHECK(json::stringify(change["range"]) ==
        R"({"start":302,"oldEnd":303,"newEnd":303,"oldLength":605,"newLength":605})");
}

TEST_CASE("ranges count as JavaScript does, and cut no character in two") {
  std::string head;
  for (int i = 0; i < 60; ++i) head += "🙂";
  // Two faces that differ in their last byte only.
  const json::Value change = value_change(head + "😀!", head + "😁!");
  CHECK(json::stringify(change["range"]) ==
        R"({"start":120,"oldEnd":122,"newEnd":122,"oldLength":123,"newLength":123})");
  CHECK(change["new"].as_string() == "…🙂🙂🙂🙂🙂🙂🙂🙂😁!");
}

TEST_CASE("however much of a text changed, little of it is shown") {
  const std::string one(100000, 'a'), other(100000, 'b');
  const json::Value change = value_change(one, other);
  CHECK(change["old"].as_string() == std::string(100, 'a') + "…" + std::string(100, 'a'));
  CHECK(change["range"]["newEnd"].as_int() == 100000);
}

TEST_CASE("geometry, scroll bars, structure without text and order are left out by default, and counted by name") {
  const SnapshotPtr before = from_text(
      R"({"role":"window","children":[{"role":"button","name":"a","bounds":{"x":0,"y":0,"width":9,"height":9}},
         {"role":"button","name":"b"},{"role":"scrollbar","value":"0"}]})");
  const SnapshotPtr after = from_text(
      R"({"role":"window","children":[{"role":"button","name":"b"},
         {"role":"button","name":"a","bounds":{"x":5,"y":0,"width":9,"height":9}},{"role":"scrollbar","value":"7"},
         {"role":"row","children":[{"role":"cell"}]}]})");
  const Diff changes = diff(*before, *after, {});
  CHECK(changes.summary() == "no change");
  CHECK(changes.suppressed == suppressed(1, 1, 2, 1));
}

TEST_CASE("what changed in other ways too shows them, and its new place is counted") {
  const SnapshotPtr before = from_text(
      R"({"role":"window","children":[{"role":"button","name":"a","bounds":{"x":0,"y":0,"width":9,"height":9}}]})");
  const SnapshotPtr after = from_text(
      R"({"role":"window","children":[{"role":"button","name":"a","value":"1","bounds":{"x":1,"y":0,"width":9,"height":9}}]})");
  const Diff changes = diff(*before, *after, {});
  REQUIRE(changes.modified.size() == 1);
  CHECK(changes.modified[0].changes.size() == 1);
  CHECK(changes.suppressed == suppressed(1, 0, 0, 0));
}

TEST_CASE("the same identities on two desktops are not the same elements") {
  const auto tree = [](const std::shared_ptr<RefBook>& refs, const char* first, const char* second) {
    SnapshotBuilder builder;
    builder.open(Role::kWindow);
    builder.identity("/0");
    for (const auto& [identity, name] : {std::pair{"/1", first}, std::pair{"/2", second}}) {
      builder.open(Role::kButton);
      builder.identity(identity);
      builder.text(TextField::kName, name);
      builder.close();
    }
    return builder.finish(":1.5", refs);
  };
  const auto here = std::make_shared<RefBook>();
  CHECK(diff(*tree(here, "a", "b"), *tree(here, "b", "a"), {}).summary() == "2 modified");
  CHECK(diff(*tree(here, "a", "b"), *tree(std::make_shared<RefBook>(), "b", "a"), {}).suppressed ==
        suppressed(0, 0, 0, 1));
}

TEST_CASE("a cut tree proves nothing about what is missing in it") {
  const SnapshotPtr before = from_text(
      R"({"role":"window","children":[{"role":"list","name":"l","children":[{"role":"listitem","name":"x"}]},
                  {"role":"button","name":"b"}]})");
  const SnapshotPtr after =
      from_text(R"({"role":"window","children":[{"role":"list","name":"l","cut":{"reason":"deadline"}}]})");
  const Diff changes = diff(*before, *after, {});
  CHECK(changes.uncertain == 1);
  REQUIRE(changes.removed.size() == 1);
  CHECK(before->text(TextField::kName, changes.removed[0]) == "b");
}

TEST_CASE("what shows is decided by window, scroll containers and a modal dialog") {
  const SnapshotPtr tree = from_text(
      R"({"role":"application","states":["visible"],"children":[
        {"role":"window","states":["visible"],"bounds":{"x":0,"y":0,"width":100,"height":100},"children":[
          {"role":"button","name":"in","states":["visible"],"bounds":{"x":5,"y":5,"width":10,"height":10}},
          {"role":"button","name":"outside","states":["visible"],"bounds":{"x":150,"y":5,"width":10,"height":10}},
          {"role":"button","name":"somewhere","states":["visible"]},
          {"role":"scrollarea","states":["visible"],"bounds":{"x":0,"y":50,"width":100,"height":20},"children":[
            {"role":"button","name":"scrolled out","states":["visible"],"bounds":{"x":0,"y":80,"width":10,"height":10}}]}]}]})");
  const auto shows = viewport(*tree);
  CHECK(shows[2] == InViewport::kTrue);
  CHECK(shows[3] == InViewport::kFalse);
  CHECK(shows[4] == InViewport::kUnknown);
  CHECK(shows[6] == InViewport::kFalse);

  const SnapshotPtr modal = from_text(
      R"({"role":"application","states":["visible"],"children":[
        {"role":"window","name":"Main","states":["visible"],"bounds":{"x":0,"y":0,"width":100,"height":100},"children":[
          {"role":"button","name":"behind","states":["visible"],"bounds":{"x":5,"y":5,"width":10,"height":10}}]},
        {"role":"dialog","states":["visible","modal"],"bounds":{"x":20,"y":20,"width":50,"height":50},"children":[
          {"role":"button","name":"OK","states":["visible"],"bounds":{"x":25,"y":25,"width":10,"height":10}}]}]})");
  const auto over = viewport(*modal);
  CHECK(over[2] == InViewport::kFalse);
  CHECK(over[4] == InViewport::kTrue);

  const SnapshotPtr silent = from_text(
      R"({"role":"application","children":[
        {"role":"button","name":"behind","bounds":{"x":5,"y":5,"width":10,"height":10}},
        {"role":"dialog","states":["modal"],"bounds":{"x":20,"y":20,"width":50,"height":50},"children":[
          {"role":"button","name":"OK","bounds":{"x":25,"y":25,"width":10,"height":10}}]}]})");
  const auto unspoken = viewport(*silent);
  CHECK(unspoken[1] == InViewport::kFalse);
  CHECK(unspoken[3] == InViewport::kTrue);
}
