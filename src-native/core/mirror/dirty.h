#pragma once

#include <mutex>
#include <string>
#include <unordered_set>

#include "core/seam/events.h"

namespace surehand {

// What of a tree is no longer as it was read.
struct Dirty {
  std::unordered_set<std::string> nodes;     // what they say of themselves
  std::unordered_set<std::string> children;  // which elements they hold
  bool all = false;                          // so much that only the whole tree is worth reading

  bool empty() const { return nodes.empty() && children.empty() && !all; }
  size_t size() const { return nodes.size() + children.size(); }
};

// Collects it from what an application announces. Thread-safe.
class DirtyLog {
 public:
  // More elements than these change too much at once.
  explicit DirtyLog(size_t most = 256) : most_(most) {}

  void note(const Event& event);
  // What was noted since the last time.
  Dirty take();
  // Notes again what was taken and not read.
  void put_back(Dirty dirty);
  bool is_empty() const;

 private:
  void bound();

  const size_t most_;
  mutable std::mutex mutex_;
  Dirty dirty_;
};

}  // namespace surehand
