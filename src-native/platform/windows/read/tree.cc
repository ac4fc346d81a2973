#include "platform/windows/read/tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/json.h"
#include "core/text/shortcut.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/quirks/names.h"
#include "platform/windows/quirks/virtual_items.h"
#include "platform/windows/read/action_names.h"
#include "platform/windows/roles.h"
#include "platform/windows/states.h"

namespace surehand::uia {
namespace {

class Writing {
 public:
  Writing(const Tree& tree, const SnapshotOptions& options, SnapshotBuilder& builder)
      : tree_(tree), nodes_(tree.nodes), options_(options), builder_(builder) {}

  void run() {
    uint32_t at = 0;
    const auto size = static_cast<uint32_t>(nodes_.size());
    while (at < size) {
      const Tree::Node& node = nodes_[at];
      while (!open_.empty() && nodes_[open_.back().node].depth >= node.depth) close();
      const Facts* parent = parent_of_next();
      const Visibility visibility = visible(node, parent);
      if (!open_.empty() && beyond(node)) {
        builder_.cut(open_.back().index, CutReason::kBudget);
        at = end_of(at);
      } else if (!open_.empty() && options_.only_visible && visibility != Visibility::kShown) {
        builder_.cut(open_.back().index, CutReason::kHidden);
        at = end_of(at);
      } else {
        write(at, parent, visibility);
        ++at;
      }
    }
    while (!open_.empty()) close();
  }

 private:
  struct Open {
    uint32_t node;
    NodeIndex index;
    bool minimized;
    bool disabled;
  };

  const Facts* parent_of_next() const {
    if (!open_.empty()) return &nodes_[open_.back().node].facts;
    return tree_.above ? &*tree_.above : nullptr;
  }

  uint32_t end_of(uint32_t at) const {
    uint32_t end = at + 1;
    while (end < nodes_.size() && nodes_[end].depth > nodes_[at].depth) ++end;
    return end;
  }

  bool beyond(const Tree::Node& node) const {
    return node.depth > options_.max_depth || (options_.max_nodes != 0 && builder_.size() >= options_.max_nodes);
  }

  // Nothing of a minimised window has a place, and all of it says that it is off screen.
  bool in_minimized(const Tree::Node& node) const {
    return node.minimized || (!open_.empty() && node.kind == Tree::Kind::kElement && open_.back().minimized);
  }

  Visibility visible(const Tree::Node& node, const Facts* parent) const {
    if (node.kind != Tree::Kind::kElement) return Visibility::kShown;
    if (!in_minimized(node)) return visibility_of(node.facts, parent);
    return node.facts.window_shows && !*node.facts.window_shows ? Visibility::kHidden : Visibility::kShown;
  }

  void write(uint32_t at, const Facts* parent, Visibility visibility) {
    const Tree::Node& node = nodes_[at];
    const Facts& facts = node.facts;
    const bool is_window = node.kind == Tree::Kind::kWindow;
    const Role role = node.kind == Tree::Kind::kElement ? role_of(facts, parent) : node.role;
    const NodeIndex index = builder_.open(role);
    process(at);

    States states = states_of(facts, role, visibility);
    // What is in something that takes no input takes none. Of a window that is a dialog's to tell, which is in the tree.
    const bool disabled = !is_window && ((!open_.empty() && open_.back().disabled) || !facts.enabled);
    if (disabled) states.set(State::kEnabled, false);
    if (is_window) states.set(State::kEnabled);
    if (node.active) states.set(State::kActive);
    builder_.states(states);

    const bool minimized = in_minimized(node);
    texts(node, role, states, at);
    if (options_.bounds && !minimized && facts.bounds) builder_.bounds(*facts.bounds);
    if (options_.attributes) attributes(facts, role);
    if (options_.actions) {
      for (const std::string_view name : action_names(facts)) builder_.action(name);
      const std::string keys = shortcut_of(facts.accelerator);
      if (!keys.empty()) builder_.text(TextField::kShortcut, keys);
    }
    builder_.identity(node.identity, node.hold);
    if (node.cut) builder_.cut(index, *node.cut, node.cut_detail);
    virtual_items(at, index);
    open_.push_back({at, index, minimized, disabled});
  }

  void close() {
    builder_.close();
    open_.pop_back();
  }

  void process(uint32_t at) {
    while (next_host_ < tree_.hosts.size() && tree_.hosts[next_host_].node < at) ++next_host_;
    if (next_host_ == tree_.hosts.size() || tree_.hosts[next_host_].node != at) return;
    const Tree::Process& process = tree_.hosts[next_host_].process;
    builder_.host(process.executable, process.pid, process.names, process.name, process.id);
  }

  void texts(const Tree::Node& node, Role role, const States& states, uint32_t at) {
    const Facts& facts = node.facts;
    const std::string name = real_name(facts, role);
    if (!name.empty()) builder_.text(TextField::kName, name);
    builder_.text(TextField::kPlatformRole,
                  node.kind == Tree::Kind::kApplication ? "Application" : platform_role(facts));
    if (options_.attributes) {
      const std::string id = real_id(facts);
      if (!id.empty()) builder_.text(TextField::kId, id);
      if (!facts.class_name.empty()) builder_.text(TextField::kClass, facts.class_name);
      if (!facts.localized_role.empty()) builder_.text(TextField::kLocalizedRole, facts.localized_role);
      // Browsers say a field's placeholder as its help.
      const bool is_placeholder = (role == Role::kTextbox || role == Role::kSearchbox) && facts.framework == "Chrome";
      if (is_placeholder && !facts.help.empty()) builder_.text(TextField::kPlaceholder, facts.help);
      const std::string& description = !facts.description.empty() || is_placeholder ? facts.description : facts.help;
      if (!description.empty() && description != name) builder_.text(TextField::kDescription, description);
    }
    if (states.has(State::kProtected) || !options_.text) return;
    if (const auto value = value_of(facts, role, at)) builder_.text(TextField::kValue, *value);
  }

  std::optional<std::string> value_of(const Facts& facts, Role role, uint32_t at) const {
    switch (role) {
      case Role::kSlider:
      case Role::kProgressBar:
      case Role::kMeter:
      case Role::kScrollBar:
      case Role::kSpinButton:
        // What they say as a text is the number with a unit, in the user's language.
        if (facts.number) return number_text(*facts.number);
        return facts.value;
      case Role::kLink:
      case Role::kDocument:
      case Role::kImg:
        return std::nullopt;  // an address: see attributes()
      case Role::kCombobox:
        return facts.value ? facts.value : chosen_below(at);
      default:
        return facts.value;
    }
  }

  // WPF's combo boxes that take no text have no value; the item that is selected is one.
  std::optional<std::string> chosen_below(uint32_t at) const {
    const uint32_t end = end_of(at);
    for (uint32_t below = at + 1; below < end; ++below) {
      const Facts& facts = nodes_[below].facts;
      if (facts.has(kSelectionItemPattern) && facts.selected && !facts.name.empty()) return facts.name;
    }
    return std::nullopt;
  }

  void attributes(const Facts& facts, Role role) {
    if (facts.row) number(attribute::kRow, *facts.row);
    if (facts.column) number(attribute::kColumn, *facts.column);
    if (facts.rows) number(attribute::kRowcount, *facts.rows);
    if (facts.columns) number(attribute::kColcount, *facts.columns);
    // What the provider left out reads 0.
    const int level = facts.heading > 0 ? facts.heading : facts.level;
    if (level > 0) number(attribute::kLevel, level);
    if (facts.position > 0) number(attribute::kPosinset, facts.position);
    if (facts.size_of_set > 0) number(attribute::kSetsize, facts.size_of_set);
    // Where there is no range, providers say 0 to 0.
    if (facts.least && facts.most && *facts.least < *facts.most && is_bound(*facts.least) && is_bound(*facts.most)) {
      number(attribute::kMin, *facts.least);
      number(attribute::kMax, *facts.most);
    }
    if (facts.step && *facts.step > 0 && is_bound(*facts.step)) number(attribute::kStep, *facts.step);
    if (facts.orientation == 1) builder_.attribute(attribute::kOrientation, "horizontal");
    if (facts.orientation == 2) builder_.attribute(attribute::kOrientation, "vertical");
    if (!facts.formula.empty()) builder_.attribute(attribute::kFormula, facts.formula);
    const bool is_address = role == Role::kLink || role == Role::kDocument || role == Role::kImg;
    if (is_address && facts.value && !facts.value->empty()) builder_.attribute(attribute::kUrl, *facts.value);
    if (!facts.framework.empty()) builder_.attribute("uia:framework", facts.framework);
    if (!facts.item_status.empty()) builder_.attribute("uia:itemStatus", facts.item_status);
    if (!facts.access_key.empty()) builder_.attribute("uia:accessKey", facts.access_key);
  }

  void virtual_items(uint32_t at, NodeIndex index) {
    ItemCount items;
    const uint32_t end = end_of(at);
    for (uint32_t below = at + 1; below < end; below = end_of(below)) items.add(nodes_[below].facts);
    if (const auto missing = items.missing_of(nodes_[at].facts)) builder_.cut(index, CutReason::kVirtual, *missing);
  }

  static bool is_bound(double number) { return std::abs(number) < std::numeric_limits<double>::max(); }

  static std::string number_text(double number) {
    std::string text;
    json::append_number(text, number);
    return text;
  }
  void number(std::string_view name, double number) { builder_.attribute(name, number_text(number)); }

  const Tree& tree_;
  const std::vector<Tree::Node>& nodes_;
  const SnapshotOptions& options_;
  SnapshotBuilder& builder_;
  std::vector<Open> open_;
  size_t next_host_ = 0;
};

}  // namespace

void write_tree(const Tree& tree, const SnapshotOptions& options, SnapshotBuilder& builder) {
  Writing(tree, options, builder).run();
}

}  // namespace surehand::uia
