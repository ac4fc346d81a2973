#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/mirror/check.h"
#include "core/mirror/dirty.h"
#include "core/mirror/splice.h"
#include "core/result.h"
#include "core/run/limits.h"
#include "core/tree/refs.h"
#include "core/tree/snapshot.h"

namespace surehand {

// Reads the tree of one application for a mirror.
class MirrorSource {
 public:
  virtual ~MirrorSource() = default;
  virtual Result<SnapshotPtr> read_all(const Limits& limits) = 0;
  // From its return on, all that was announced before it was called is noted.
  virtual Status catch_up(const Limits& limits) = 0;
  // Reads again what is dirty, and does what catch_up() does. Nothing where only the whole tree tells.
  virtual Result<std::optional<Refreshed>> read_again(const Snapshot& last, const Dirty& dirty,
                                                      const Limits& limits) = 0;
  // States of which the application announces nothing.
  virtual uint32_t untold() const { return 0; }
};

// The last tree of an application, kept true by what the application announces and by reading that alone again. Only as true as the
// application tells: places, and what is scrolled out, are as they were read last. Thread-safe.
class Mirror {
 public:
  explicit Mirror(std::shared_ptr<DirtyLog> log) : log_(std::move(log)) {}

  // The tree now; `fresh` are elements that are read again in any case, with what they are in.
  Result<SnapshotPtr> look(MirrorSource& source, const std::vector<std::string>& fresh,
                           const std::shared_ptr<RefBook>& refs, const Limits& limits);
  // The same, read as a whole, which tells how true what was kept is.
  Result<SnapshotPtr> renew(MirrorSource& source, const std::shared_ptr<RefBook>& refs, const Limits& limits);

  // What the checks found. An application whose tree was wrong at two of them in a row announces too little: it is trusted no more.
  KeptTree report() const;
  bool is_trusted() const { return report().trusted; }

 private:
  Result<SnapshotPtr> refreshed(MirrorSource& source, const std::vector<std::string>& fresh,
                                const std::shared_ptr<RefBook>& refs, const Limits& limits);
  // `left`: what was noted before it.
  Result<SnapshotPtr> read_all(MirrorSource& source, const Limits& limits, Dirty* left = nullptr);
  // Adds what the next round has to read, of elements that are gone and still have their places. Whether there are any.
  bool find_gone(const Refreshed& refreshed, Dirty& dirty) const;
  bool is_worn() const;

  void check(const Snapshot& kept, const Snapshot& whole, uint32_t untold);

  const std::shared_ptr<DirtyLog> log_;
  std::mutex mutex_;
  SnapshotPtr tree_;
  TextId first_texts_ = 0;  // of the tree when it was read as a whole
  mutable std::mutex report_mutex_;
  KeptTree report_;
  bool was_wrong_ = false;  // at the last check
};

}  // namespace surehand
