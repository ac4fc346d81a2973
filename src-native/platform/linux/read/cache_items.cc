#include "platform/linux/read/cache_items.h"

#include "platform/linux/atspi/reference.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/read/tree_reader.h"

namespace surehand::atspi {
namespace {

constexpr Milliseconds kSettled{400};

// On a machine that has much to do a page may stay as it is for seconds and yet grow. So the processes that a browser started, which its
// pages live in and which have nothing to do with reading them, have to rest: this share of a processor is more than a page at rest needs.
// A page that never rests counts as settled when it has not grown for so long.
constexpr double kAtWork = 0.3;
constexpr Milliseconds kRestless{10'000};

// A browser whose page is on its way has the nodes of its own window and is as still as one that is done; those few are
// read without a cache as well.
constexpr uint32_t kBrowserAlone = 1000;

double milliseconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

double worked_below(const ApplicationRecord& application) {
  double all = 0;
  if (!application.traits().pages_are_other_processes) return all;
  for (const int64_t child : descendants_of(application.pid)) all += working_time_of(child).value_or(0);
  return all;
}

// The answers of one application repeat a few lists of interfaces thousands of times, byte for byte.
class InterfaceLists {
 public:
  uint32_t read(dbus::Reader& reader) {
    dbus::Reader names = reader;
    const std::string_view bytes = reader.rest(reader.begin_array(4));
    Entry& entry = entries_[bytes.size() / 4 % 64];
    if (entry.bytes != bytes) entry = {bytes, read_interfaces(names)};
    return entry.bits;
  }

 private:
  struct Entry {
    std::string_view bytes;
    uint32_t bits = 0;
  };
  Entry entries_[64];
};

}  // namespace

bool has_cache(const TreeReader& reader) { return reader.application().notes.cache_made; }

void make_cache_when_settled(TreeReader& reader, uint32_t listed) {
  const ApplicationRecord& application = reader.application();
  auto& notes = application.notes;
  const auto now = Clock::now();
  const double worked = worked_below(application);
  const bool grew = notes.listed != listed;
  if (grew) notes.listed_since = now;
  if (grew || worked - notes.worked > kAtWork * milliseconds_between(notes.listed_at, now)) notes.settled_since = now;
  notes.listed = listed;
  notes.listed_at = now;
  notes.worked = worked;
  if (application.traits().pages_come_late && listed < kBrowserAlone) return;
  if (now - notes.settled_since < kSettled && now - notes.listed_since < kRestless) return;
  notes.cache_made = true;
  const Object root{application.key, application.root};
  reader.send([root](Caller& caller) { return caller.method(root, Method::kGetApplicationBusAddress); },
              [](const dbus::Reply&) {});
  reader.settle();
}

void ask_items(TreeReader& reader, bool& has_items) {
  const Object cache{reader.application().key, kCachePath};
  reader.send([cache](Caller& caller) { return caller.method(cache, Method::kGetItems); },
              [&reader, &has_items](const dbus::Reply& reply) {
                has_items = read_items(reply, reader.application().key, reader.tree);
              });
}

bool read_items(const dbus::Reply& reply, std::string_view app_key, Tree& tree) {
  if (!reply.is_reply() || reply.message->signature() != "a((so)(so)(so)iiassusau)") return false;
  tree.reserve(tree.nodes.size() + reply.message->bytes() / 400);
  dbus::Reader body = reply.body();
  InterfaceLists interface_lists;
  auto items = body.begin_array(8);
  while (body.more(items)) {
    body.begin_struct();
    const Reference itself = read_reference(body);
    body.begin_struct();
    body.string();
    body.string();
    const std::string_view parent = read_reference(body).object.path;
    const int32_t index = body.i32();
    const int32_t child_count = body.i32();
    const uint32_t interfaces = interface_lists.read(body);
    const std::string_view name = body.string();
    const uint32_t role = body.u32();
    const std::string_view description = body.string();
    const uint64_t states = read_states(body);
    if (!body.ok()) break;
    if (!itself.sound) continue;  // its parent counts more children than are listed, and is asked for them
    auto [bus, path] = itself.object;
    if (bus == app_key) bus = {};
    NodeId id = tree.find(bus, path);
    if (id == kNone) id = tree.add(bus, path);
    Node& node = tree.nodes[id];
    node.listed_parent = parent;
    node.listed_index = index;
    if (node.child_count < 0) node.child_count = child_count;  // of GTK 3's menus and lists only GetTree knows it
    node.interfaces = interfaces;
    node.name = name;
    node.role = role;
    node.description = description;
    node.states = states;
    node.known = true;
  }
  tree.keep(reply.message);
  return true;
}

}  // namespace surehand::atspi
