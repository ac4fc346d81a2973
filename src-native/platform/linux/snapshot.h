#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/seam/backend.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// One reading of a tree, from a root down, and the snapshot of it.
class Reading {
 public:
  // What tells whether an element shows costs a call for each, even when it is not needed: in GTK 4 its place, which
  // costs more than all the rest, in Qt its states. It is asked of everything, or later of a few nodes; until then the
  // snapshot is wrong about it.
  enum class Showing : uint8_t { kRead, kLater };

  Reading(Session& session, std::shared_ptr<RefBook> refs, ApplicationPtr application, const Target& target,
          const SnapshotOptions& options, const Limits& limits, Showing showing = Showing::kRead);

  // An error when it came to nothing.
  Status read();
  SnapshotPtr snapshot();
  // The same tree, and of these nodes of the last snapshot() whether they show. Those that went meanwhile are not in it.
  Result<SnapshotPtr> with_showing(const std::vector<NodeIndex>& nodes);

 private:
  Status read_once();
  // Whether the states of all that was read are known, and nothing was left unread on purpose.
  bool has_all_states() const;

  Session& session_;
  std::shared_ptr<RefBook> refs_;
  ApplicationPtr application_;
  SnapshotOptions options_;
  Limits limits_;
  std::string identity_;
  ObjectName root_;
  bool whole_;
  double captured_at_;
  Clock::time_point began_;
  bool shows_later_;
  std::optional<TreeReader> reader_;  // of the last time that it was read
  std::vector<NodeId> nodes_;         // of the last snapshot
};

Result<SnapshotPtr> take_snapshot(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                  const SnapshotOptions& options, const Limits& limits);

// The error for a reading that came to nothing; nothing when there is a tree, if only a part of it.
std::optional<Error> why_stopped(Session& session, const std::shared_ptr<RefBook>& refs, const TreeReader& reader,
                                 Clock::time_point began);

double milliseconds_since_epoch();
double milliseconds_since(Clock::time_point began);

// Exactly these objects of an application, each alone, below its application element, which is not asked. For find(): what it
// returns has no other ancestors. Where only what an element is in tells whether it is hidden or scrolled out, it counts as scrolled
// out until that is asked.
class ReadingAlone {
 public:
  ReadingAlone(Session& session, std::shared_ptr<RefBook> refs, const ApplicationRecord& application,
               const SnapshotOptions& options, const Limits& limits);

  // An error when it came to nothing.
  Status read(const std::vector<ObjectName>& objects);
  SnapshotPtr snapshot();
  // Whether the role of one of them depends on what it is in.
  bool depends_on_place() const;
  // The same elements, and of these nodes of the last snapshot() whether they are hidden.
  Result<SnapshotPtr> looked_around(const std::vector<NodeIndex>& nodes);

 private:
  Session& session_;
  std::shared_ptr<RefBook> refs_;
  SnapshotOptions options_;
  double captured_at_;
  Clock::time_point began_;
  TreeReader reader_;
  std::vector<NodeId> nodes_;  // of the last snapshot
};

}  // namespace surehand::atspi
