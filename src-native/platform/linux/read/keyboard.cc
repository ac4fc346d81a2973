#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "platform/linux/atspi/reference.h"
#include "platform/linux/quirks/current_items.h"
#include "platform/linux/read/read.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr size_t kMostAbove = 64;
// Elements of a window that are asked whether they have the keyboard. Where there are more, an item is what it says.
constexpr size_t kMostAsked = 4'000;

// An element that is asked outside of the tree that was read.
struct Asked {
  ObjectName name;
  uint32_t role = 0;
  uint64_t states = 0;
  int32_t child_count = 0;
  std::vector<ObjectName> children;
  ObjectName parent;
};

void ask(TreeReader& reader, TreeReader::Compose compose, TreeReader::Answer answer) {
  reader.send(std::move(compose), [answer = std::move(answer)](const dbus::Reply& reply) {
    if (reply.is_reply()) answer(reply);
  });
}

void ask_state(TreeReader& reader, Asked& asked) {
  ask(
      reader, [&asked](Caller& caller) { return caller.method(asked.name, Method::kGetState); },
      [&asked](const dbus::Reply& reply) {
        dbus::Reader body = reply.body();
        asked.states = read_states(body);
      });
  ask(
      reader, [&asked](Caller& caller) { return caller.method(asked.name, Method::kGetRole); },
      [&asked](const dbus::Reply& reply) { asked.role = reply.body().u32(); });
}

void ask_parent(TreeReader& reader, Asked& asked) {
  ask(
      reader, [&asked](Caller& caller) { return caller.get(asked.name, Property::kParent); },
      [&asked](const dbus::Reply& reply) {
        dbus::Reader body = reply.body();
        if (body.begin_variant() == "(so)") asked.parent = read_object(body);
      });
}

void ask_child_count(TreeReader& reader, Asked& asked) {
  ask(
      reader, [&asked](Caller& caller) { return caller.get(asked.name, Property::kChildCount); },
      [&asked](const dbus::Reply& reply) {
        dbus::Reader body = reply.body();
        if (body.begin_variant() == "i") asked.child_count = body.i32();
      });
}

void ask_children(TreeReader& reader, Asked& asked) {
  const auto count = ChildCount::of(asked.child_count);
  if (!count) return;
  ask(
      reader, [&asked, count](Caller& caller) { return caller.children(asked.name, *count); },
      [&asked](const dbus::Reply& reply) {
        dbus::Reader body = reply.body();
        for (auto children = body.begin_array(8); body.more(children);) asked.children.push_back(read_object(body));
      });
}

bool is_none(const ObjectName& name, const ApplicationRecord& application) {
  return name.path.empty() || name.path == kNullPath || name.path == kRegistryRoot || name.path == application.root;
}

// A node says that it is focused and may be a list's current item only. The list of a combo box is left alone: what is open has the
// keyboard there, and the combo box goes on saying that it has.
bool is_claim(const Tree& tree, const Node& node, const ToolkitTraits& traits) {
  if (!node.linked || node.dropped || !node.in(state::kFocused)) return false;
  if (!may_be_current_only(node.role, traits)) return false;
  for (NodeId at = node.parent; at != kNone; at = tree.nodes[at].parent) {
    if (tree.nodes[at].role == role::kComboBox || tree.nodes[at].role == role::kDocumentWeb) return false;
  }
  return true;
}

// What tells of a window whether an item in it can have the keyboard.
class Keyboard {
 public:
  explicit Keyboard(const ToolkitTraits& traits) : traits_(&traits) {}

  // A list in it, or another element, announced last that it got the focus. Qt 5 says in no other way which of several lists has it.
  std::string heard;

  void saw(std::string_view path, uint32_t role_number, uint64_t states) {
    if ((states & state::kFocused) != 0 && tells_keyboard(role_number, *traits_)) paths_.emplace_back(path);
  }
  void inactive() { active_ = false; }

  // What an item is in says that it is focused when it hands the focus on to the list (a focus proxy).
  template <typename IsAround>
  bool may_be_in(IsAround is_around) const {
    return active_ && std::all_of(paths_.begin(), paths_.end(), is_around) && (heard.empty() || is_around(heard));
  }

 private:
  const ToolkitTraits* traits_;
  std::vector<std::string> paths_;
  bool active_ = true;
};

NodeId window_of(const Tree& tree, NodeId id) {
  while (tree.nodes[id].parent != kNone && tree.nodes[tree.nodes[id].parent].role != role::kApplication) {
    id = tree.nodes[id].parent;
  }
  return id;
}

bool is_around(const Tree& tree, NodeId id, const std::string& path) {
  for (; id != kNone; id = tree.nodes[id].parent) {
    if (tree.nodes[id].path == path) return true;
  }
  return false;
}

// The list whose item it is, or the element itself.
NodeId list_of(const Tree& tree, NodeId id) {
  const Node& node = tree.nodes[id];
  return is_list_item(node.role) && node.parent != kNone ? node.parent : id;
}

void look_within(TreeReader& reader, const std::vector<NodeId>& claims, const std::string& heard) {
  Tree& tree = reader.tree;
  std::map<NodeId, Keyboard> keyboards;
  for (const NodeId id : claims) keyboards.try_emplace(window_of(tree, id), reader.application().traits());
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    const Node& node = tree.nodes[id];
    if (!node.linked || node.dropped || !node.in(state::kFocused)) continue;
    const auto keyboard = keyboards.find(window_of(tree, id));
    if (keyboard != keyboards.end()) keyboard->second.saw(node.path, node.role, node.states);
  }
  for (auto& [window, keyboard] : keyboards) {
    if (!tree.nodes[window].in(state::kActive)) keyboard.inactive();
  }
  if (const NodeId last = tree.find({}, heard); last != kNone && tree.nodes[last].linked) {
    const auto keyboard = keyboards.find(window_of(tree, last));
    const NodeId list = list_of(tree, last);
    if (keyboard != keyboards.end() && is_list_of_items(tree.nodes[list].role))
      keyboard->second.heard = tree.nodes[list].path;
  }
  for (const NodeId id : claims) {
    const auto around = [&tree, id](const std::string& path) { return is_around(tree, id, path); };
    if (!keyboards.at(window_of(tree, id)).may_be_in(around)) tree.nodes[id].states &= ~state::kFocused;
  }
}

// What an object is in, from itself to its window. Nothing where that is not known.
std::deque<Asked> line_above(TreeReader& reader, const Object& object) {
  std::deque<Asked> line;
  line.push_back({{std::string(object.bus), std::string(object.path)}, 0, 0, 0, {}, {}});
  while (line.size() < kMostAbove) {
    ask_state(reader, line.back());
    ask_parent(reader, line.back());
    if (!reader.settle()) return {};
    ObjectName parent = line.back().parent;
    if (is_none(parent, reader.application())) return line;
    line.push_back({std::move(parent), 0, 0, 0, {}, {}});
  }
  return {};
}

// Everything that shows in a window, but items. False when it is not known.
bool look_below(TreeReader& reader, const ObjectName& window, Keyboard& keyboard) {
  std::deque<Asked> level;
  level.push_back({window, 0, 0, 0, {}, {}});
  for (size_t count = 0; !level.empty();) {
    count += level.size();
    if (count > kMostAsked) return false;
    for (Asked& asked : level) {
      ask_state(reader, asked);
      ask_child_count(reader, asked);
    }
    if (!reader.settle()) return false;
    for (Asked& asked : level) {
      keyboard.saw(asked.name.path, asked.role, asked.states);
      const bool is_window = asked.name.path == window.path;
      const bool shows = (asked.states & state::kShowing) != 0 || is_window;
      const bool may_hold = may_hold_keyboard(asked.role, asked.states, reader.application().traits());
      if (shows && may_hold && asked.child_count > 0) ask_children(reader, asked);
    }
    if (!reader.settle()) return false;
    std::deque<Asked> next;
    for (const Asked& asked : level) {
      for (const ObjectName& child : asked.children) {
        if (!is_none(child, reader.application())) next.push_back({child, 0, 0, 0, {}, {}});
      }
    }
    level = std::move(next);
  }
  return true;
}

// As is_claim() says, of what was not read.
bool is_left_alone(const Asked& asked) { return asked.role == role::kComboBox || asked.role == role::kDocumentWeb; }

Keyboard keyboard_in(TreeReader& reader, const Asked& window) {
  const ToolkitTraits& traits = reader.application().traits();
  Keyboard keyboard(traits);
  if ((window.states & state::kActive) == 0) {
    keyboard.inactive();
  } else if (!look_below(reader, window.name, keyboard)) {
    return Keyboard(traits);
  }
  return keyboard;
}

void look_outside(TreeReader& reader, const std::vector<NodeId>& claims, const std::string& heard) {
  Tree& tree = reader.tree;
  std::deque<Asked> last;
  if (!heard.empty()) last = line_above(reader, {reader.application().key, heard});
  if (!last.empty() && last.size() > 1 && is_list_item(last.front().role)) last.pop_front();
  std::map<std::string, Keyboard> keyboards;  // by the path of their window
  for (const NodeId id : claims) {
    const std::deque<Asked> line = line_above(reader, tree.object(id, reader.application().key));
    if (line.empty() || std::any_of(line.begin(), line.end(), is_left_alone)) continue;
    const Asked& window = line.back();
    auto keyboard = keyboards.find(window.name.path);
    if (keyboard == keyboards.end()) {
      keyboard = keyboards.emplace(window.name.path, keyboard_in(reader, window)).first;
      const bool is_list = !last.empty() && is_list_of_items(last.front().role);
      if (is_list && last.back().name.path == window.name.path) keyboard->second.heard = last.front().name.path;
    }
    const auto around = [&line](const std::string& path) {
      return std::any_of(line.begin(), line.end(), [&path](const Asked& asked) { return asked.name.path == path; });
    };
    if (!keyboard->second.may_be_in(around)) tree.nodes[id].states &= ~state::kFocused;
  }
}

}  // namespace

void look_for_keyboard(TreeReader& reader, bool is_whole) {
  const ToolkitTraits& traits = reader.application().traits();
  if (!traits.current_item_is_focused && !traits.current_icon_is_focused) return;
  Tree& tree = reader.tree;
  std::vector<NodeId> claims;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (is_claim(tree, tree.nodes[id], traits)) claims.push_back(id);
  }
  if (claims.empty()) return;
  const std::string heard = reader.application().heard_focus->path();
  if (is_whole) return look_within(reader, claims, heard);
  look_outside(reader, claims, heard);
}

}  // namespace surehand::atspi
