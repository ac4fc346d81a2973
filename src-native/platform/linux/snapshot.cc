#include "platform/linux/snapshot.h"

#include <algorithm>

#include "platform/linux/cache_items.h"
#include "platform/linux/conversion.h"
#include "platform/linux/read.h"
#include "platform/linux/roles.h"
#include "platform/linux/wake.h"
#include "platform/linux/window_origins.h"

namespace surehand::atspi {
namespace {

double milliseconds_since_epoch() {
  return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Ends the walk a little before the caller's deadline, so that what was read can still be handed over.
Limits reading_limits(const Limits& limits) {
  if (limits.deadline == Clock::time_point::max()) return limits;
  const Milliseconds reserve = std::min(limits.remaining() / 10, Milliseconds(50));
  return {limits.deadline - reserve, limits.cancel};
}

// Chooses the way to read. A single element, or a list of windows, is cheaper to ask for than the cache.
void read(TreeReader& reader, bool whole) {
  const Toolkit toolkit = reader.application().toolkit;
  bool done = false;
  if (reader.options().max_depth > 1) {
    if (has_tree(toolkit)) {
      const bool showing = whole && reader.options().only_visible;
      if (showing) done = read_showing(reader);
      // Without a cache, walking what shows is cheaper than reading everything.
      if (!done && !reader.stopped() && !(showing && !has_cache(reader))) done = read_cached(reader);
    } else if (toolkit == Toolkit::kGtk4) {
      done = read_gtk4(reader);
    }
  }
  if (!done) read_walk(reader);
}

// The error for a reading that came to nothing; nothing when there is a tree, if only a part of it.
std::optional<Error> why_stopped(Session& session, const std::shared_ptr<RefBook>& refs, TreeReader& reader,
                                 Clock::time_point began) {
  const ApplicationRecord& application = reader.application();
  switch (reader.stop()) {
    case TreeReader::Stop::kExited:
      session.applications.forget(application.key);
      if (refs) refs->forget(application.key);
      return app_exited(application);
    case TreeReader::Stop::kStale:
      return Error{ErrorCode::kStale,
                   "the element is gone: " + application.name + " no longer has " +
                       std::string(reader.tree.nodes[0].path),
                   {}};
    case TreeReader::Stop::kAborted:
      return Error{ErrorCode::kAborted, "aborted while reading the tree of " + application.name, {}};
    case TreeReader::Stop::kLost:
      return Error{ErrorCode::kNoDesktop,
                   "the connection to the accessibility bus was lost; open the desktop again",
                   {}};
    default:
      break;
  }
  if (!reader.tree.nodes[0].known) {
    if (reader.stop() == TreeReader::Stop::kNone) {
      return Error{ErrorCode::kStale, "the element is gone from " + application.name, {}};
    }
    return app_unresponsive(application, std::chrono::duration_cast<Milliseconds>(Clock::now() - began),
                            "its tree");
  }
  return std::nullopt;
}

}  // namespace

Result<SnapshotPtr> take_snapshot(Session& session, const std::shared_ptr<RefBook>& refs,
                                  const Target& target, const SnapshotOptions& options,
                                  const Limits& limits) {
  const double captured_at = milliseconds_since_epoch();
  const auto began = Clock::now();
  auto found = application_of(session, target.app_key, limits);
  if (!found.ok()) return found.take_error();
  const ApplicationRecord& application = **found;
  const ObjectName root = target.identity ? object_named(*target.identity, application.key)
                                          : ObjectName{application.key, application.root};
  const bool whole = !target.identity || root.path == application.root;
  TreeReader reader(session, application, options, reading_limits(limits));
  reader.tree.add(root.bus == application.key ? std::string_view() : root.bus, root.path);
  reader.tree.make_root(0);
  reader.probe();
  const bool asleep = application.toolkit == Toolkit::kChromium && !application.notes.woken;
  // One that answered last time gets the first questions at once.
  const bool trusted = std::exchange(application.notes.answers, false) && !asleep;
  if (trusted || reader.settle()) {
    // What goes wrong here shows in what follows.
    if (asleep) (void)wake(session, application, limits.capped(limits.remaining() / 2));
    read(reader, whole);
  }
  application.notes.answers = !reader.stopped();

  if (auto error = why_stopped(session, refs, reader, began)) return std::move(*error);
  Places places;
  if (application.toolkit == Toolkit::kGtk4 && options.bounds) {
    if (whole) {
      places.windows.emplace(session, application, limits);
    } else {
      places.origin = origin_of(session, application, root, limits);
    }
  }
  const double duration = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  auto snapshot = convert(reader, places, refs, captured_at, duration);
  const bool everything = whole && !options.only_visible && options.max_nodes == 0 && options.max_depth == UINT32_MAX;
  if (everything && !reader.stopped()) make_cache_when_settled(reader, snapshot->size());
  return snapshot;
}

Result<SnapshotPtr> read_elements(Session& session, const std::shared_ptr<RefBook>& refs,
                                  const ApplicationRecord& application,
                                  const std::vector<ObjectName>& objects, const SnapshotOptions& options,
                                  const Limits& limits) {
  const double captured_at = milliseconds_since_epoch();
  const auto began = Clock::now();
  TreeReader reader(session, application, options, limits);
  Tree& tree = reader.tree;
  tree.make_root(tree.add({}, application.root));
  tree.nodes[0].role = role::kApplication;
  tree.nodes[0].name = application.name;
  tree.nodes[0].known = true;
  for (const ObjectName& object : objects) {
    const std::string_view bus = object.bus == application.key ? std::string_view() : object.bus;
    if (tree.find(bus, object.path) != kNone) continue;
    const NodeId id = tree.add(bus, object.path);
    tree.link(0, id);
    reader.ask(id, Field::kState);
    reader.ask_basics(id);
  }
  tree.nodes[0].contents_asked = true;
  if (reader.settle()) reader.ask_contents();
  reader.settle();
  if (auto error = why_stopped(session, refs, reader, began)) return std::move(*error);
  const double duration = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  return convert(reader, {}, refs, captured_at, duration);
}

}  // namespace surehand::atspi
