#include <algorithm>
#include <string>
#include <vector>

#include "platform/linux/atspi/extents.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/quirks/shows.h"
#include "platform/linux/read/read.h"
#include "platform/linux/read/visibility.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr size_t kMostAroundAncestors = 64;

// One of what an element is in, as far as it tells whether it shows.
struct Ancestor {
  ObjectName name;
  Node node;
};

// What one element is in, from the inside out, as far as it was asked.
struct Line {
  NodeId of;
  ObjectName name;
  std::vector<Ancestor> ancestors;
  bool ended = false;

  const ObjectName& end() const { return ancestors.empty() ? name : ancestors.back().name; }
};

// Where what an element is in says more than its own state does, or tells the units of its place.
bool needs_looking(const ApplicationRecord& application, const Node& node) {
  const ToolkitTraits& traits = application.traits();
  if (is_gtk2(application) && shows_on_any_page(node.role)) return true;
  if (traits.pages_are_in_pixels) return application.scale() != 1;
  if (traits.popover_menus_lack_checks && seems_unchecked(node.role, node.states)) return true;
  if (traits.may_embed_webkit && !node.bus.empty()) return true;
  if (traits.hidden_pages_seem_scrolled_out) return node.in(state::kVisible) && !node.in(state::kShowing);
  return traits.shows_inside_hidden;
}

void ask(TreeReader& reader, TreeReader::Compose compose, TreeReader::Answer answer) {
  reader.send(std::move(compose), [answer = std::move(answer)](const dbus::Reply& reply) {
    if (reply.is_reply()) answer(reply);
  });
}

// Asks what the next element of a line is, and about the one before it.
void ask_above(TreeReader& reader, Line& line, ObjectName& parent) {
  const ObjectName& at = line.end();
  ask(
      reader, [&at](Caller& caller) { return caller.get(at, Property::kParent); },
      [&parent](const dbus::Reply& reply) {
        dbus::Reader body = reply.body();
        if (body.begin_variant() == "(so)") parent = read_object(body);
      });
  if (line.ancestors.empty()) return;
  Node& node = line.ancestors.back().node;
  ask(
      reader, [&at](Caller& caller) { return caller.method(at, Method::kGetState); },
      [&node](const dbus::Reply& reply) {
        dbus::Reader body = reply.body();
        node.states = read_states(body);
      });
  ask(
      reader, [&at](Caller& caller) { return caller.method(at, Method::kGetRole); },
      [&node](const dbus::Reply& reply) { node.role = reply.body().u32(); });
  // The place tells as well there, of some roles, which come with the same answers.
  if (reader.application().traits().warns_without_place) return;
  ask(
      reader, [&at](Caller& caller) { return caller.extents(at, 0); },
      [&node](const dbus::Reply& reply) {
        dbus::Reader body = reply.body();
        node.bounds = read_extents(body);
      });
}

bool is_in_page(const Line& line) {
  return std::any_of(line.ancestors.begin(), line.ancestors.end(),
                     [](const Ancestor& ancestor) { return ancestor.node.role == role::kDocumentWeb; });
}

// From the outside in, as far as the line goes.
Surroundings surroundings_of(Toolkit toolkit, const Line& line, Surroundings around) {
  for (size_t i = line.ancestors.size(); i-- > 0;) {
    const Node& ancestor = line.ancestors[i].node;
    around = around.inside(ancestor, visibility_of(toolkit, ancestor, around));
  }
  return around;
}

// Whether what is further out makes no difference, as the best and the worst of it come to the same.
bool is_decided(Toolkit toolkit, const Node& node, const Line& line) {
  const ToolkitTraits& traits = traits_of(toolkit);
  if (traits.pages_are_in_pixels) return is_in_page(line);
  if (!traits.hidden_pages_seem_scrolled_out || line.ancestors.empty()) return false;
  if (traits.popover_menus_lack_checks && seems_unchecked(node.role, node.states)) return false;
  const auto within = [&](Surroundings outside) {
    return visibility_of(toolkit, node, surroundings_of(toolkit, line, outside));
  };
  Surroundings worst{Visibility::kHidden, false, {}};
  worst.left_tab = true;
  return within({Visibility::kShown, true, {}}) == within(worst);
}

bool is_end(const ObjectName& name, const ApplicationRecord& application) {
  return name.path.empty() || name.path == kNullPath || name.path == kRegistryRoot || name.path == application.root;
}

}  // namespace

void look_around(TreeReader& reader, const std::vector<NodeId>& nodes) {
  const ApplicationRecord& application = reader.application();
  std::vector<Line> lines;
  for (const NodeId id : nodes) {
    const Node& node = reader.tree.nodes[id];
    const Object object = reader.tree.object(id, application.key);
    if (object.path == application.root || !needs_looking(application, node)) continue;
    lines.push_back({id, {std::string(object.bus), std::string(object.path)}, {}});
  }
  const auto going_on = [](const Line& line) { return !line.ended; };
  for (size_t level = 0; level < kMostAroundAncestors && std::any_of(lines.begin(), lines.end(), going_on); ++level) {
    std::vector<ObjectName> parents(lines.size());
    for (size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].ended) ask_above(reader, lines[i], parents[i]);
    }
    if (!reader.settle()) return;
    for (size_t i = 0; i < lines.size(); ++i) {
      Line& line = lines[i];
      if (line.ended) continue;
      const Node& node = reader.tree.nodes[line.of];
      line.ended = is_end(parents[i], application) || is_decided(application.toolkit, node, line);
      if (line.ended) continue;
      line.ancestors.push_back({std::move(parents[i]), {}});
    }
  }
  const ToolkitTraits& traits = application.traits();
  if (traits.unmapped_keeps_place || traits.rows_out_of_view_keep_place) {
    // Each page around an element is asked at its own place and, where it can tell, at the place of the element: what is mapped is in
    // nothing else.
    for (Line& line : lines) {
      Node& itself = reader.tree.nodes[line.of];
      const ObjectName* name = &line.name;
      Node* below = &itself;
      // Nothing is found in what is disabled: what is outside of that is asked.
      const auto disabled = std::find_if(line.ancestors.rbegin(), line.ancestors.rend(),
                                         [](const Ancestor& ancestor) { return is_disabled(ancestor.node); });
      const auto enabled_from = static_cast<size_t>(std::distance(disabled, line.ancestors.rend()));
      for (size_t i = 0; i < line.ancestors.size(); ++i) {
        Ancestor& above = line.ancestors[i];
        if (traits.unmapped_keeps_place && i >= enabled_from && ask_mapped(reader, *name, *below, above.node, true)) {
          ask_corners(reader, *name, *below);
          ask_mapped_at(reader, line.name, itself, *below);
        }
        if (traits.rows_out_of_view_keep_place) ask_scrolled_out(reader, above.name, *name, *below, above.node);
        name = &above.name;
        below = &above.node;
      }
    }
    if (!reader.settle()) return;
  }
  for (const Line& line : lines) {
    if (traits.pages_are_in_pixels) {
      // What is deeper than was looked is in a page: nothing else is.
      reader.tree.around[line.of] = {Visibility::kShown, true, {}, !line.ended || is_in_page(line)};
    } else {
      reader.tree.around[line.of] = surroundings_of(application.toolkit, line, {});
    }
  }
}

}  // namespace surehand::atspi
