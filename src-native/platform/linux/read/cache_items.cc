#include "platform/linux/read/cache_items.h"

#include "platform/linux/read/tree_reader.h"

namespace surehand::atspi {
namespace {

constexpr Milliseconds kSettled{400};

// A browser whose page is on its way has the nodes of its own window and is as still as one that is done; those few are
// read without a cache as well.
constexpr uint32_t kBrowserAlone = 1000;

bool may_be_loading(Toolkit toolkit, uint32_t nodes) {
  return (toolkit == Toolkit::kChromium || toolkit == Toolkit::kGecko) && nodes < kBrowserAlone;
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

void make_cache_when_settled(TreeReader& reader, uint32_t nodes) {
  auto& notes = reader.application().notes;
  const auto now = Clock::now();
  if (notes.nodes != nodes) {
    notes.nodes = nodes;
    notes.unchanged_since = now;
  }
  const Toolkit toolkit = reader.application().toolkit;
  if (notes.cache_made || !has_tree(toolkit) || may_be_loading(toolkit, nodes)) return;
  if (now - notes.unchanged_since < kSettled) return;
  notes.cache_made = true;
  const Object root{reader.application().key, reader.application().root};
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
    body.begin_struct();
    std::string_view bus = body.string();
    const std::string_view path = body.string();
    body.begin_struct();
    body.string();
    body.string();
    body.begin_struct();
    body.string();
    const std::string_view parent = body.string();
    const int32_t index = body.i32();
    const int32_t child_count = body.i32();
    const uint32_t interfaces = interface_lists.read(body);
    const std::string_view name = body.string();
    const uint32_t role = body.u32();
    const std::string_view description = body.string();
    const uint64_t states = read_states(body);
    if (!body.ok()) break;
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
