#include "platform/linux/read/conversion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/text/rich_text.h"
#include "core/text/shortcut.h"
#include "core/tree/viewport.h"
#include "core/vocabulary.h"
#include "platform/linux/quirks/cells.h"
#include "platform/linux/quirks/containers.h"
#include "platform/linux/quirks/displaced.h"
#include "platform/linux/quirks/names.h"
#include "platform/linux/quirks/quick.h"
#include "platform/linux/quirks/spin_buttons.h"
#include "platform/linux/quirks/tabs.h"
#include "platform/linux/read/attribute_names.h"
#include "platform/linux/read/owners.h"
#include "platform/linux/read/visibility.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// U+FFFC stands for an embedded object.
constexpr std::string_view kEmbedded = "\xef\xbf\xbc";

std::string without_objects(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, kEmbedded.size(), kEmbedded) == 0) {
      i += kEmbedded.size() - 1;
    } else {
      plain.push_back(text[i]);
    }
  }
  return plain;
}

// Levels; deeper trees than that are made by mistake or on purpose, and all that goes up from a node costs as many steps. JSON
// nests twice as deep, and 512 levels are read.
constexpr uint32_t kDeepestTree = 250;

// Bytes of a name, or another text that matching looks at: what is longer takes longer to compare than a deadline allows.
constexpr size_t kLongestConverted = 16 << 10;

// The beginning of a text that is longer than that, in whole characters.
std::string_view beginning(std::string_view text) {
  if (text.size() <= kLongestConverted) return text;
  size_t end = kLongestConverted;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

// Qt takes `<qt>` for `<html>`.
bool is_markup(std::string_view text) { return is_rich_text(text) || trimmed(text).substr(0, 4) == "<qt>"; }

// A tooltip is often no more than paragraphs: those that are closed again are meant as markup.
bool is_markup_of_tooltip(std::string_view text) {
  constexpr std::string_view kEnd = "</p>";
  const std::string_view inside = trimmed(text);
  const bool begins = inside.substr(0, 3) == "<p>" || inside.substr(0, 3) == "<p ";
  return is_markup(text) ||
         (begins && inside.size() > kEnd.size() && inside.substr(inside.size() - kEnd.size()) == kEnd);
}

CutReason reason_of(TreeReader::Stop stop) {
  switch (stop) {
    case TreeReader::Stop::kNone:
      return CutReason::kBudget;
    case TreeReader::Stop::kDeadline:
      return CutReason::kDeadline;
    default:
      return CutReason::kUnresponsive;
  }
}

}  // namespace

bool is_titled(uint32_t role_number) {
  return role_number == role::kFrame || role_number == role::kDialog || role_number == role::kWindow;
}

namespace {

class Conversion {
 public:
  Conversion(TreeReader& reader, Places places)
      : reader_(reader), places_(std::move(places)), tree_(reader.tree), builder_(tree_.nodes.size()) {
    std::stable_sort(tree_.cuts.begin(), tree_.cuts.end(),
                     [](const NodeCut& a, const NodeCut& b) { return a.node < b.node; });
    converted_.reserve(tree_.nodes.size());
    role_names_.resize(160, kNoText);
    holds_shown_ = what_holds_shown(reader.application().toolkit, tree_);
    owners_ = owners_in(reader.session(), tree_, reader.limits());
    if (reader.root_owner) owners_[std::string(tree_.nodes[0].bus)] = reader.root_owner;
  }

  Converted run(const std::shared_ptr<RefBook>& refs, double captured_at, double duration) {
    const auto& application = reader_.application();
    learn_scale();
    learn_titles();
    struct Open {
      NodeId id;
      NodeIndex index;
      Surroundings inside;
      std::optional<Point> origin;
    };
    std::vector<Open> open;
    NodeId id = 0;
    while (id != kNone) {
      const Node& node = tree_.nodes[id];
      bool descend = false;
      if (!open.empty() && beyond(node)) {
        builder_.cut(open.back().index, why_beyond(node), node.depth > kDeepestTree ? "it is too deep" : "");
      } else if (!open.empty() && !node.dropped && !is_owned(node)) {
        // What it is asked to do could not be judged by whose it is.
        builder_.cut(open.back().index, CutReason::kFailed, "it is not known whose element that is");
      } else if (!node.dropped || open.empty()) {
        const Surroundings around = open.empty() || unplaced(open.size(), node) ? around_alone(id) : open.back().inside;
        const Visibility visibility = visibility_of(application.toolkit, node, around, holds_shown(id));
        if (reader_.options().only_visible && visibility != Visibility::kShown && !open.empty()) {
          builder_.cut(open.back().index, CutReason::kHidden);
        } else {
          const bool is_elsewhere =
              application.traits().rows_out_of_view_keep_place && visibility == Visibility::kScrolledOut;
          const std::optional<Point> origin = is_elsewhere   ? std::nullopt
                                              : open.empty() ? places_.origin
                                                             : origin_in(open.size(), node, tree_.nodes[open.back().id],
                                                                         open.back().origin, visibility);
          const NodeIndex index = add(id, around, visibility, origin, units_of(id, node, around, open.size()));
          if (open.empty() || tree_.nodes[open.back().id].bus != node.bus) host(node);
          open.push_back({id, index, around.inside(node, visibility), origin});
          descend = true;
        }
      }
      if (descend && node.first != kNone) {
        id = node.first;
        continue;
      }
      if (descend) {
        builder_.close();
        open.pop_back();
      }
      id = open.empty() ? kNone : node.next;
      while (id == kNone && !open.empty()) {
        id = open.size() > 1 ? tree_.nodes[open.back().id].next : kNone;
        builder_.close();
        open.pop_back();
      }
    }
    if (reader_.stopped()) builder_.cut(0, reason_of(reader_.stop()), "not everything was read");
    return {builder_.finish(application.key, refs, captured_at, duration), std::move(converted_)};
  }

 private:
  bool is_owned(const Node& node) const { return node.bus.empty() || owners_.find(node.bus) != owners_.end(); }

  void host(const Node& node) {
    const auto owner = owners_.find(node.bus);
    const ApplicationRecord& record = owner == owners_.end() ? reader_.application() : *owner->second;
    builder_.host(record.executable, record.pid, record.names(), record.name, record.id);
  }

  // What was listed but not read, or is more than was asked for.
  bool beyond(const Node& node) const {
    const SnapshotOptions& options = reader_.options();
    return !node.known || node.depth > std::min(options.max_depth, kDeepestTree) ||
           (options.max_nodes != 0 && builder_.size() >= options.max_nodes);
  }

  // A node that no rule left out went between being listed and being asked: a model that is reset, say.
  CutReason why_beyond(const Node& node) const {
    const SnapshotOptions& options = reader_.options();
    const bool left_out = options.max_nodes != 0 || node.depth > options.max_depth;
    return node.known || left_out || reader_.stopped() ? reason_of(reader_.stop()) : CutReason::kChanging;
  }

  // What an element is in that is read without it.
  Surroundings around_alone(NodeId id) const {
    const auto known = tree_.around.find(id);
    return known == tree_.around.end() ? Surroundings{Visibility::kShown, true, {}} : known->second;
  }

  bool is_top_level(size_t depth) const { return depth == 1 && tree_.nodes[0].role == role::kApplication; }

  // Single elements are read as if they were the application's own children.
  bool unplaced(size_t depth, const Node& node) const { return is_top_level(depth) && !floats(role_of(node.role)); }

  bool holds_shown(NodeId id) const { return !holds_shown_.empty() && holds_shown_[id]; }

  double scale() const { return reader_.application().scale(); }

  // From any of its windows: all of them have the same. Seen anew each time unless it is usual: a window that is just becoming larger
  // looks as if its units were.
  void learn_scale() {
    double& scale = reader_.application().notes.scale;
    if (!places_.windows || scale == 1) return;
    std::optional<double> seen;
    for (NodeId id = tree_.nodes[0].first; id != kNone && !seen; id = tree_.nodes[id].next) {
      const Node& window = tree_.nodes[id];
      seen = places_.windows->scale(window.name, window.bounds);
    }
    scale = seen.value_or(scale);
  }

  void learn_titles() {
    if (!places_.windows) return;
    std::vector<std::string_view> known;
    std::vector<NodeId> nameless;
    for (NodeId id = tree_.nodes[0].first; id != kNone; id = tree_.nodes[id].next) {
      const Node& window = tree_.nodes[id];
      const std::string_view name = real_name(window.name, window.role, reader_.application().toolkit);
      if (name.empty() && is_titled(window.role)) {
        nameless.push_back(id);
      } else {
        known.push_back(name);
      }
    }
    for (const NodeId id : nameless) {
      if (nameless.size() > 1 && tree_.nodes[id].bounds.width <= 0) continue;
      Node& window = tree_.nodes[id];
      window.shown = tree_.keep(places_.windows->title(window.bounds, scale(), known));
    }
  }

  // What is added to the place of a node at that depth, as `inside` is to its parent's.
  std::optional<Point> origin_in(size_t depth, const Node& node, const Node& parent, std::optional<Point> inside,
                                 Visibility visibility) {
    const ApplicationRecord& application = reader_.application();
    if (!places_.within_window) {
      if (!application.may_be_libreoffice()) return Point();
      // Without what they are in, it is not known of them, and nothing is to be learnt.
      if (unplaced(depth, node)) return noted_displacement(application, node.path);
      if (is_top_level(depth)) inside = Point();
      if (!inside) return std::nullopt;
      const Point displacement = displacement_of(node, parent, *inside);
      if (node.bounds.width >= 0) note_displacement(application, node, displacement);
      return displacement;
    }
    if (depth > 1) return origin_in_window(node, parent, inside, visibility);
    return places_.windows ? origin_of_window(node) : places_.origin;
  }

  // Windows are told apart by all of them together.
  std::optional<Point> origin_of_window(const Node& node) {
    std::vector<WindowOrigins::Frame> frames;
    size_t which = 0;
    for (NodeId id = tree_.nodes[0].first; id != kNone; id = tree_.nodes[id].next) {
      const Node& each = tree_.nodes[id];
      if (&each == &node) which = frames.size();
      const Object object = tree_.object(id, reader_.application().key);
      frames.push_back({identity_of(object, reader_.application().key), std::string(each.name), each.bounds,
                        each.states, parts_of(each)});
    }
    return places_.windows->origin(frames, which, scale());
  }

  // What may be all of a window but its shadow: its children together, and those that hold others, some levels down.
  std::vector<Rect> parts_of(const Node& window) const {
    constexpr size_t kMostParts = 64;
    std::vector<Rect> parts(1);
    std::vector<NodeId> line;
    for (NodeId id = window.first; id != kNone; id = tree_.nodes[id].next) {
      parts[0] = including(parts[0], tree_.nodes[id].bounds);
      line.push_back(id);
    }
    for (size_t at = 0; at < line.size() && parts.size() < kMostParts; ++at) {
      const Node& node = tree_.nodes[line[at]];
      if (node.first != kNone) parts.push_back(node.bounds);
      for (NodeId id = node.first; id != kNone && line.size() < kMostParts; id = tree_.nodes[id].next)
        line.push_back(id);
    }
    return parts;
  }

  std::optional<Point> origin_in_window(const Node& node, const Node& parent, std::optional<Point> inside,
                                        Visibility visibility) {
    if (places_.popups_are_elsewhere && is_in_popup(tree_, node, parent)) {
      const ApplicationRecord& application = reader_.application();
      // What has no states was not asked for them: that does not say that it was closed.
      const bool is_told = node.states != 0 || reader_.reads_states();
      const bool is_new = is_told && may_be_unplaced(application, node.path, parent, visibility == Visibility::kShown);
      if (!inside) return std::nullopt;
      return origin_of_told(node, *inside, scale(), application.traits(), places_.told_popups, is_new);
    }
    if (!places_.popovers) return is_popover(tree_, node) ? std::nullopt : inside;
    const Node* owner = &parent;
    while (owner->bounds.width < 0 && owner->parent != kNone) owner = &tree_.nodes[owner->parent];  // a stack's page
    return places_.popovers->origin_in(tree_, node, *owner, inside, scale(), visibility == Visibility::kShown);
  }

  // px of a unit of the node's place. Nothing where it is not known whether it is in a page.
  std::optional<double> units_of(NodeId id, const Node& node, const Surroundings& around, size_t depth) const {
    if (!reader_.application().traits().pages_are_in_pixels || scale() == 1) return scale();
    if (around.page || node.role == role::kDocumentWeb) return 1;
    const bool is_alone = depth == 0 || unplaced(depth, node);
    const bool is_known = tree_.around.count(id) != 0 || node.role == role::kApplication;
    return is_alone && !is_known ? std::nullopt : std::optional(scale());
  }

  NodeIndex add(NodeId id, const Surroundings& around, Visibility visibility, std::optional<Point> origin,
                std::optional<double> units) {
    const Node& node = tree_.nodes[id];
    Role role = role_of(node.role);
    std::string_view xml_roles, class_name, placeholder, shortcuts, author_id = node.id;
    const auto* attribute = tree_.attributes.data() + node.attributes_first;
    const auto* attributes_end = attribute + node.attributes_count;
    for (const auto* it = attribute; it != attributes_end; ++it) {
      if (it->key == "xml-roles") xml_roles = it->value;
      if (it->key == "id" && author_id.empty()) author_id = it->value;
      if (it->key == "class") class_name = it->value;
      if (it->key == "placeholder-text") placeholder = it->value;
      if (it->key == "keyshortcuts") shortcuts = it->value;  // aria-keyshortcuts
    }
    if (may_be_refined(node.role)) role = refined_role(role, xml_roles);
    if (is_menu_called_bar(reader_.application().toolkit, node)) role = Role::kMenuItem;
    const auto container = container_role(tree_, id, reader_.application());
    if (container) role = *container;
    const bool is_around_button = container && node.role == role::kPushButton;
    // What the button in it says as well, or shows.
    const bool repeats =
        is_around_button && (node.first == kNone || tree_.nodes[node.first].description == node.description);

    const NodeIndex index = builder_.open(role);
    converted_.push_back(id);
    const Toolkit toolkit = reader_.application().toolkit;
    uint64_t meant = meant_states(node.role, node.states, toolkit);
    if (is_spin_with_text(node.role, toolkit) && !node.in(state::kReadOnly)) meant |= state::kEditable;
    States states = states_of(node.role, meant, visibility);
    if (node.role == role::kApplication) states.set(State::kEnabled);
    if (around.disabled && reader_.application().traits().enabled_inside_disabled) states.set(State::kEnabled, false);
    const bool is_down = node.role == role::kPushButton && (meant & state::kPressed) != 0;
    if (is_down && reader_.application().traits().toggles_look_plain) states.set(State::kPressed);
    const bool lacks_check = around.popover_menu && reader_.application().traits().popover_menus_lack_checks;
    if (lacks_check && seems_unchecked(node.role, meant)) states.applicable &= ~bit(State::kChecked);
    builder_.states(states);
    if (!is_around_button) texts(id, states);
    // Some ways of reading get it without asking; the same tree is not to differ by how it was read.
    if (reader_.options().attributes && !repeats && !node.description.empty()) {
      const bool is_rich = reader_.application().traits().names_may_be_markup && is_markup_of_tooltip(node.description);
      const std::string plain = is_rich ? plain_text_of(node.description) : std::string();
      builder_.text(TextField::kDescription, beginning(is_rich ? std::string_view(plain) : node.description));
    }
    builder_.text(TextField::kPlatformRole, platform_role(node.role));
    if (units) bounds(node, origin, *units);
    if (reader_.options().attributes) {
      if (!author_id.empty()) builder_.text(TextField::kId, beginning(author_id));
      if (!class_name.empty()) builder_.text(TextField::kClass, beginning(class_name));
      if (!placeholder.empty()) builder_.text(TextField::kPlaceholder, beginning(placeholder));
      for (const auto* it = attribute; it != attributes_end; ++it) {
        if (it->key == "id" || it->key == "class" || it->key == "placeholder-text") continue;
        const NamedAttribute named = named_attribute(it->key, it->value);
        if (named.key == attribute::kFormula && named.value.empty()) continue;
        builder_.attribute(beginning(named.key), beginning(named.value));
      }
      if (const auto orientation = orientation_of(node.states)) {
        builder_.attribute(attribute::kOrientation, *orientation);
      }
      if (const auto place = place_of_cell(node.cell)) {
        builder_.attribute(attribute::kRow, std::to_string(place->row));
        builder_.attribute(attribute::kColumn, std::to_string(place->column));
      }
    }
    range(id);
    actions(id);
    if (shortcuts.empty()) shortcuts = keys_in_name(node.name, node.role, toolkit);
    if (reader_.options().actions) shortcut(shortcuts);
    identity(node);
    cuts(id, index);
    return index;
  }

  // Of an editable combo box, as far as that was read: what its entry says, whatever was chosen before.
  std::string_view text_of_entry(const Node& combo) const {
    for (NodeId child = combo.first; child != kNone; child = tree_.nodes[child].next) {
      const Node& entry = tree_.nodes[child];
      if (entry.dropped) continue;
      if (text_is_value(entry.role, entry.states)) return entry.text;
      // GTK 4 has a box around it.
      const std::string_view inside =
          entry.role == role::kFiller || entry.role == role::kPanel ? text_of_entry(entry) : std::string_view();
      if (inside.data() != nullptr) return inside;
    }
    return {};
  }

  void texts(NodeId id, const States& states) {
    const Node& node = tree_.nodes[id];
    const Toolkit toolkit = reader_.application().toolkit;
    const ToolkitTraits& traits = reader_.application().traits();
    const auto label = tree_.labels.find(id);
    const auto range = tree_.ranges.find(id);
    const bool is_number = range != tree_.ranges.end() && takes_number(range->second);
    const bool is_value =
        text_is_value(node.role, node.states) || (is_spin_with_text(node.role, toolkit) && !is_number);
    const auto choice = tree_.choices.find(id);
    const bool knows_choice = choice != tree_.choices.end();
    const auto renamed = tree_.renamed.find(id);
    std::string_view name = real_name(renamed == tree_.renamed.end() ? node.name : renamed->second, node.role, toolkit);
    const bool has_own_name = knows_choice && !name.empty() && name != choice->second;
    const bool has_label = label != tree_.labels.end() && !label->second.empty();
    if (has_label && !has_own_name) name = label->second;
    std::string plain;
    if (traits.names_may_be_markup && is_markup(name)) {
      plain = plain_text_of(name);
      name = plain;
    } else if (traits.names_may_be_markup && name.find(kEmbedded) != std::string_view::npos) {
      plain = without_objects(name);
      name = trimmed(plain);
    }
    if (node.role != role::kComboBox && !node.shown.empty() && (name.empty() || may_be_class(name, toolkit))) {
      name = node.shown;
    }
    if (!is_value && name.empty() && !node.text.empty()) {
      // What a paragraph says is its name, as for any other static text.
      plain = without_objects(node.text);
      name = trimmed(plain);
    }
    if (!name.empty()) builder_.text(TextField::kName, beginning(name));
    if (states.has(State::kProtected)) return;
    std::string_view written = is_value ? node.text : std::string_view();
    if (written.data() == nullptr && node.role == role::kComboBox) written = text_of_entry(node);
    if (written.data() != nullptr) {
      builder_.text(TextField::kValue, written);
    } else if (node.role == role::kComboBox && !node.shown.empty()) {
      builder_.text(TextField::kValue, node.shown);
    } else if (node.has_number) {
      number_.clear();
      json::append_number(number_, node.number);
      builder_.text(TextField::kValue, number_);
    } else if (node.role == role::kComboBox && (traits.choice_is_name || knows_choice) && reader_.options().text) {
      // The name of one that is not labelled may be its own.
      if (knows_choice || has_label || !traits.labels_are_relations) {
        builder_.text(TextField::kValue, knows_choice ? choice->second : node.name);
      }
    }
  }

  void bounds(const Node& node, std::optional<Point> origin, double units) {
    Rect bounds = node.bounds;
    if (!reader_.options().bounds || places_.unknown) return;
    // Widgets that are not drawn are at INT_MIN, or have no size at all.
    if (bounds.width < 0 || bounds.height < 0 || (bounds.width == 0 && bounds.height == 0)) return;
    if (bounds.x == INT32_MIN || bounds.y == INT32_MIN) return;
    if (places_.within_window && !origin) return;
    bounds = {times(bounds.x, units), times(bounds.y, units), times(bounds.width, units), times(bounds.height, units)};
    if (origin) {
      bounds.x += origin->x;
      bounds.y += origin->y;
    }
    builder_.bounds(bounds);
  }

  void range(NodeId id) {
    const auto known = tree_.ranges.find(id);
    if (known == tree_.ranges.end() || !reader_.options().attributes) return;
    const auto& [least, most, step] = known->second;
    // Where there is no range, toolkits say 0 to 0, or the least and the greatest number that there are.
    if (is_bound(least) && is_bound(most) && least < most) {
      number(attribute::kMin, least);
      number(attribute::kMax, most);
    }
    // Swing says the least number that there is where it has no step.
    if (is_bound(step) && step >= std::numeric_limits<double>::min()) number(attribute::kStep, step);
  }

  static bool is_bound(double number) { return std::abs(number) < std::numeric_limits<double>::max(); }

  void number(std::string_view name, double number) {
    number_.clear();
    json::append_number(number_, number);
    builder_.attribute(name, number_);
  }

  TextId platform_role(uint32_t number) {
    if (number >= role_names_.size()) return builder_.intern(role_name(number));
    TextId& text = role_names_[number];
    if (text == kNoText) text = builder_.intern(role_name(number));
    return text;
  }

  void actions(NodeId id) {
    actions_.clear();
    for (uint32_t at = tree_.nodes[id].last_action; at != kNone; at = tree_.actions[at].before) {
      actions_.push_back(&tree_.actions[at]);
    }
    std::sort(actions_.begin(), actions_.end(),
              [](const NodeAction* a, const NodeAction* b) { return a->index < b->index; });
    for (const NodeAction* action : actions_) builder_.action(action->name);
  }

  // Toolkits say it with an action, web pages in an attribute.
  void shortcut(std::string_view of_page) {
    std::string keys = shortcut_of(of_page);
    for (const NodeAction* action : actions_) {
      if (keys.empty()) keys = shortcut_of(action->binding);
    }
    if (!keys.empty()) builder_.text(TextField::kShortcut, keys);
  }

  void identity(const Node& node) {
    if (!node.cell.empty()) {
      builder_.identity(node.cell);
    } else if (node.bus.empty() && node.path.substr(0, kPathPrefix.size()) == kPathPrefix) {
      builder_.identity(node.path.substr(kPathPrefix.size()));
    } else {
      builder_.identity(identity_of({node.bus, node.path}, reader_.application().key));
    }
  }

  void cuts(NodeId id, NodeIndex index) {
    auto it = std::lower_bound(tree_.cuts.begin(), tree_.cuts.end(), id,
                               [](const NodeCut& cut, NodeId wanted) { return cut.node < wanted; });
    for (; it != tree_.cuts.end() && it->node == id; ++it) builder_.cut(index, it->reason, it->detail);
    if (tree_.nodes[id].awaited > 0) builder_.cut(index, reason_of(reader_.stop()));
    if (is_bare_page(tree_, id, reader_.application().toolkit)) {
      builder_.cut(index, CutReason::kUnpublished, "the page that it shows is not published");
    }
  }

  TreeReader& reader_;
  Places places_;
  Tree& tree_;
  SnapshotBuilder builder_;
  std::vector<NodeId> converted_;
  std::vector<bool> holds_shown_;
  Owners owners_;
  std::vector<TextId> role_names_;
  std::string number_;
  std::vector<const NodeAction*> actions_;  // of one node
};

}  // namespace

Converted convert(TreeReader& reader, Places places, const std::shared_ptr<RefBook>& refs, double captured_at,
                  double duration) {
  return Conversion(reader, std::move(places)).run(refs, captured_at, duration);
}

}  // namespace surehand::atspi
