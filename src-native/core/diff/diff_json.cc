#include "core/diff/diff_json.h"

#include <algorithm>

namespace surehand {
namespace {

// Texts longer than this are given around what changed, with so much context on either side. Bytes.
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
  while (start > 0 &&
         ((start < before.size() && continues(before[start])) || (start < after.size() && continues(after[start]))))
    --start;
  size_t tail = 0;
  while (tail < shorter - start && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  while (tail > 0 && continues(before[before.size() - tail])) --tail;
  return {start, before.size() - tail, after.size() - tail};
}

// JavaScript counts strings in these: one for each character, two beyond U+FFFF. Only for valid UTF-8.
uint64_t utf16_length(std::string_view text) {
  uint64_t length = 0;
  for (const char c : text) length += continues(c) ? 0 : static_cast<unsigned char>(c) < 0xF0 ? 1 : 2;
  return length;
}

// `text` from `from` to `to` with its context; `…` where something was left out, in the middle too when the
// changed part is itself long.
std::string excerpt(std::string_view text, size_t from, size_t to) {
  const auto backwards = [&](size_t at) {
    while (at > 0 && at < text.size() && continues(text[at])) --at;
    return at;
  };
  const auto forwards = [&](size_t at) {
    while (at < text.size() && continues(text[at])) ++at;
    return at;
  };
  const size_t begin = backwards(from > kContext ? from - kContext : 0);
  const size_t end = forwards(std::min(text.size(), to + kContext));
  std::string result = begin > 0 ? "…" : "";
  if (to - from <= kLongText) {
    result += text.substr(begin, end - begin);
  } else {
    const size_t head = backwards(from + kLongText / 2);
    const size_t tail = forwards(to - kLongText / 2);
    result.append(text.substr(begin, head - begin)).append("…").append(text.substr(tail, end - tail));
  }
  return result + (end < text.size() ? "…" : "");
}

json::Value text_value(const Snapshot& tree, TextId id) {
  return id == kNoText ? json::Value() : json::Value(tree.table().view(id));
}

json::Value state_value(const States& states, State state) {
  if ((states.on & mixed_bit(state)) != 0) return "mixed";
  if ((States::kThreeValued & bit(state)) != 0 && (states.applicable & bit(state)) == 0) return nullptr;
  return states.has(state);
}

json::Value bounds_value(const std::optional<Rect>& rect) {
  if (!rect) return nullptr;
  json::Value value;
  value.set("x", rect->x).set("y", rect->y).set("width", rect->width).set("height", rect->height);
  return value;
}

TextId attribute_value(const Snapshot& tree, NodeIndex node, std::string_view key) {
  const auto [first, last] = tree.attributes(node);
  for (auto attribute = first; attribute != last; ++attribute) {
    if (tree.table().view(attribute->key) == key) return attribute->value;
  }
  return kNoText;
}

json::Value actions_value(const Snapshot& tree, NodeIndex node) {
  json::Value value{json::Array{}};
  const auto [first, last] = tree.actions(node);
  for (auto action = first; action != last; ++action) value.push(tree.table().view(*action));
  return value;
}

json::Value change_value(const Change& change, const Snapshot& before, NodeIndex old_node, const Snapshot& after,
                         NodeIndex node) {
  json::Value value;
  const auto set = [&](std::string attribute, json::Value old_value, json::Value new_value) {
    value.set("attribute", std::move(attribute)).set("old", std::move(old_value)).set("new", std::move(new_value));
  };
  const auto set_text = [&](std::string attribute, TextId old_id, TextId new_id) {
    const std::string_view old_text = before.table().view(old_id);
    const std::string_view new_text = after.table().view(new_id);
    if (std::max(old_text.size(), new_text.size()) <= kLongText) {
      set(std::move(attribute), text_value(before, old_id), text_value(after, new_id));
      return;
    }
    const Range range = changed_range(old_text, new_text);
    const auto part = [&](TextId id, std::string_view text, size_t end) {
      return id == kNoText ? json::Value() : json::Value(excerpt(text, range.start, end));
    };
    set(std::move(attribute), part(old_id, old_text, range.old_end), part(new_id, new_text, range.new_end));
    json::Value where;
    where.set("start", utf16_length(old_text.substr(0, range.start)))
        .set("oldEnd", utf16_length(old_text.substr(0, range.old_end)))
        .set("newEnd", utf16_length(new_text.substr(0, range.new_end)))
        .set("oldLength", utf16_length(old_text))
        .set("newLength", utf16_length(new_text));
    value.set("range", std::move(where));
  };
  switch (change.kind) {
    case Change::Kind::kRole:
      set("role", to_string(before.role(old_node)), to_string(after.role(node)));
      break;
    case Change::Kind::kText:
      set_text(std::string(to_string(change.field)), before.text_id(change.field, old_node),
               after.text_id(change.field, node));
      break;
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
      set_text("attr:" + change.attribute, attribute_value(before, old_node, change.attribute),
               attribute_value(after, node, change.attribute));
      break;
    case Change::Kind::kActions:
      set("actions", actions_value(before, old_node), actions_value(after, node));
      break;
  }
  return value;
}

}  // namespace

json::Value changes_to_json(const Modified& modified, const Snapshot& before, const Snapshot& after) {
  json::Value changes{json::Array{}};
  for (const Change& change : modified.changes)
    changes.push(change_value(change, before, modified.before, after, modified.after));
  return changes;
}

}  // namespace surehand
