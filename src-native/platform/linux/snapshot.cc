#include "platform/linux/snapshot.h"

#include <algorithm>

#include "platform/linux/errors.h"
#include "platform/linux/quirks/cells.h"
#include "platform/linux/quirks/displaced.h"
#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/quirks/names.h"
#include "platform/linux/quirks/wake.h"
#include "platform/linux/read/cache_items.h"
#include "platform/linux/read/content_names.h"
#include "platform/linux/read/conversion.h"
#include "platform/linux/read/owners.h"
#include "platform/linux/read/popups.h"
#include "platform/linux/read/read.h"
#include "platform/linux/read/window_origins.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

// Ends the walk a little before the caller's deadline, so that what was read can still be handed over.
Limits reading_limits(const Limits& limits) {
  if (limits.deadline == Clock::time_point::max()) return limits;
  const Milliseconds reserve = std::min(limits.remaining() / 10, Milliseconds(50));
  return {limits.deadline - reserve, limits.cancel};
}

// What was read in less than this is as good as one moment, and not looked at again.
constexpr Milliseconds kBrief{2};
// How often a tree is read that changes meanwhile.
constexpr int kMostTimes = 3;

bool has_nameless_window(const Tree& tree, Toolkit toolkit) {
  for (NodeId id = tree.nodes[0].first; id != kNone; id = tree.nodes[id].next) {
    const Node& window = tree.nodes[id];
    if (is_titled(window.role) && real_name(window.name, window.role, toolkit).empty()) return true;
  }
  return false;
}

void note_embedded(const TreeReader& reader) {
  const auto& nodes = reader.tree.nodes;
  const bool embeds = std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return !node.bus.empty(); });
  if (embeds) reader.application().notes.embeds = true;
}

// Chooses the way to read. A single element, or a list of windows, is cheaper to ask for than the cache.
void read(TreeReader& reader, bool whole) {
  const ToolkitTraits& traits = reader.application().traits();
  bool done = false;
  if (reader.options().max_depth > 1) {
    if (traits.has_collection) {
      const bool showing = whole && reader.options().only_visible;
      if (showing) done = read_showing(reader);
      // Without a cache, walking what shows is cheaper than reading everything.
      if (!done && !reader.stopped() && !(showing && !has_cache(reader))) done = read_cached(reader);
    } else if (traits.always_has_cache) {
      done = read_gtk4(reader);
    }
  }
  if (!done) read_walk(reader);
}

}  // namespace

double milliseconds_since_epoch() {
  return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch()).count();
}

double milliseconds_since(Clock::time_point began) {
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

std::optional<Error> why_stopped(Session& session, const std::shared_ptr<RefBook>& refs, const TreeReader& reader,
                                 Clock::time_point began) {
  const ApplicationRecord& application = reader.application();
  switch (reader.stop()) {
    case TreeReader::Stop::kExited:
      session.applications.forget(application.key);
      if (refs) refs->forget(application.key);
      return app_exited(application);
    case TreeReader::Stop::kStale:
      return Error{
          ErrorCode::kStale,
          "the element is gone: " + application.name + " no longer has " + std::string(reader.tree.nodes[0].path),
          {}};
    case TreeReader::Stop::kAborted:
      return Error{ErrorCode::kAborted, "aborted while reading the tree of " + application.name, {}};
    case TreeReader::Stop::kLost:
      return Error{
          ErrorCode::kNoDesktop, "the connection to the accessibility bus was lost; open the desktop again", {}};
    default:
      break;
  }
  if (!reader.tree.nodes[0].known) {
    if (reader.stop() == TreeReader::Stop::kNone) {
      return Error{ErrorCode::kStale, "the element is gone from " + application.name, {}};
    }
    return app_unresponsive(application, std::chrono::duration_cast<Milliseconds>(Clock::now() - began), "its tree");
  }
  return std::nullopt;
}

Reading::Reading(Session& session, std::shared_ptr<RefBook> refs, ApplicationPtr application, const Target& target,
                 const SnapshotOptions& options, const Limits& limits, Showing showing)
    : session_(session),
      refs_(std::move(refs)),
      application_(std::move(application)),
      options_(options),
      limits_(limits),
      identity_(target.identity.value_or("")),
      root_(target.identity ? object_named(*target.identity, application_->key)
                            : ObjectName{application_->key, application_->root}),
      whole_(!target.identity || root_.path == application_->root),
      captured_at_(milliseconds_since_epoch()),
      began_(Clock::now()),
      shows_later_(showing == Showing::kLater) {}

Status Reading::read() {
  for (int time = 1;; ++time) {
    const auto began = Clock::now();
    auto status = read_once();
    if (!status.ok() || reader_->stopped()) return status;
    if (reader_->given_up_at() > 0) {
      application_->notes.nodes = static_cast<uint32_t>(reader_->given_up_at());
      options_.max_depth = 0;
      return read_once();
    }
    const auto took = Clock::now() - began;
    if (took < kBrief || !is_torn(*reader_)) return status;
    if (time == kMostTimes || limits_.remaining() < took * 2) {
      reader_->tree.cut(0, CutReason::kChanging, "it changed while it was read");
      return status;
    }
    captured_at_ = milliseconds_since_epoch();
  }
}

Status Reading::read_once() {
  const bool is_cell = sheet_of(identity_).has_value();
  if (is_cell) {
    auto cell = object_of(session_, *application_, identity_, limits_);
    if (!cell.ok()) return cell.take_error();
    root_ = cell.take();
  }
  ApplicationPtr root_owner;
  if (root_.bus != application_->key) {
    auto owner = owner_of(session_, root_.bus, limits_);
    if (!owner.ok()) return owner.take_error();
    root_owner = owner.take();
  }
  reader_.emplace(session_, *application_, options_, reading_limits(limits_));
  reader_->root_owner = std::move(root_owner);
  if (shows_later_) reader_->leave_showing_out();
  reader_->tree.add(root_.bus == application_->key ? std::string_view() : root_.bus, root_.path);
  reader_->tree.make_root(0);
  if (is_cell) reader_->tree.nodes[0].cell = identity_;
  if (is_bare_popup(root_.path)) {
    if (read_bare_popup(session_, *reader_)) return Done{};
    return Error{ErrorCode::kStale, "the popup is gone from " + application_->name, {}};
  }
  ApplicationRecord::Notes& notes = application_->notes;
  const bool asleep = application_->traits().sleeps_until_woken && !notes.woken;
  // One that answered last time gets the first questions at once; the probe then only tells whether an element is there.
  const bool trusted = std::exchange(notes.answers, false) && !asleep;
  if (!trusted || !whole_) reader_->probe();
  if (trusted || reader_->settle()) {
    // What goes wrong here shows in what follows.
    if (asleep) (void)wake(session_, *application_, limits_.capped(limits_.remaining() / 2));
    surehand::atspi::read(*reader_, whole_);
    if (reader_->given_up_at() > 0) return Done{};
    note_embedded(*reader_);
    if (whole_) read_popups(session_, *reader_, options_.max_depth > 1);
    if (!reader_->stopped()) read_embedded(*reader_);
    if (!whole_ && !shows_later_ && !reader_->stopped()) look_around(*reader_, {0});
    if (reader_->reads_places() && !reader_->stopped()) look_for_unmapped(*reader_);
    if (reader_->reads_places() && !reader_->stopped()) look_for_scrolled_out(*reader_);
    if (!reader_->stopped()) look_for_keyboard(*reader_, whole_ && has_all_states());
    if (!reader_->stopped()) read_content_names(*reader_);
  }
  notes.answers = !reader_->stopped();
  if (notes.answers) *application_->silent_since_act = false;
  if (auto error = why_stopped(session_, refs_, *reader_, began_)) return std::move(*error);
  return Done{};
}

bool Reading::has_all_states() const {
  return reader_->reads_states() && options_.max_nodes == 0 && options_.max_depth == UINT32_MAX;
}

SnapshotPtr Reading::snapshot() {
  const ToolkitTraits& traits = application_->traits();
  Places places = places_of_all(session_, *application_, options_.bounds, limits_);
  if (places.within_window) {
    if (!whole_) {
      places.windows.reset();
      places.origin = origin_of(session_, *application_, root_, *places.popovers, limits_);
    }
  } else if (application_->may_be_libreoffice() && options_.bounds && !whole_) {
    places.origin = displacement_alone(session_, *application_, root_, limits_);
    places.unknown = !places.origin;
  }
  const bool may_be_scaled = traits.places_are_scaled && !application_->may_be_libreoffice();
  if (may_be_scaled && !places.windows && options_.bounds && whole_ && application_->notes.scale != 1) {
    places.windows.emplace(session_, *application_, limits_);
  }
  if (whole_ && !places.windows && has_nameless_window(reader_->tree, application_->toolkit)) {
    places.windows.emplace(session_, *application_, limits_);
  }
  show_open_menus(session_, *application_, reader_->tree, limits_);
  auto [snapshot, nodes] = convert(*reader_, std::move(places), refs_, captured_at_, milliseconds_since(began_));
  nodes_ = std::move(nodes);
  const bool everything =
      whole_ && !options_.only_visible && options_.max_nodes == 0 && options_.max_depth == UINT32_MAX;
  if (everything && !reader_->stopped()) application_->notes.nodes = snapshot->size();
  return snapshot;
}

Result<SnapshotPtr> Reading::with_showing(const std::vector<NodeIndex>& nodes) {
  std::vector<NodeId> wanted;
  for (NodeIndex node : nodes) wanted.push_back(nodes_[node]);
  reader_->ask_showing(wanted);
  if (reader_->settle()) {
    if (!whole_) look_around(*reader_, {0});
    look_for_unmapped(*reader_);
    look_for_scrolled_out(*reader_);
    look_for_keyboard(*reader_, false);
  }
  if (auto error = why_stopped(session_, refs_, *reader_, began_)) return std::move(*error);
  return snapshot();
}

Result<SnapshotPtr> take_snapshot(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                  const SnapshotOptions& options, const Limits& limits) {
  auto application = application_of(session, target.app_key, limits);
  if (!application.ok()) return application.take_error();
  Reading reading(session, refs, application.take(), target, options, limits);
  auto status = reading.read();
  if (!status.ok()) return status.take_error();
  return reading.snapshot();
}

ReadingAlone::ReadingAlone(Session& session, std::shared_ptr<RefBook> refs, const ApplicationRecord& application,
                           const SnapshotOptions& options, const Limits& limits)
    : session_(session),
      refs_(std::move(refs)),
      options_(options),
      captured_at_(milliseconds_since_epoch()),
      began_(Clock::now()),
      reader_(session, application, options_, limits) {
  reader_.start_below_application();
}

Status ReadingAlone::read(const std::vector<ObjectName>& objects) {
  Tree& tree = reader_.tree;
  for (const ObjectName& object : objects) {
    const std::string_view bus = object.bus == reader_.application().key ? std::string_view() : object.bus;
    if (tree.find(bus, object.path) != kNone) continue;
    const NodeId id = tree.add(bus, object.path);
    tree.link(0, id);
    reader_.ask(id, Field::kState);
    reader_.ask_basics(id);
  }
  if (reader_.settle()) reader_.ask_contents();
  if (reader_.settle()) read_embedded(reader_);
  if (auto error = why_stopped(session_, refs_, reader_, began_)) return std::move(*error);
  return Done{};
}

SnapshotPtr ReadingAlone::snapshot() {
  Places places = places_alone(session_, reader_.application(), options_.bounds, reader_.limits());
  auto [snapshot, nodes] = convert(reader_, std::move(places), refs_, captured_at_, milliseconds_since(began_));
  nodes_ = std::move(nodes);
  return snapshot;
}

bool ReadingAlone::depends_on_place() const {
  const auto& nodes = reader_.tree.nodes;
  return std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return is_chooser(node.role); });
}

Result<SnapshotPtr> ReadingAlone::looked_around(const std::vector<NodeIndex>& nodes) {
  std::vector<NodeId> wanted;
  for (NodeIndex node : nodes) wanted.push_back(nodes_[node]);
  look_around(reader_, wanted);
  if (auto error = why_stopped(session_, refs_, reader_, began_)) return std::move(*error);
  return snapshot();
}

}  // namespace surehand::atspi
