#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/mirror/mirror.h"
#include "core/mirror/splice.h"
#include "core/tree/snapshot.h"

namespace surehand::test {

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

  // One of them, by any number.
  std::string any(size_t number) const {
    auto at = elements_.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(number % elements_.size()));
    return at->first;
  }
  size_t size() const { return elements_.size(); }

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
    auto tree = program_.tree();
    if (meanwhile) meanwhile();
    if (fails_with) return Error{*fails_with, "", {}};
    return tree;
  }
  Status catch_up(const Limits&) override { return Done{}; }

  Result<std::optional<Refreshed>> read_again(const Snapshot& last, const Dirty& dirty, const Limits&) override {
    if (meanwhile) meanwhile();
    if (fails_with) return Error{*fails_with, "", {}};
    if (only_whole) return std::optional<Refreshed>();
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
    if (meanwhile) meanwhile();
    return std::optional(std::move(refreshed));
  }

  int whole = 0;
  std::function<void()> meanwhile;  // before and after it is read
  bool only_whole = false;          // parts tell nothing
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

inline std::string json_of(const Snapshot& tree) {
  std::string text;
  for (NodeIndex node = 0; node < tree.size(); ++node) {
    text += std::to_string(tree.parent(node) == kNoNode ? -1 : static_cast<int>(tree.parent(node)));
    text += " " + std::string(tree.identity(node)) + " " + std::string(tree.text(TextField::kName, node)) + "\n";
  }
  return text;
}

}  // namespace surehand::test
