#include <string>
#include <vector>

#include "platform/linux/quirks/shows.h"
#include "platform/linux/read/read.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr size_t kMostAncestors = 64;

// One of what the root is in, as far as it tells whether it shows.
struct Ancestor {
  ObjectName name;
  Node node;
};

}  // namespace

void look_above_root(TreeReader& reader) {
  const ApplicationRecord& application = reader.application();
  const Toolkit toolkit = application.toolkit;
  if (toolkit != Toolkit::kQt && toolkit != Toolkit::kGtk4) return;  // elsewhere its own state says it
  const Object root = reader.tree.object(0, application.key);
  if (root.path == application.root) return;

  std::vector<Ancestor> ancestors;
  Ancestor itself{{std::string(root.bus), std::string(root.path)}, {}};
  ObjectName at = itself.name;
  while (ancestors.size() < kMostAncestors) {
    Ancestor above;
    const auto ask = [&](TreeReader::Compose compose, TreeReader::Answer answer) {
      reader.send(std::move(compose), [answer = std::move(answer)](const dbus::Reply& reply) {
        if (reply.is_reply()) answer(reply);
      });
    };
    ask([&](Caller& caller) { return caller.get(at, Property::kParent); },
        [&](const dbus::Reply& reply) {
          dbus::Reader body = reply.body();
          if (body.begin_variant() != "(so)") return;
          body.begin_struct();
          above.name.bus = body.string();
          above.name.path = body.string();
        });
    // What it says itself is read with the rest, but on GTK 4 it is needed here: it may be a page that was left.
    if (!ancestors.empty() || toolkit == Toolkit::kGtk4) {
      Node& node = ancestors.empty() ? itself.node : ancestors.back().node;
      ask([&](Caller& caller) { return caller.method(at, Method::kGetState); },
          [&](const dbus::Reply& reply) {
            dbus::Reader body = reply.body();
            node.states = read_states(body);
          });
      ask([&](Caller& caller) { return caller.method(at, Method::kGetRole); },
          [&](const dbus::Reply& reply) { node.role = reply.body().u32(); });
      ask([&](Caller& caller) { return caller.extents(at, 0); },
          [&](const dbus::Reply& reply) {
            dbus::Reader body = reply.body();
            body.begin_struct();
            node.bounds.x = body.i32();
            node.bounds.y = body.i32();
            node.bounds.width = body.i32();
            node.bounds.height = body.i32();
          });
    }
    if (!reader.settle()) return;
    const std::string& path = above.name.path;
    if (path.empty() || path == kNullPath || path == kRegistryRoot || path == application.root) break;
    at = above.name;
    ancestors.push_back(std::move(above));
  }
  if (toolkit == Toolkit::kGtk4) {
    // Each page around it is asked at its own place and, where it can tell, at the place of the root: what is mapped is in nothing else.
    for (size_t i = 0; i < ancestors.size(); ++i) {
      Ancestor& below = i == 0 ? itself : ancestors[i - 1];
      if (ask_mapped(reader, below.name, below.node, ancestors[i].node)) {
        ask_mapped_at(reader, itself.name, itself.node, below.node);
      }
    }
    if (!reader.settle()) return;
  }
  bool showing = true;
  for (size_t i = ancestors.size(); i-- > 0;) showing = shows(ancestors[i].node, toolkit, showing);
  reader.tree.root_is_in_what_shows = showing && !itself.node.unmapped;
}

}  // namespace surehand::atspi
