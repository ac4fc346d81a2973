#include "platform/linux/read/read.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// What is read first lies at the top, and is the oldest when reading ends: titles, and pages, whose states tell when they are turned. And
// some of all the rest: a page that was turned back meanwhile is as it was. So few cost a small part of what takes long to read.
constexpr size_t kFirst = 32;
constexpr size_t kSpread = 32;

// Of two states the others follow: whether it shows.
constexpr uint64_t kShows = state::kVisible | state::kShowing;

}  // namespace

bool is_torn(TreeReader& reader) {
  const ToolkitTraits& traits = reader.application().traits();
  // These give all of their tree in one or two answers, each of one moment.
  if (traits.has_collection || traits.always_has_cache || reader.options().max_depth < 2) return false;
  const Tree& tree = reader.tree;
  bool torn = false;
  const size_t step = tree.nodes.size() / kSpread + 1;
  for (NodeId id = 0; id < tree.nodes.size(); id += id < kFirst ? 1 : step) {
    const Node& node = tree.nodes[id];
    if (!node.linked || !node.known || node.dropped || node.role == role::kApplication) continue;
    const Object object = tree.object(id, reader.application().key);
    reader.send([object](Caller& caller) { return caller.get(object, Property::kName); },
                [&torn, name = node.name](const dbus::Reply& reply) {
                  dbus::Reader body = reply.body();
                  torn = torn || !reply.is_reply() || body.begin_variant() != "s" || body.string() != name;
                });
    if (node.child_count > 0) {
      reader.send([object](Caller& caller) { return caller.get(object, Property::kChildCount); },
                  [&torn, count = node.child_count](const dbus::Reply& reply) {
                    dbus::Reader body = reply.body();
                    torn = torn || !reply.is_reply() || body.begin_variant() != "i" || body.i32() != count;
                  });
    }
    if (!reader.reads_states()) continue;
    reader.send([object](Caller& caller) { return caller.method(object, Method::kGetState); },
                [&torn, shows = node.states & kShows](const dbus::Reply& reply) {
                  dbus::Reader body = reply.body();
                  torn = torn || !reply.is_reply() || (read_states(body) & kShows) != shows;
                });
  }
  return reader.settle() && torn;
}

}  // namespace surehand::atspi
