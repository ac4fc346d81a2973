#include "platform/linux/find_among.h"

#include <optional>

#include "platform/linux/find.h"
#include "platform/linux/quirks/cells.h"
#include "platform/linux/read/conversion.h"
#include "platform/linux/roles.h"
#include "platform/linux/snapshot.h"

namespace surehand::atspi {
namespace {

// Reads elements and what they are in, and hangs them below the application.
class Lineage {
 public:
  explicit Lineage(TreeReader& reader) : reader_(reader), tree_(reader.tree) {}

  // The object of that path; when it is met for the first time, it is asked what it is and what it is in.
  NodeId meet(std::string_view path) {
    const NodeId known = tree_.find({}, path);
    if (known != kNone) return known;
    const NodeId id = tree_.add({}, path);
    parents_.resize(tree_.nodes.size(), kNone);
    reader_.ask(id, Field::kState);
    reader_.ask_basics(id);
    const Object object = tree_.object(id, reader_.application().key);
    reader_.send([object](Caller& caller) { return caller.get(object, Property::kParent); },
                 [this, id](const dbus::Reply& reply) { told_parent(id, reply); });
    // What was removed may go on naming its parent, which no longer counts it.
    reader_.send([object](Caller& caller) { return caller.method(object, Method::kGetIndexInParent); },
                 [this, id](const dbus::Reply& reply) {
                   auto body = reply.body();
                   if (!reply.is_reply() || body.i32() < 0) tree_.nodes[id].dropped = true;
                 });
    return id;
  }

  // After everything was answered. What leads up to no window of the application stays out.
  void place() {
    for (NodeId id = 1; id < tree_.nodes.size(); ++id) {
      std::vector<NodeId> line;
      NodeId at = id;
      // A circle is no longer than all there are.
      while (at != kNone && !tree_.nodes[at].linked && line.size() < tree_.nodes.size()) {
        line.push_back(at);
        at = parents_[at];
      }
      if (at == kNone || !tree_.nodes[at].linked) continue;
      for (; !line.empty(); line.pop_back()) {
        tree_.link(at, line.back());
        at = line.back();
      }
    }
  }

 private:
  void told_parent(NodeId id, const dbus::Reply& reply) {
    if (!reply.is_reply()) return;
    auto body = reply.body();
    if (body.begin_variant() != "(so)") return;
    body.begin_struct();
    const std::string_view bus = body.string();
    const std::string_view path = body.string();
    if (!body.ok() || bus != reader_.application().key || path == kNullPath) return;
    tree_.keep(reply.message);
    const NodeId parent = meet(path);
    parents_[id] = parent;
  }

  TreeReader& reader_;
  Tree& tree_;
  std::vector<NodeId> parents_{kNone};
};

std::optional<NodeIndex> index_of(const std::vector<NodeId>& nodes, NodeId id) {
  for (NodeIndex index = 0; index < nodes.size(); ++index) {
    if (nodes[index] == id) return index;
  }
  return std::nullopt;
}

}  // namespace

Result<Matches> find_elements_among(Session& session, const std::shared_ptr<RefBook>& refs,
                                    const std::vector<std::string>& identities, const Target& target,
                                    const Query& query, const Limits& limits) {
  const auto began = Clock::now();
  auto found = application_of(session, target.app_key, limits);
  if (!found.ok()) return found.take_error();
  const ApplicationRecord& application = **found;
  const SnapshotOptions options = reads_for(query);
  TreeReader reader(session, application, options, limits);
  reader.start_below_application();
  if (options.attributes) reader.ask_basics(0);

  Lineage lineage(reader);
  for (const std::string& identity : identities) {
    auto object = object_of(session, application, identity, limits);
    if (!object.ok() && object.error().code == ErrorCode::kStale) continue;
    if (!object.ok()) return object.take_error();
    if (object->bus != application.key) continue;
    const NodeId node = lineage.meet(reader.tree.keep(object->path));
    if (sheet_of(identity)) reader.tree.nodes[node].cell = reader.tree.keep(identity);
  }
  if (reader.settle()) {
    lineage.place();
    reader.ask_contents();
    reader.settle();
  }
  if (auto error = why_stopped(session, refs, reader, began)) return std::move(*error);

  auto [snapshot, nodes] = convert(reader, {}, refs, milliseconds_since_epoch(), milliseconds_since(began));
  Matches matches{std::move(snapshot), {}, true};
  MatchOptions within;
  if (target.identity) {
    const auto scope = index_of(nodes, reader.tree.find({}, object_named(*target.identity, application.key).path));
    if (!scope) return matches;
    within.scope = *scope;
  }
  auto matching = match(query, *matches.snapshot, within, limits);
  if (!matching.ok()) return matching.take_error();
  matches.nodes = matching.take();
  return matches;
}

}  // namespace surehand::atspi
