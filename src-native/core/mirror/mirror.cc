#include "core/mirror/mirror.h"

#include <chrono>

namespace surehand {
namespace {

// What goes on changing while it is read is as true as one moment after the other can be.
constexpr int kRounds = 3;

// Texts that are no longer in the tree are kept until it is read as a whole: so many times as many as there were.
constexpr TextId kWorn = 2;
constexpr TextId kSpare = 4096;

double now_in_milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Result<SnapshotPtr> Mirror::look(MirrorSource& source, const std::vector<std::string>& fresh,
                                 const std::shared_ptr<RefBook>& refs, const Limits& limits) {
  const std::lock_guard lock(mutex_);
  if (!tree_ || is_worn()) return read_all(source, limits);
  auto tree = refreshed(source, fresh, refs, limits);
  // What was noted and not read would be missed the next time.
  if (!tree.ok()) tree_ = nullptr;
  return tree;
}

Result<SnapshotPtr> Mirror::refreshed(MirrorSource& source, const std::vector<std::string>& fresh,
                                      const std::shared_ptr<RefBook>& refs, const Limits& limits) {
  const double captured_at = now_in_milliseconds();
  const auto began = Clock::now();
  const auto duration = [&] { return std::chrono::duration<double, std::milli>(Clock::now() - began).count(); };
  Dirty dirty = log_->take();
  dirty.nodes.insert(fresh.begin(), fresh.end());
  if (dirty.empty()) {
    SUREHAND_TRY(caught_up, source.catch_up(limits));
    dirty = log_->take();
  }
  for (int round = 0; round < kRounds && !dirty.empty(); ++round) {
    if (dirty.all) return read_all(source, limits);
    SUREHAND_TRY(refreshed, source.read_again(*tree_, dirty, limits));
    if (!*refreshed) return read_all(source, limits);
    SnapshotPtr spliced = splice(*tree_, **refreshed, refs, captured_at, duration());
    if (!spliced) return read_all(source, limits);
    tree_ = std::move(spliced);
    dirty = log_->take();
    // What still has its place is not left in the tree.
    if (find_gone(**refreshed, dirty) && round + 1 == kRounds) return read_all(source, limits);
  }
  log_->put_back(std::move(dirty));
  return tree_->again(captured_at, duration(), Keeping::kMirrored);
}

Result<SnapshotPtr> Mirror::renew(MirrorSource& source, const std::shared_ptr<RefBook>& refs, const Limits& limits) {
  const std::lock_guard lock(mutex_);
  SnapshotPtr kept;
  if (tree_) {
    auto refreshed_tree = refreshed(source, {}, refs, limits);
    if (refreshed_tree.ok() && (*refreshed_tree)->keeping() == Keeping::kMirrored) kept = *refreshed_tree;
  }
  Dirty left;
  auto whole = read_all(source, limits, &left);
  if (!whole.ok()) {
    // Given up for something that is asked: that goes by what was kept.
    if (kept && whole.error().code == ErrorCode::kAborted) {
      tree_ = std::move(kept);
      log_->put_back(std::move(left));
    }
    return whole.take_error();
  }
  // What changed while it was read may be in either.
  if (kept && tree_ && log_->is_empty()) check(*kept, **whole, source.untold());
  return whole.take();
}

void Mirror::check(const Snapshot& kept, const Snapshot& whole, uint32_t untold) {
  const Differences found = differences(kept, whole, untold);
  const std::lock_guard lock(report_mutex_);
  ++report_.checks;
  for (const auto& [what, count] : found) report_.differences[what] += count;
  report_.wrong += found.empty() ? 0 : 1;
  if (was_wrong_ && !found.empty()) report_.trusted = false;
  was_wrong_ = !found.empty();
}

KeptTree Mirror::report() const {
  const std::lock_guard lock(report_mutex_);
  return report_;
}

Result<SnapshotPtr> Mirror::read_all(MirrorSource& source, const Limits& limits, Dirty* left) {
  tree_ = nullptr;
  Dirty noted = log_->take();
  if (left != nullptr) *left = std::move(noted);
  SUREHAND_TRY(tree, source.read_all(limits));
  // Of one that was cut, what is missing cannot be told from what went.
  if (!(*tree)->complete()) return tree.take();
  tree_ = *tree;
  first_texts_ = tree_->table().size();
  return tree_->again(tree_->captured_at(), tree_->duration(), Keeping::kRead);
}

bool Mirror::find_gone(const Refreshed& refreshed, Dirty& dirty) const {
  bool any = false;
  for (const std::string& identity : refreshed.gone) {
    const NodeIndex node = tree_->find_identity(identity);
    if (node == kNoNode) continue;
    any = true;
    const NodeIndex parent = tree_->parent(node);
    if (parent == kNoNode)
      dirty.all = true;
    else
      dirty.children.insert(std::string(tree_->identity(parent)));
  }
  return any;
}

bool Mirror::is_worn() const { return tree_->table().size() > first_texts_ * kWorn + kSpare; }

}  // namespace surehand
