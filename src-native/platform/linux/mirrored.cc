#include "platform/linux/mirrored.h"

#include <map>
#include <utility>
#include <vector>

#include "platform/linux/applications.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/errors.h"
#include "platform/linux/events.h"
#include "platform/linux/read/conversion.h"
#include "platform/linux/read/lineage.h"
#include "platform/linux/read/read.h"
#include "platform/linux/session.h"
#include "platform/linux/snapshot.h"

namespace surehand::atspi {
namespace {

// A mirror that nothing asks for costs the application its announcements.
constexpr Milliseconds kUnused{60'000};

// What every mirror holds.
SnapshotOptions mirrored_options() {
  SnapshotOptions options;
  options.names_from_text = true;
  options.actions = false;
  options.attributes = false;
  return options;
}

// What an element holds now.
struct Held {
  std::string identity;
  std::vector<std::string> children;
  bool told = false;
};
using HeldBy = std::map<NodeId, Held>;
// Elements that were asked about themselves, by identity.
using Asked = std::vector<std::pair<std::string, NodeId>>;

class Source final : public MirrorSource {
 public:
  Source(Session& session, std::shared_ptr<RefBook> refs, ApplicationPtr application, bool frugal)
      : session_(session), refs_(std::move(refs)), application_(std::move(application)), options_(mirrored_options()) {
    options_.frugal = frugal;
  }

  Result<SnapshotPtr> read_all(const Limits& limits) override {
    return take_snapshot(session_, refs_, Target{application_->key, {}}, options_, limits);
  }

  // What an application announces and what it answers come in one order.
  Status catch_up(const Limits& limits) override {
    const auto began = Clock::now();
    const Object root{application_->key, application_->root};
    Caller caller;
    auto reply = session_.bus->call(caller.method(root, Method::kGetState), limits);
    if (!reply.ok() && reply.error().code == ErrorCode::kTimeout) {
      const auto waited = std::chrono::duration_cast<Milliseconds>(Clock::now() - began);
      return app_unresponsive(*application_, waited, "whether it changed");
    }
    if (!reply.ok()) return reply.take_error();
    if (!is_gone(*reply)) return Done{};
    session_.applications.forget(application_->key);
    return app_exited(*application_);
  }

  Result<std::optional<Refreshed>> read_again(const Snapshot& last, const Dirty& dirty, const Limits& limits) override {
    const auto began = Clock::now();
    const double captured_at = milliseconds_since_epoch();
    TreeReader reader(session_, *application_, options_, limits);
    reader.start_below_application();
    Lineage lineage(reader, true);
    Asked asked;
    const IdentityIndex known(last);
    for (const std::string& identity : dirty.nodes) meet(reader, lineage, identity, asked);
    for (const std::string& identity : dirty.nodes) meet_above(lineage, last, known.find(identity), reader);
    HeldBy held;
    for (const std::string& identity : dirty.children) {
      const NodeId node = meet(reader, lineage, identity, asked);
      if (node != kNone) held[node].identity = identity;
    }
    // Where nothing is asked, no answer comes after what was announced before.
    if (asked.empty() && held.empty()) SUREHAND_CHECK(catch_up(limits));
    ask_child_counts(reader);
    reader.settle();
    lineage.place();
    if (!meet_unfolded(reader, lineage, last, known, asked)) return std::optional<Refreshed>();
    find_moved(reader, lineage, last, known, asked, held);
    ask_child_counts(reader);
    reader.settle();
    list_children(reader, held);
    read_new(reader, known, held);
    if (reader.settle()) reader.ask_contents();
    if (reader.settle()) read_embedded(reader);
    if (auto error = why_stopped(session_, refs_, reader, began)) return std::move(*error);
    if (reader.stopped()) return std::optional<Refreshed>();

    Refreshed refreshed;
    for (auto& [identity, node] : asked) {
      const Node& at = reader.tree.nodes[node];
      if (at.dropped || !at.linked) refreshed.gone.push_back(std::move(identity));
    }
    for (auto& [node, list] : held) {
      const Node& at = reader.tree.nodes[node];
      if (at.dropped || !at.linked) continue;
      if (!list.told) return std::optional<Refreshed>();
      refreshed.children.emplace(std::move(list.identity), std::move(list.children));
    }
    Places places = places_of_all(session_, *application_, options_.bounds, limits);
    refreshed.parts = convert(reader, std::move(places), refs_, captured_at, milliseconds_since(began)).snapshot;
    return std::optional(std::move(refreshed));
  }

  uint32_t untold() const override { return application_->traits().states_not_announced; }

 private:
  NodeId meet(TreeReader& reader, Lineage& lineage, const std::string& identity, Asked& asked) const {
    const ObjectName object = object_named(identity, application_->key);
    if (object.bus != application_->key) return kNone;
    if (object.path == application_->root) return 0;
    const NodeId node = lineage.meet(reader.tree.keep(object.path));
    asked.emplace_back(identity, node);
    return node;
  }

  // What it was in is asked along with it, and not level by level, as each tells of the one above: 5 to 7 ms for a button of a page in
  // Chromium, which had taken 9 to 14.
  void meet_above(Lineage& lineage, const Snapshot& last, NodeIndex node, TreeReader& reader) const {
    if (node == kNoNode) return;
    for (NodeIndex above = last.parent(node); above != kNoNode; above = last.parent(above)) {
      const ObjectName object = object_named(last.identity(above), application_->key);
      if (object.bus != application_->key || object.path == application_->root) return;
      lineage.meet(reader.tree.keep(object.path));
    }
  }

  // What has something in it is not called by what it says: in a tree that is read as a whole, that is known.
  void ask_child_counts(TreeReader& reader) const {
    for (NodeId id = 1; id < reader.tree.nodes.size(); ++id) {
      if (reader.tree.nodes[id].child_count < 0) reader.ask(id, Field::kChildCount);
    }
  }

  // With an item of a tree that was expanded or collapsed, what is in it comes to show or is hidden, and only the item is announced. False when
  // that is so much that only the whole tree is worth reading.
  bool meet_unfolded(TreeReader& reader, Lineage& lineage, const Snapshot& last, const IdentityIndex& known,
                     Asked& asked) const {
    constexpr size_t kMostIn = 1000;
    std::vector<NodeIndex> unfolded;
    for (const auto& [identity, node] : asked) {
      const NodeIndex before = known.find(identity);
      if (node == kNone || before == kNoNode || last.role(before) != Role::kTreeItem) continue;
      const Node& now = reader.tree.nodes[node];
      if (now.linked && now.in(state::kExpanded) != last.states(before).has(State::kExpanded))
        unfolded.push_back(before);
    }
    if (unfolded.empty()) return true;
    for (const NodeIndex item : unfolded) {
      if (last.subtree_end(item) - item > kMostIn) return false;
      for (NodeIndex in = item + 1; in < last.subtree_end(item); ++in) {
        meet(reader, lineage, std::string(last.identity(in)), asked);
      }
    }
    reader.settle();
    lineage.place();
    return true;
  }

  // What came, or moved, without a word of what it is in: that is asked what it holds, and so is what it was in before.
  void find_moved(TreeReader& reader, Lineage& lineage, const Snapshot& last, const IdentityIndex& known, Asked& asked,
                  HeldBy& held) const {
    std::vector<std::string> left;
    for (const auto& [identity, node] : asked) {
      const NodeId parent = reader.tree.nodes[node].parent;
      if (!reader.tree.nodes[node].linked || parent == kNone) continue;
      std::string place = identity_of(reader.tree.object(parent, application_->key), application_->key);
      const NodeIndex before = known.find(identity);
      const NodeIndex before_in = before == kNoNode ? kNoNode : last.parent(before);
      if (before_in != kNoNode && last.identity(before_in) == place) continue;
      if (before_in != kNoNode) left.emplace_back(last.identity(before_in));
      held[parent].identity = std::move(place);
    }
    for (const std::string& identity : left) {
      const NodeId node = meet(reader, lineage, identity, asked);
      if (node != kNone) held[node].identity = identity;
    }
    if (left.empty()) return;
    reader.settle();
    lineage.place();
  }

  void list_children(TreeReader& reader, HeldBy& held) const {
    for (auto& [node, list] : held) {
      const auto count = ChildCount::of(reader.tree.nodes[node].child_count);
      if (reader.tree.nodes[node].dropped || !count) continue;
      const Object object = reader.tree.object(node, application_->key);
      reader.send([object, count = *count](Caller& caller) { return caller.children(object, count); },
                  [this, &list = list](const dbus::Reply& reply) { told_children(list, reply); });
    }
    reader.settle();
  }

  void told_children(Held& held, const dbus::Reply& reply) const {
    if (!reply.is_reply()) return;
    held.told = true;
    dbus::Reader body = reply.body();
    auto list = body.begin_array(8);
    while (body.more(list)) {
      const Reference child = read_reference(body);
      if (!child.sound) held.told = false;
      if (!child.sound || child.is_null()) continue;
      held.children.push_back(identity_of(child.object, application_->key));
    }
  }

  // Children that were not there before are read with all that is in them.
  void read_new(TreeReader& reader, const IdentityIndex& known, const HeldBy& held) const {
    if (reader.stopped()) return;
    Tree& tree = reader.tree;
    Walk walk(reader);
    for (const auto& [parent, list] : held) {
      for (const std::string& child : list.children) {
        if (known.find(child) != kNoNode) continue;
        const ObjectName object = object_named(child, application_->key);
        const std::string_view bus = object.bus == application_->key ? std::string_view() : object.bus;
        NodeId node = tree.find(bus, object.path);
        if (node == kNone) node = tree.add(tree.keep(bus), tree.keep(object.path));
        tree.link(parent, node);
        if (!std::exchange(tree.nodes[node].visited, true)) walk.visit(node);
      }
    }
    walk.settle();
  }

  Session& session_;
  const std::shared_ptr<RefBook> refs_;
  const ApplicationPtr application_;
  SnapshotOptions options_;
};

// Chromium 156 says of some elements only that they are no longer in its cache: what a modal dialog makes inert.
Result<std::unique_ptr<dbus::Connection::Subscription>> observe_removals(Session& session, const std::string& app_key,
                                                                         const EventSink& sink, const Limits& limits) {
  const std::string rule =
      "type='signal',sender='" + app_key + "',interface='org.a11y.atspi.Cache',member='RemoveAccessible'";
  return session.bus->subscribe(
      rule,
      [app_key, sink](const std::shared_ptr<const dbus::Message>& message) {
        if (message->signature() != "(so)") return;
        auto body = message->body();
        const Reference gone = read_reference(body);
        if (!gone.is_null()) sink({EventKind::kProperty, identity_of(gone.object, app_key), "Cache:Remove", {}, {}});
      },
      limits);
}

}  // namespace

std::shared_ptr<Mirrors::Entry> Mirrors::of(const std::string& app_key) {
  const auto now = Clock::now();
  const std::lock_guard lock(mutex_);
  for (auto at = entries_.begin(); at != entries_.end();)
    at = at->first != app_key && now - at->second->used > kUnused ? entries_.erase(at) : std::next(at);
  auto& entry = entries_[app_key];
  if (!entry) entry = std::make_shared<Entry>();
  entry->used = now;
  return entry;
}

std::vector<KeptTree> Mirrors::report() {
  const std::lock_guard lock(mutex_);
  std::vector<KeptTree> reports;
  for (const auto& [app_key, entry] : entries_) {
    reports.push_back(entry->mirror.report());
    reports.back().app_key = app_key;
  }
  return reports;
}

bool is_mirrored(Session& session, const Target& target, const SnapshotOptions& options, const Limits& limits) {
  const bool is_whole = !target.identity && options.max_nodes == 0 && options.max_depth == UINT32_MAX;
  const bool asks_more = options.actions || options.every_action || options.attributes || options.only_visible;
  if (!options.mirrored || !is_whole || asks_more || options.around) return false;
  const auto application = application_of(session, target.app_key, limits);
  return application.ok() && (*application)->traits().announces_changes && !(*application)->notes.embeds;
}

Result<SnapshotPtr> take_mirrored(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                  const SnapshotOptions& options, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, target.app_key, limits));
  const auto entry = session.mirrors.of(target.app_key);
  if (!entry->mirror.is_trusted()) return take_snapshot(session, refs, target, options, limits);
  {
    const std::lock_guard lock(entry->starting);
    if (!entry->removals) {
      const auto note = [log = entry->log](Event event) { log->note(event); };
      SUREHAND_TRY(events, observe_application(session, target, EventKinds::all(), note, limits));
      SUREHAND_TRY(removals, observe_removals(session, target.app_key, note, limits));
      entry->events = events.take();
      entry->removals = removals.take();
    }
  }
  Source source(session, refs, application.take(), options.frugal);
  return options.renew ? entry->mirror.renew(source, refs, limits)
                       : entry->mirror.look(source, options.fresh, refs, limits);
}

}  // namespace surehand::atspi
