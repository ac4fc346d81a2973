#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/regex/regex.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "core/tree/snapshot.h"

namespace surehand::test {

// SELECTORS.md read aloud: every node is asked every question, every time. What the matcher is compared with.
class NaiveMatcher {
 public:
  explicit NaiveMatcher(const Snapshot& tree) : tree_(tree) {}

  struct Area {
    std::vector<NodeIndex> nodes;
    std::vector<NodeIndex> parents;
  };

  Area scope(NodeIndex node, bool include) const {
    Area area;
    for (NodeIndex i = include ? node : node + 1; i < tree_.subtree_end(node); ++i) area.nodes.push_back(i);
    if (tree_.parent(node) != kNoNode) area.parents.push_back(tree_.parent(node));
    return area;
  }

  std::vector<NodeIndex> matches(const json::Value& selector, Area area) const {
    std::vector<NodeIndex> found;
    const json::Array& steps = selector["steps"].as_array();
    for (size_t i = 0; i < steps.size(); ++i) {
      if (i > 0) area = below(found);
      found = step_matches(steps[i], area);
    }
    return found;
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  static bool holds(const std::vector<NodeIndex>& nodes, NodeIndex node) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  }

  bool is_below(NodeIndex node, NodeIndex above) const {
    for (NodeIndex up = tree_.parent(node); up != kNoNode; up = tree_.parent(up)) {
      if (up == above) return true;
    }
    return false;
  }

  Area below(const std::vector<NodeIndex>& origins) const {
    Area area;
    for (NodeIndex node = 0; node < tree_.size(); ++node) {
      const auto is = [&](auto test) { return std::any_of(origins.begin(), origins.end(), test); };
      if (is([&](NodeIndex origin) { return is_below(node, origin); })) area.nodes.push_back(node);
      if (is([&](NodeIndex origin) { return tree_.parent(origin) == node; })) area.parents.push_back(node);
    }
    return area;
  }

  std::vector<NodeIndex> step_matches(const json::Value& step, const Area& area) const {
    std::vector<std::pair<double, NodeIndex>> ranked;
    for (NodeIndex node = 0; node < tree_.size(); ++node) {
      if (chosen(step["match"], node, area)) ranked.emplace_back(distance(step["match"], node, area), node);
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<NodeIndex> found;
    for (const auto& each : ranked) found.push_back(each.second);

    const json::Value& nth = step["nth"];
    if (nth.is_null()) return found;
    const auto size = static_cast<int64_t>(found.size());
    int64_t index = nth["index"].as_int();
    if (index < 0) index += size;
    const bool there = index >= 0 && index < size;
    if (nth["excluded"].as_bool()) {
      if (there) found.erase(found.begin() + index);
      return found;
    }
    if (!there) return {};
    return {found[index]};
  }

  static bool leads_to_parent(const json::Value& expression) {
    const std::string_view kind = expression["kind"].as_string();
    if (kind == "parent") return true;
    if (kind != "and" && kind != "or") return false;
    const json::Array& terms = expression["terms"].as_array();
    return std::any_of(terms.begin(), terms.end(), leads_to_parent);
  }

  // A match is in the area, or is there because `..` leads to it.
  bool chosen(const json::Value& expression, NodeIndex node, const Area& area) const {
    if (!leads_to_parent(expression)) return holds(area.nodes, node) && is(expression, node, area);
    const json::Array& terms = expression["terms"].as_array();
    const std::string_view kind = expression["kind"].as_string();
    if (kind == "or") {
      return std::any_of(terms.begin(), terms.end(), [&](const auto& term) { return chosen(term, node, area); });
    }
    if (kind == "and") {
      return std::all_of(terms.begin(), terms.end(), [&](const auto& term) {
        return leads_to_parent(term) ? chosen(term, node, area) : is(term, node, area);
      });
    }
    return is(expression, node, area);
  }

  bool is(const json::Value& e, NodeIndex node, const Area& area) const {
    const std::string_view kind = e["kind"].as_string();
    const json::Array& terms = e["terms"].as_array();
    if (kind == "and") {
      return std::all_of(terms.begin(), terms.end(), [&](const auto& term) { return is(term, node, area); });
    }
    if (kind == "or") {
      return std::any_of(terms.begin(), terms.end(), [&](const auto& term) { return is(term, node, area); });
    }
    if (kind == "not") return !is(e["term"], node, area);
    if (kind == "any") return true;
    if (kind == "parent") return holds(area.parents, node);
    if (kind == "group") return holds(matches(e["selector"], area), node);
    if (kind == "role") {
      const std::vector<Role> kinds = kinds_of(*role_from_name(e["role"].as_string()));
      return std::find(kinds.begin(), kinds.end(), tree_.role(node)) != kinds.end();
    }
    if (kind == "state") return state_is(e, node);
    if (kind == "ref") return tree_.ref(node) == e["ref"].as_string();
    if (kind == "pid") return tree_.host(node) && tree_.host(node)->pid == e["pid"].as_int();
    if (kind == "text") return text_is(e["key"].as_string(), e["value"], node);
    if (kind == "attribute") return attribute_is(e, node);
    if (kind == "has") {
      const std::vector<NodeIndex> found = matches(e["selector"], below({node}));
      return std::any_of(found.begin(), found.end(), [&](NodeIndex each) { return is_below(each, node); });
    }
    return anchor_distance(e, node, area) != kNone;
  }

  bool state_is(const json::Value& e, NodeIndex node) const {
    const State state = *state_from_name(e["state"].as_string());
    const json::Value& value = e["value"];
    return surehand::matches(tree_.states(node), {state, value.is_string() ? StateValue::kMixed
                                                         : value.as_bool() ? StateValue::kTrue
                                                                           : StateValue::kFalse});
  }

  bool text_is(std::string_view key, const json::Value& pattern, NodeIndex node) const {
    const auto field = [&](TextField which, NodeIndex of) {
      const TextId id = tree_.text_id(which, of);
      return id != kNoText && compare(key, pattern, tree_.table().view(id));
    };
    if (key == "name") return field(TextField::kName, node);
    if (key == "value") return field(TextField::kValue, node);
    if (key == "description") return field(TextField::kDescription, node);
    if (key == "placeholder") return field(TextField::kPlaceholder, node);
    if (key == "shortcut") return field(TextField::kShortcut, node);
    if (key == "localizedrole") return field(TextField::kLocalizedRole, node);
    if (key == "id") return field(TextField::kId, node);
    if (key == "class") return field(TextField::kClass, node);
    if (key == "text") {
      return field(TextField::kName, node) || field(TextField::kValue, node) || field(TextField::kDescription, node);
    }
    if (key == "window") {
      for (NodeIndex up = node; up != kNoNode; up = tree_.parent(up)) {
        if (tree_.role(up) == Role::kWindow || is_top_dialog(up)) return field(TextField::kName, up);
      }
      return false;
    }
    const Host* host = tree_.host(node);
    if (!host) return false;
    std::vector<TextId> names = host->app_names;
    if (key == "process") names = {host->process};
    return std::any_of(names.begin(), names.end(),
                       [&](TextId id) { return id != kNoText && compare(key, pattern, tree_.table().view(id)); });
  }

  bool is_top_dialog(NodeIndex node) const {
    const auto dialog = [&](NodeIndex n) {
      return tree_.role(n) == Role::kDialog || tree_.role(n) == Role::kAlertDialog;
    };
    if (!dialog(node)) return false;
    const NodeIndex up = tree_.parent(node);
    return up == kNoNode || dialog(up) || tree_.role(up) == Role::kWindow || tree_.role(up) == Role::kApplication ||
           tree_.role(up) == Role::kDesktop;
  }

  bool attribute_is(const json::Value& e, NodeIndex node) const {
    const auto [first, last] = tree_.attributes(node);
    return std::any_of(first, last, [&](const Snapshot::Attribute& attribute) {
      return tree_.table().view(attribute.key) == e["name"].as_string() &&
             (e["value"].is_null() || compare("id", e["value"], tree_.table().view(attribute.value)));
    });
  }

  static bool compare(std::string_view key, const json::Value& pattern, std::string_view raw) {
    if (pattern["kind"].as_string() == "regexp") {
      return *Regex::compile(pattern["source"].as_string(), pattern["flags"].as_string())->search(raw);
    }
    const bool literal = pattern["kind"].as_string() == "literal";
    const std::string wanted(pattern[literal ? "text" : "pattern"].as_string());
    const auto fits = [&](const std::string& form, const std::string& text) {
      if (literal) return key == "text" ? text.find(form) != std::string::npos : text == form;
      return glob(key == "text" ? "*" + form + "*" : form, text);
    };
    if (key == "id" || key == "class") return fits(wanted, std::string(raw));
    if (key == "process" || key == "app") return fits(plain(fold_case(wanted)), plain(fold_case(raw)));
    const std::string text = normalise(raw), form = normalise(wanted);
    const auto either_fits = [&](const std::string& shown) {
      for (const std::string& f : {form, literal ? mnemonic_free(form) : form}) {
        for (const std::string& t : {shown, mnemonic_free(shown)}) {
          if (fits(f, t)) return true;
        }
      }
      return false;
    };
    if (either_fits(text)) return true;
    if (key != "name" || form.back() == ':' || text.size() < 2 || text.back() != ':') return false;
    return either_fits(text.substr(0, text.size() - (text[text.size() - 2] == ' ' ? 2 : 1)));
  }

  // Of a folded name.
  static std::string plain(std::string name) {
    const bool exe = name.size() > 4 && name.compare(name.size() - 4, 4, ".exe") == 0;
    return exe ? name.substr(0, name.size() - 4) : name;
  }

  // Wildcards of the tests have no escapes and no mnemonic marks.
  static bool glob(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    if (pattern[0] == '*') {
      return glob(pattern.substr(1), text) || (!text.empty() && glob(pattern, text.substr(1)));
    }
    if (text.empty()) return false;
    size_t end = 0;
    utf8::next(text, end);
    if (pattern[0] == '?') return glob(pattern.substr(1), text.substr(end));
    return pattern[0] == text[0] && glob(pattern.substr(1), text.substr(1));
  }

  double distance(const json::Value& e, NodeIndex node, const Area& area) const {
    const std::string_view kind = e["kind"].as_string();
    if (kind == "near" || kind == "beside") return anchor_distance(e, node, area);
    if (kind != "and" && kind != "or") return kNone;
    double sum = 0, least = kNone;
    bool any = false;
    for (const json::Value& term : e["terms"].as_array()) {
      if (kind == "or" && !is(term, node, area)) continue;
      const double each = distance(term, node, area);
      if (each == kNone) continue;
      any = true;
      sum += each;
      least = std::min(least, each);
    }
    return kind == "or" || !any ? least : sum;
  }

  static bool is_field(Role role) {
    constexpr std::array kFields{Role::kTextbox, Role::kSearchbox, Role::kCombobox, Role::kListbox, Role::kSpinButton,
                                 Role::kSlider,  Role::kCheckbox,  Role::kRadio,    Role::kSwitch};
    return std::find(kFields.begin(), kFields.end(), role) != kFields.end();
  }

  // Of a label and the field that is called as it is, the label is the anchor.
  bool is_labelled_among(const std::vector<NodeIndex>& anchors, NodeIndex field) const {
    const std::string_view name = tree_.text(TextField::kName, field);
    return !name.empty() && std::any_of(anchors.begin(), anchors.end(), [&](NodeIndex other) {
      return tree_.role(other) == Role::kText && tree_.text(TextField::kName, other) == name;
    });
  }

  double anchor_distance(const json::Value& e, NodeIndex node, const Area& area) const {
    const auto own = tree_.bounds(node);
    double least = kNone;
    if (!own || own->width <= 0 || own->height <= 0) return least;
    const std::vector<NodeIndex> anchors = matches(e["anchor"], area);
    for (const NodeIndex anchor : anchors) {
      if (is_field(tree_.role(anchor)) && is_labelled_among(anchors, anchor)) continue;
      const auto other = tree_.bounds(anchor);
      if (anchor == node || !other || other->width <= 0 || other->height <= 0) continue;
      least = std::min(least, between(e, *own, *other));
    }
    return least;
  }

  static double between(const json::Value& e, const Rect& own, const Rect& other) {
    const double right = own.x - (other.x + other.width), left = other.x - (own.x + own.width);
    const double below = own.y - (other.y + other.height), above = other.y - (own.y + own.height);
    const bool rows = above < 0 && below < 0, columns = left < 0 && right < 0;
    const std::string_view relation = e["relation"].as_string();
    if (relation == "rightof") return right >= 0 && rows ? right : kNone;
    if (relation == "leftof") return left >= 0 && rows ? left : kNone;
    if (relation == "below") return below >= 0 && columns ? below : kNone;
    if (relation == "above") return above >= 0 && columns ? above : kNone;
    const double x = std::max({0.0, left, right}), y = std::max({0.0, above, below});
    const double apart = std::sqrt(x * x + y * y);
    return apart <= e["distance"].as_number() ? apart : kNone;
  }

  const Snapshot& tree_;
};

}  // namespace surehand::test
