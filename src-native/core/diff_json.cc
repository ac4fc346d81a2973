#include <algorithm>

#include "core/diff.h"
#include "core/viewport.h"

namespace surehand {
namespace {

// Texts longer than this are given as the range that changed, with this much around it. Bytes.
constexpr size_t kLongText = 200;
constexpr size_t kContext = 32;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Where two texts begin and end to differ, on character boundaries.
struct Range {
  size_t start;
  size_t old_end;
  size_t new_end;
};
Range changed_range(std::string_view before, std::string_view after) {
  const size_t shorter = std::min(before.size(), after.size());
  size_t start = 0;
  while (start < shorter && before[start] == after[start]) ++start;
  while (start > 0 && ((start < before.size() && continues(before[start])) ||
                       (start < after.size() && continues(after[start]))))
    --start;
  size_t tail = 0;
  while (tail < shorter - start && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  while (tail > 0 && continues(before[before.size() - tail])) --tail;
  return {start, before.size() - tail, after.size() - tail};
}

// `text` from `from` to `to`, widened by the context, with `…` where something was left out.
std::string excerpt(std::string_view text, size_t from, size_t to) {
  size_t begin = from > kContext ? from - kContext : 0;
  size_t end = std::min(text.size(), to + kContext);
  while (begin > 0 && continues(text[begin])) --begin;
  while (end < text.size() && continues(text[end])) ++end;
  return (begin > 0 ? "…" : "") + std::string(text.substr(begin, end - begin)) +
         (end < text.size() ? "…" : "");
}

json::Value to_json(InViewport value) {
  switch (value) {
    case InViewport::kTrue:
      return true;
    case InViewport::kFalse:
      return false;
    case InViewport::kUnknown:
      break;
  }
  return "unknown";
}

json::Value text_value(const Snapshot& tree, TextId id) {
  return id == kNoText ? json::Value() : json::Value(tree.table().view(id));
}

json::Value state_value(const States& states, State state) {
  const State mixed = state == State::kChecked ? State::kCheckedMixed : State::kPressedMixed;
  if ((state == State::kChecked || state == State::kPressed) && states.has(mixed)) return "mixed";
  if ((States::kThreeValued & bit(state)) != 0 && (states.applicable & bit(state)) == 0) return nullptr;
  return states.has(state);
}

json::Value bounds_value(const std::optional<Rect>& rect) {
  if (!rect) return nullptr;
  json::Value value;
  value.set("x", rect->x).set("y", rect->y).set("width", rect->width).set("height", rect->height);
  return value;
}

json::Value attribute_value(const Snapshot& tree, NodeIndex node, std::string_view key) {
  const auto [first, last] = tree.attributes(node);
  for (auto attribute = first; attribute != last; ++attribute) {
    if (tree.table().view(attribute->key) == key) return tree.table().view(attribute->value);
  }
  return nullptr;
}

json::Value actions_value(const Snapshot& tree, NodeIndex node) {
  json::Value value{json::Array{}};
  const auto [first, last] = tree.actions(node);
  for (auto action = first; action != last; ++action) value.push(tree.table().view(*action));
  return value;
}

std::string_view field_name(TextField field) {
  constexpr std::string_view kNames[kTextFields] = {"name",  "value",       "description",  "id",
                                                    "class", "placeholder", "platformRole", "localizedRole"};
  return kNames[static_cast<size_t>(field)];
}

json::Value change_value(const Change& change, const Snapshot& before, NodeIndex old_node,
                         const Snapshot& after, NodeIndex node) {
  json::Value value;
  const auto set = [&](std::string attribute, json::Value old_value, json::Value new_value) {
    value.set("attribute", std::move(attribute))
        .set("old", std::move(old_value))
        .set("new", std::move(new_value));
  };
  switch (change.kind) {
    case Change::Kind::kRole:
      set("role", to_string(before.role(old_node)), to_string(after.role(node)));
      break;
    case Change::Kind::kText: {
      const TextId old_id = before.text_id(change.field, old_node);
      const TextId new_id = after.text_id(change.field, node);
      const std::string_view old_text = before.table().view(old_id);
      const std::string_view new_text = after.table().view(new_id);
      if (old_id == kNoText || new_id == kNoText || std::max(old_text.size(), new_text.size()) <= kLongText) {
        set(std::string(field_name(change.field)), text_value(before, old_id), text_value(after, new_id));
        break;
      }
      const Range range = changed_range(old_text, new_text);
      set(std::string(field_name(change.field)), excerpt(old_text, range.start, range.old_end),
          excerpt(new_text, range.start, range.new_end));
      json::Value where;
      where.set("start", uint64_t{range.start})
          .set("oldEnd", uint64_t{range.old_end})
          .set("newEnd", uint64_t{range.new_end})
          .set("oldLength", uint64_t{old_text.size()})
          .set("newLength", uint64_t{new_text.size()});
      value.set("range", std::move(where));
      break;
    }
    case Change::Kind::kState: {
      States only;
      only.set(change.state);
      set(to_strings(only).front(), state_value(before.states(old_node), change.state),
          state_value(after.states(node), change.state));
      break;
    }
    case Change::Kind::kBounds:
      set("bounds", bounds_value(before.bounds(old_node)), bounds_value(after.bounds(node)));
      break;
    case Change::Kind::kAttribute:
      set("attr:" + change.attribute, attribute_value(before, old_node, change.attribute),
          attribute_value(after, node, change.attribute));
      break;
    case Change::Kind::kActions:
      set("actions", actions_value(before, old_node), actions_value(after, node));
      break;
  }
  return value;
}

json::Value node_value(const Snapshot& tree, NodeIndex node, InViewport shows) {
  json::Value value;
  value.set("node", node).set("ref", tree.ref(node)).set("role", to_string(tree.role(node)));
  for (TextField field : {TextField::kName, TextField::kValue}) {
    const TextId id = tree.text_id(field, node);
    if (id != kNoText) value.set(std::string(field_name(field)), tree.table().view(id));
  }
  value.set("inViewport", to_json(shows));
  return value;
}

}  // namespace

Result<DiffOptions> DiffOptions::from_json(const json::Value& value) {
  DiffOptions options;
  for (size_t i = 0; i < kNoiseRules; ++i) {
    const json::Value& rule = value["suppress"][to_string(static_cast<NoiseRule>(i))];
    options.suppress[i] = rule.as_bool(true);
  }
  return options;
}

json::Value to_json(const Diff& diff, const Snapshot& before, const Snapshot& after) {
  const std::vector<InViewport> old_viewport = viewport(before);
  const std::vector<InViewport> new_viewport = viewport(after);
  json::Value added{json::Array{}}, removed{json::Array{}}, modified{json::Array{}}, moved{json::Array{}};
  for (NodeIndex node : diff.added) added.push(node_value(after, node, new_viewport[node]));
  for (NodeIndex node : diff.removed) removed.push(node_value(before, node, old_viewport[node]));
  for (const Modified& entry : diff.modified) {
    json::Value value = node_value(after, entry.after, new_viewport[entry.after]);
    json::Value changes{json::Array{}};
    for (const Change& change : entry.changes)
      changes.push(change_value(change, before, entry.before, after, entry.after));
    value.set("before", entry.before).set("changes", std::move(changes));
    modified.push(std::move(value));
  }
  for (const Moved& entry : diff.moved) {
    json::Value value = node_value(after, entry.after, new_viewport[entry.after]);
    value.set("before", entry.before).set("reordered", entry.reordered);
    moved.push(std::move(value));
  }
  json::Value suppressed{json::Object{}};
  for (size_t i = 0; i < kNoiseRules; ++i) {
    if (diff.suppressed[i] > 0)
      suppressed.set(std::string(to_string(static_cast<NoiseRule>(i))), diff.suppressed[i]);
  }
  json::Value value;
  value.set("summary", diff.summary())
      .set("added", std::move(added))
      .set("removed", std::move(removed))
      .set("modified", std::move(modified))
      .set("moved", std::move(moved))
      .set("suppressed", std::move(suppressed))
      .set("uncertain", diff.uncertain);
  return value;
}

}  // namespace surehand
