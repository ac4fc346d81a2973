#include "core/query/unique_selector.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/query/query.h"
#include "core/text/text.h"

namespace surehand {
namespace {

constexpr size_t kLongestText = 80;
constexpr size_t kAncestorsTried = 24;
constexpr size_t kDescendantsTried = 8;

// A selector in both its forms, so that what is handed out is what was tried.
struct Phrase {
  std::string text;
  json::Value match;  // an expression
};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// Bare where nothing in it could be read as anything but a letter of the value.
std::string written(std::string_view text) {
  const bool bare = text.front() != ' ' && text.back() != ' ' &&
                    std::all_of(text.begin(), text.end(), [](char c) { return is_word(c) || c == ' ' || c == '.'; });
  return bare ? std::string(text) : quoted(text);
}

json::Value literal(std::string_view key, std::string_view text) {
  json::Value value;
  value.set("kind", "literal").set("text", text);
  json::Value term;
  term.set("kind", "text").set("key", key).set("value", std::move(value));
  return term;
}

json::Value selector_of(std::vector<json::Value> matches) {
  json::Value steps{json::Array()};
  for (json::Value& match : matches) {
    json::Value step;
    step.set("match", std::move(match));
    steps.push(std::move(step));
  }
  json::Value selector;
  selector.set("steps", std::move(steps));
  return selector;
}

Phrase both(Phrase a, Phrase b) {
  json::Value match;
  match.set("kind", "and").set("terms", json::Array{std::move(a.match), std::move(b.match)});
  return {a.text + '|' + b.text, std::move(match)};
}

class Search {
 public:
  Search(const Snapshot& snapshot, NodeIndex node) : snapshot_(snapshot), node_(node) {}

  std::string run() {
    const std::vector<Phrase> phrases = phrases_of(node_);
    for (const Phrase& phrase : phrases) {
      if (is_unique({phrase.match})) return phrase.text;
    }

    // The last phrase says the most that does not change when the element is used.
    const Phrase& base = phrases.back();
    std::optional<std::string> best;
    size_t tried = 0;
    for (NodeIndex above = snapshot_.parent(node_); above != kNoNode && tried < kAncestorsTried;
         above = snapshot_.parent(above), ++tried) {
      for (const Phrase& ancestor : phrases_of(above)) {
        const std::string text = ancestor.text + " >> " + base.text;
        if (best && best->size() <= text.size()) continue;
        if (is_unique({ancestor.match, base.match})) best = text;
      }
    }
    if (best) return *best;
    if (const Phrase shown = both(base, visible()); is_unique({shown.match})) return shown.text;

    tried = 0;
    for (NodeIndex below = node_ + 1; below < snapshot_.subtree_end(node_) && tried < kDescendantsTried; ++below) {
      if (snapshot_.text(TextField::kName, below).empty()) continue;
      ++tried;
      for (const Phrase& inner : phrases_of(below)) {
        json::Value has;
        has.set("kind", "has").set("selector", selector_of({inner.match}));
        const Phrase with = both(base, {"has:(" + inner.text + ')', std::move(has)});
        if (is_unique({with.match})) return with.text;
      }
    }
    return counted(base);
  }

 private:
  // What tells an element from a hidden twin, and a hidden one from its twin that shows.
  Phrase visible() const {
    const bool visible = snapshot_.states(node_).has(State::kVisible);
    json::Value match;
    match.set("kind", "state").set("state", "visible").set("value", visible);
    return {visible ? "visible:true" : "visible:false", std::move(match)};
  }

  // What can be said of a node by itself, the most telling first and the most complete last.
  std::vector<Phrase> phrases_of(NodeIndex node) const {
    std::vector<Phrase> phrases;
    const std::string_view role_name = to_string(snapshot_.role(node));
    json::Value role_term;
    role_term.set("kind", "role").set("role", role_name);
    const Phrase role{"role:" + std::string(role_name), std::move(role_term)};
    std::optional<Phrase> id;
    if (const std::string_view text = snapshot_.text(TextField::kId, node); is_telling(text)) {
      const bool word = std::all_of(text.begin(), text.end(), is_word);
      id = Phrase{word ? '#' + std::string(text) : "id:" + written(text), literal("id", text)};
      phrases.push_back(*id);
    }
    Phrase most = id ? both(role, *id) : role;
    if (id) phrases.push_back(most);
    for (const auto& [key, field] : {std::pair<const char*, TextField>{"name", TextField::kName},
                                     {"placeholder", TextField::kPlaceholder},
                                     {"description", TextField::kDescription}}) {
      const std::string_view text = snapshot_.text(field, node);
      if (!is_telling(text)) continue;
      const Phrase said{std::string(key) + ':' + written(text), literal(key, text)};
      phrases.push_back(both(role, said));
      most = both(most, said);
      break;
    }
    if (phrases.empty() || phrases.back().text != most.text) phrases.push_back(std::move(most));
    return phrases;
  }

  // Short enough to be read, and more than white space.
  static bool is_telling(std::string_view text) {
    return !text.empty() && text.size() <= kLongestText && !normalise(text).empty();
  }

  std::vector<NodeIndex> matches_of(std::vector<json::Value> steps, size_t limit) const {
    const auto query = Query::from_json(selector_of(std::move(steps)));
    if (!query) return {};
    MatchOptions options;
    options.limit = limit;
    auto found = match(**query, snapshot_, options, Limits());
    return found ? found.take() : std::vector<NodeIndex>();
  }

  bool is_unique(std::vector<json::Value> steps) const {
    return matches_of(std::move(steps), 2) == std::vector<NodeIndex>{node_};
  }

  // By its place among those that are alike, counted in the smallest neighbourhood that has a selector of its
  // own.
  std::string counted(const Phrase& base) {
    size_t tried = 0;
    for (NodeIndex above = snapshot_.parent(node_); above != kNoNode && tried < kAncestorsTried;
         above = snapshot_.parent(above), ++tried) {
      for (const Phrase& ancestor : phrases_of(above)) {
        if (matches_of({ancestor.match}, 2) != std::vector<NodeIndex>{above}) continue;
        const size_t index = index_in(matches_of({ancestor.match, base.match}, SIZE_MAX));
        return ancestor.text + " >> " + base.text + "|nth:" + std::to_string(index);
      }
    }
    return base.text + "|nth:" + std::to_string(index_in(matches_of({base.match}, SIZE_MAX)));
  }

  size_t index_in(const std::vector<NodeIndex>& nodes) const {
    return static_cast<size_t>(std::find(nodes.begin(), nodes.end(), node_) - nodes.begin());
  }

  const Snapshot& snapshot_;
  const NodeIndex node_;
};

}  // namespace

std::string unique_selector(const Snapshot& snapshot, NodeIndex node) { return Search(snapshot, node).run(); }

}  // namespace surehand
