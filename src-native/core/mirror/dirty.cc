#include "core/mirror/dirty.h"

#include <utility>

namespace surehand {

void DirtyLog::note(const Event& event) {
  const std::lock_guard lock(mutex_);
  if (dirty_.all) return;
  // Which of them came and went is not told reliably: that several of a kind are announced as one is allowed.
  if (event.kind == EventKind::kStructure || event.kind == EventKind::kWindow) {
    dirty_.children.insert(event.source);
  }
  dirty_.nodes.insert(event.source);
  bound();
}

Dirty DirtyLog::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(dirty_, {});
}

bool DirtyLog::is_empty() const {
  const std::lock_guard lock(mutex_);
  return dirty_.empty();
}

void DirtyLog::put_back(Dirty dirty) {
  const std::lock_guard lock(mutex_);
  dirty_.all = dirty_.all || dirty.all;
  dirty_.nodes.merge(dirty.nodes);
  dirty_.children.merge(dirty.children);
  bound();
}

void DirtyLog::bound() {
  if (!dirty_.all && dirty_.size() <= most_) return;
  dirty_ = {};
  dirty_.all = true;
}

}  // namespace surehand
