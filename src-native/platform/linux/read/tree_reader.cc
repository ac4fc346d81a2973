#include "platform/linux/read/tree_reader.h"

#include <limits>
#include <utility>

#include "platform/linux/atspi/extents.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/errors.h"
#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/quirks/labels.h"
#include "platform/linux/quirks/shows.h"
#include "platform/linux/quirks/spin_buttons.h"
#include "platform/linux/quirks/texts.h"
#include "platform/linux/read/combo_choices.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr uint64_t tag_of(NodeId node, Field field, uint16_t index) {
  return uint64_t{node} << 32 | uint64_t{index} << 8 | static_cast<uint64_t>(field);
}

std::string_view read_variant_string(dbus::Reader& reader) {
  const std::string_view type = reader.begin_variant();
  return type == "s" || type == "o" ? reader.string() : std::string_view();
}

int32_t read_variant_count(dbus::Reader& reader) {
  const std::string_view type = reader.begin_variant();
  if (type == "i") return reader.i32();
  if (type == "u") return static_cast<int32_t>(reader.u32());
  return -1;
}

double read_variant_number(dbus::Reader& reader) {
  if (reader.begin_variant() != "d") return std::numeric_limits<double>::quiet_NaN();
  const double number = reader.f64();
  return reader.ok() ? number : std::numeric_limits<double>::quiet_NaN();
}

// Whether a cell holds a check box GTK 3 says in its states only once it is checked. Before that its first action tells.
void ask_check_boxes(TreeReader& reader) {
  const NodeId end = static_cast<NodeId>(reader.tree.nodes.size());
  for (NodeId id = 0; id < end && !reader.stopped(); ++id) {
    const Node& node = reader.tree.nodes[id];
    if (node.role != role::kTableCell || !node.linked || node.dropped || node.contents_asked || node.awaited > 0)
      continue;
    const bool plain = node.name.empty() && node.cell.empty() && node.first == kNone && node.child_count <= 0;
    if (!plain || node.has(Interface::kText) || node.in(state::kChecked | state::kCheckable)) continue;
    const Object object = reader.tree.object(id, reader.application().key);
    reader.send([object](Caller& caller) { return caller.with_index(object, Method::kGetActionName, 0); },
                [&reader, id](const dbus::Reply& reply) {
                  if (!reply.is_reply()) return;
                  const std::string_view name = reply.body().string();
                  if (name == "toggle" || name == "Toggle") reader.tree.nodes[id].states |= state::kCheckable;
                });
  }
}

}  // namespace

void read_attributes(dbus::Reader& reader, Tree& tree, NodeId node) {
  tree.nodes[node].attributes_first = static_cast<uint32_t>(tree.attributes.size());
  auto entries = reader.begin_array(8);
  while (reader.more(entries)) {
    reader.begin_struct();
    const std::string_view key = reader.string();
    const std::string_view value = reader.string();
    if (!reader.ok()) break;
    tree.attributes.push_back({key, value});
  }
  tree.nodes[node].attributes_count = static_cast<uint32_t>(tree.attributes.size()) - tree.nodes[node].attributes_first;
}

uint32_t read_interfaces(dbus::Reader& reader) {
  auto names = reader.begin_array(4);
  uint32_t interfaces = 0;
  while (reader.more(names)) interfaces |= interface_bit(reader.string());
  return interfaces;
}

TreeReader::TreeReader(Session& session, const ApplicationRecord& application, const SnapshotOptions& options,
                       const Limits& limits)
    : session_(session),
      application_(application),
      options_(options),
      limits_(limits),
      pipeline_(session.bus, kWindow) {
  pipeline_.on_reply([this](uint64_t tag, const dbus::Reply& reply) { receive(tag, reply); });
}

void TreeReader::failed(const Error& error) {
  if (stopped()) return;
  if (error.code == ErrorCode::kAborted) {
    stop_ = Stop::kAborted;
  } else if (error.code == ErrorCode::kTimeout) {
    const bool silent = Clock::now() - pipeline_.last_answer() > Milliseconds(1000);
    stop_ = silent ? Stop::kUnresponsive : Stop::kDeadline;
  } else {
    stop_ = Stop::kLost;
  }
}

void TreeReader::push(const dbus::Call& call, uint64_t tag) {
  if (stopped()) return;
  auto status = pipeline_.push(call, tag, limits_);
  if (status.ok()) return;
  if (status.error().code != ErrorCode::kInvalidArgument) return failed(status.error());
  // Nothing was sent: there is no such object.
  const NodeId node = static_cast<NodeId>(tag >> 32);
  if (static_cast<Field>(tag & 0xff) == Field::kOther || tree.nodes[node].dropped) return;
  tree.nodes[node].dropped = true;
  if (tree.nodes[node].parent != kNone) tree.cut(tree.nodes[node].parent, CutReason::kFailed, kBadReference);
}

void TreeReader::start_below_application() {
  tree.make_root(tree.add({}, application_.root));
  Node& root = tree.nodes[0];
  root.role = role::kApplication;
  root.name = application_.name;
  root.known = true;
  root.contents_asked = true;
}

void TreeReader::probe() {
  probing_ = true;
  send([this](Caller& caller) { return caller.method(tree.object(0, application_.key), Method::kGetState); },
       [this](const dbus::Reply& reply) {
         if (!reply.is_reply()) stop_ = Stop::kStale;
       });
}

bool TreeReader::settle() {
  if (std::exchange(probing_, false)) {
    auto status = pipeline_.first(limits_);
    if (!status.ok()) failed(status.error());
    if (stop_ == Stop::kDeadline) stop_ = Stop::kUnresponsive;
  }
  while (!stopped() && (!asked_.empty() || pipeline_.in_flight() > 0)) {
    pump();
    auto status = pipeline_.drain(limits_);
    if (!status.ok()) failed(status.error());
  }
  return !stopped();
}

void TreeReader::send(Compose compose, Answer answer) {
  others_.emplace_back(std::move(compose), std::move(answer));
  ask(static_cast<NodeId>(others_.size() - 1), Field::kOther);
}

void TreeReader::ask(NodeId node, Field field, uint16_t index) {
  if (stopped()) return;
  asked_.push_back({node, field, index});
  pump();
}

void TreeReader::pump() {
  while (!asked_.empty() && !stopped() && pipeline_.in_flight() < kWindow) {
    const Asked next = asked_.front();
    asked_.pop_front();
    put(next);
  }
}

void TreeReader::put(const Asked& asked) {
  const auto [node, field, index] = asked;
  if (field == Field::kOther) return push(others_[node].first(caller_), tag_of(node, field, 0));
  const Object object = tree.object(node, application_.key);
  const uint64_t tag = tag_of(node, field, index);
  switch (field) {
    case Field::kRole:
      return push(caller_.method(object, Method::kGetRole), tag);
    case Field::kState:
      return push(caller_.method(object, Method::kGetState), tag);
    case Field::kName:
      return push(caller_.get(object, Property::kName), tag);
    case Field::kParent:
      return push(caller_.get(object, Property::kParent), tag);
    case Field::kDescription:
      return push(caller_.get(object, Property::kDescription), tag);
    case Field::kId:
      return push(caller_.get(object, Property::kAccessibleId), tag);
    case Field::kInterfaces:
      return push(caller_.method(object, Method::kGetInterfaces), tag);
    case Field::kChildCount:
      return push(caller_.get(object, Property::kChildCount), tag);
    case Field::kChildren: {
      const auto count = ChildCount::of(tree.nodes[node].child_count);
      if (count) push(caller_.children(object, *count), tag);
      return;
    }
    case Field::kChild:
      return push(caller_.with_index(object, Method::kGetChildAtIndex, index), tag);
    case Field::kExtents:
      return push(caller_.extents(object, 0), tag);
    case Field::kAttributes:
      return push(caller_.method(object, Method::kGetAttributes), tag);
    case Field::kActionCount:
      return push(caller_.get(object, Property::kActionCount), tag);
    case Field::kActionName:
      return push(caller_.with_index(object, Method::kGetActionName, index), tag);
    case Field::kActions:
      return push(caller_.method(object, Method::kGetActions), tag);
    case Field::kCharacterCount:
      return push(caller_.get(object, Property::kCharacterCount), tag);
    case Field::kText:
      return push(caller_.text(object, 0, index == 0 ? -1 : tree.nodes[node].character_count), tag);
    case Field::kNumber:
      return push(caller_.get(object, Property::kCurrentValue), tag);
    case Field::kLeast:
      return push(caller_.get(object, Property::kMinimumValue), tag);
    case Field::kMost:
      return push(caller_.get(object, Property::kMaximumValue), tag);
    case Field::kStep:
      return push(caller_.get(object, Property::kMinimumIncrement), tag);
    case Field::kOther:
      return;
  }
}

void TreeReader::receive(uint64_t tag, const dbus::Reply& reply) {
  if (stopped()) return;
  if (!reply.message) {
    stop_ = Stop::kLost;
    return;
  }
  const auto node = static_cast<NodeId>(tag >> 32);
  const auto field = static_cast<Field>(tag & 0xff);
  if (is_gone(reply)) {
    const bool embedded = field != Field::kOther && !tree.nodes[node].bus.empty();
    if (!embedded) {
      stop_ = Stop::kExited;
      return;
    }
  }
  if (field == Field::kOther) {
    others_[node].second(reply);
  } else {
    decode(node, field, static_cast<uint16_t>(tag >> 8), reply);
    if (answered_) answered_(node, field);
  }
  pump();
}

void TreeReader::decode(NodeId id, Field field, uint16_t index, const dbus::Reply& reply) {
  Node& node = tree.nodes[id];
  if (!reply.is_reply()) {
    // Whatever has no states is not there: the object went between being listed and being asked.
    if (field == Field::kState || (field == Field::kRole && !reads_states())) node.dropped = true;
    return;
  }
  dbus::Reader body = reply.body();
  switch (field) {
    case Field::kRole:
      node.role = body.u32();
      node.known = true;
      if (std::exchange(node.awaits_interfaces, false)) {
        const auto known = application_.notes.interfaces.find(node.path, node.role);
        if (known)
          node.interfaces = *known;
        else
          ask(id, Field::kInterfaces);
      }
      return;
    case Field::kState:
      node.states = read_states(body);
      return;
    case Field::kName:
      node.name = tree.keep(read_variant_string(body));
      if (node.name.empty() && options_.names_from_text && node.interfaces == 0) {
        ask(id, Field::kInterfaces);
        if (!reads_states()) ask(id, Field::kState);  // what can be edited is not called what it says
      }
      return;
    case Field::kParent:
      if (body.begin_variant() == "(so)") node.listed_parent = tree.keep(read_reference(body).object.path);
      return;
    case Field::kDescription:
      node.description = tree.keep(read_variant_string(body));
      return;
    case Field::kId:
      node.id = tree.keep(read_variant_string(body));
      return;
    case Field::kInterfaces:
      node.interfaces = read_interfaces(body);
      if (goes_by_role(node) && node.known) application_.notes.interfaces.keep(node.path, node.role, node.interfaces);
      return;
    case Field::kChildCount:
      node.child_count = read_variant_count(body);
      return;
    case Field::kExtents: {
      const Rect bounds = read_extents(body);
      if (body.ok()) node.bounds = bounds;
      return;
    }
    case Field::kAttributes:
      read_attributes(body, tree, id);
      for (uint32_t i = node.attributes_first; i < tree.attributes.size(); ++i) {
        auto& [key, value] = tree.attributes[i];
        key = tree.keep(key);
        value = tree.keep(value);
      }
      return;
    case Field::kNumber:
      if (body.begin_variant() == "d") {
        node.number = body.f64();
        node.has_number = body.ok();
      }
      return;
    case Field::kLeast:
      tree.ranges[id].least = read_variant_number(body);
      return;
    case Field::kMost:
      tree.ranges[id].most = read_variant_number(body);
      return;
    case Field::kStep:
      tree.ranges[id].step = read_variant_number(body);
      return;
    case Field::kText: {
      const std::string_view text = body.string();
      if (body.ok())
        node.text = tree.keep(pads_texts(application_.toolkit) ? std::string_view(without_padding(text)) : text);
      return;
    }
    case Field::kActionName:
      tree.add_action(id, index, body.string());
      return;
    case Field::kActions: {
      auto list = body.begin_array(8);
      for (uint16_t i = 0; body.more(list); ++i) {
        body.begin_struct();
        const std::string_view name = body.string();
        body.string();
        const std::string_view binding = body.string();
        if (body.ok()) tree.add_action(id, i, name, binding);
      }
      return;
    }
    case Field::kActionCount: {
      const int32_t count = read_variant_count(body);
      for (int32_t i = 0; i < count && i < 64; ++i) ask(id, Field::kActionName, static_cast<uint16_t>(i));
      return;
    }
    case Field::kCharacterCount: {
      node.character_count = read_variant_count(body);
      if (node.character_count > 0) ask(id, Field::kText, 1);
      // One that is empty has a text, which is empty: what is typed into it can be told from what was there.
      if (node.character_count == 0 && body.ok()) node.text = "";
      return;
    }
    case Field::kChildren: {
      auto list = body.begin_array(8);
      while (body.more(list)) link_child(id, body);
      return;
    }
    case Field::kChild:
      link_child(id, body);
      return;
    case Field::kOther:
      return;
  }
}

void TreeReader::link_child(NodeId parent, dbus::Reader& body) {
  const Reference reference = read_reference(body);
  if (!reference.sound) tree.cut(parent, CutReason::kFailed, kBadReference);
  if (reference.is_null()) return;
  auto [bus, path] = reference.object;
  if (bus == application_.key) bus = {};
  NodeId child = tree.find(bus, path);
  if (child == kNone) child = tree.add(tree.keep(bus), tree.keep(path));
  if (!tree.link(parent, child) && !tree.is_in(parent, child)) tree.nodes[parent].shares_children = true;
}

bool TreeReader::reads_places() const {
  return options_.bounds || (application_.traits().only_places_tell_showing && !leaves_showing_out_);
}

bool TreeReader::reads_states() const { return !application_.traits().states_cost_a_call || !leaves_showing_out_; }

bool TreeReader::showing_is_by_place(uint32_t role) const {
  return is_gtk2_entry(application_, role) || place_tells(role, application_.toolkit);
}

void TreeReader::ask_showing(const std::vector<NodeId>& nodes) {
  std::vector<bool> asked(tree.nodes.size());
  for (NodeId node : nodes) {
    for (NodeId id = node; id != kNone && !asked[id]; id = tree.nodes[id].parent) {
      asked[id] = true;
      if (tree.nodes[id].role == role::kApplication) continue;
      if (!reads_states()) ask(id, Field::kState);
      if (!options_.bounds && showing_is_by_place(tree.nodes[id].role)) ask(id, Field::kExtents);
    }
  }
}

void TreeReader::ask_basics(NodeId node) {
  if (options_.text || options_.actions) {
    if (goes_by_role(tree.nodes[node]))
      tree.nodes[node].awaits_interfaces = true;
    else
      ask(node, Field::kInterfaces);
  }
  ask(node, Field::kRole);
  ask(node, Field::kName);
  if (reads_places()) ask(node, Field::kExtents);
  if (options_.attributes) {
    ask(node, Field::kDescription);
    ask(node, Field::kAttributes);
    if (has_ids()) ask(node, Field::kId);
  }
}

bool TreeReader::wants_text(const Node& node) const {
  if (!node.has(Interface::kText) || node.role == role::kPasswordText) return false;
  if (is_spin_with_text(node.role, application_.toolkit)) return options_.text;
  if (text_is_value(node.role, node.states)) return options_.text;
  // Nameless text of its own; what has children has its text in them.
  const bool has_children = node.first != kNone || node.child_count > 0;  // that they were not read is no reason
  return node.name.empty() && (!has_children || node.role == role::kParagraph);
}

void TreeReader::ask_label(NodeId node) {
  send([this,
        node](Caller& caller) { return caller.method(tree.object(node, application_.key), Method::kGetRelationSet); },
       [this, node](const dbus::Reply& reply) {
         auto label = label_in(reply);
         if (!label) return;
         // Whether it is called by its label is not to depend on what else is read.
         if (!options_.text) ask_choice(node);
         send([label = std::move(*label)](Caller& caller) { return caller.get(label, Property::kName); },
              [this, node](const dbus::Reply& named) {
                if (!named.is_reply()) return;
                dbus::Reader body = named.body();
                tree.labels[node] = tree.keep(read_variant_string(body));
              });
       });
}

void TreeReader::ask_labels() {
  const ToolkitTraits& traits = application_.traits();
  const NodeId end = static_cast<NodeId>(tree.nodes.size());
  for (NodeId id = 0; id < end && !stopped(); ++id) {
    const Node& node = tree.nodes[id];
    if (!node.linked || node.dropped || node.label_asked || node.awaited > 0) continue;
    tree.nodes[id].label_asked = true;
    if (!may_be_labelled(node.role, node.name, traits)) continue;
    ask_label(id);
    if (options_.text) ask_choice(id);
  }
}

void TreeReader::ask_choice(NodeId node) {
  // Qt's combo boxes have no name of their own.
  if (tree.nodes[node].role != role::kComboBox || !application_.traits().labels_are_relations) return;
  send(
      [this, node](Caller& caller) {
        return caller.with_index(tree.object(node, application_.key), Method::kGetSelectedChild, 0);
      },
      [this, node](const dbus::Reply& reply) {
        if (!reply.is_reply()) return;
        dbus::Reader body = reply.body();
        const ObjectName chosen = read_object(body);
        // One with an entry may say that nothing is chosen, though it is.
        if (!body.ok() || chosen.path == kNullPath) return;
        send([chosen](Caller& caller) { return caller.get(chosen, Property::kName); },
             [this, node](const dbus::Reply& named) {
               if (!named.is_reply()) return;
               dbus::Reader body = named.body();
               const std::string_view name = tree.keep(read_variant_string(body));
               if (!name.empty()) tree.choices[node] = name;
             });
      });
}

void TreeReader::ask_contents() {
  const Toolkit toolkit = application_.toolkit;
  const ToolkitTraits& traits = application_.traits();
  if (traits.unchecked_cells_look_plain) ask_check_boxes(*this);
  if (traits.choice_is_name) ask_labels();
  if (traits.combo_lists_do_not_choose) ask_combo_choices(*this);
  const bool refine = traits.has_xml_roles && !options_.attributes;
  const bool texts = options_.text || options_.names_from_text;
  // Of those whose place tells whether they show.
  const bool places = !reads_places() && !leaves_showing_out_ && !traits.showing_is_in_view;
  if (!texts && !options_.actions && !options_.attributes && !refine && !places) return;
  const NodeId end = static_cast<NodeId>(tree.nodes.size());
  for (NodeId id = 0; id < end && !stopped(); ++id) {
    const Node& at = tree.nodes[id];
    if (!at.linked || at.dropped || at.contents_asked || at.awaited > 0) continue;
    tree.nodes[id].contents_asked = true;
    const Node node = at;  // asking may add nodes
    if (refine && may_be_refined(node.role)) ask(id, Field::kAttributes);
    if (places && showing_is_by_place(node.role)) ask(id, Field::kExtents);
    if (texts && wants_text(node)) ask(id, traits.text_wants_its_length ? Field::kCharacterCount : Field::kText);
    const bool may_have_range = has_range(node.role) && (!traits.scroll_bars_lack_value || node.has(Interface::kValue));
    const bool is_spin = options_.text && is_spin_with_text(node.role, toolkit);  // see takes_number()
    if (is_spin || (options_.attributes && may_have_range)) {
      ask(id, Field::kLeast);
      ask(id, Field::kMost);
      if (!traits.steps_are_zero) ask(id, Field::kStep);
    }
    const bool has_number = node.has(Interface::kValue) && node.cell.empty() && number_is_value(node.role, node.states);
    if (options_.text && has_number) ask(id, Field::kNumber);
    if (options_.actions && node.has(Interface::kAction) && node.action_count != 0) {
      // WebKitGTK, whose page is another process's, never answers GetActions.
      if (!traits.action_list_lacks_names && node.bus.empty()) {
        ask(id, Field::kActions);
      } else if (node.action_count < 0) {
        ask(id, Field::kActionCount);
      } else {
        for (int32_t i = 0; i < node.action_count && i < 64; ++i) ask(id, Field::kActionName, static_cast<uint16_t>(i));
      }
    }
  }
}

}  // namespace surehand::atspi
