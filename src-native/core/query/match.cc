#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "core/query/executable_name.h"
#include "core/query/match.h"

namespace surehand {
namespace {

using Kind = QueryExpression::Kind;

constexpr uint8_t kNo = 1;
constexpr uint8_t kYes = 2;
constexpr size_t kWorkBetweenLooksAtTheClock = 4096;
constexpr size_t kLongMatchedText = 4096;
constexpr Milliseconds kMostComparing{2000};

bool plain(const QuerySelector& selector) {
  return std::none_of(selector.steps.begin(), selector.steps.end(),
                      [](const QueryStep& step) { return step.nth || step.match.contextual; });
}

bool reaches_parent(const QuerySelector& selector) {
  return std::any_of(selector.steps.begin(), selector.steps.end(), [](const QueryStep& step) {
    const QueryExpression& match = step.match;
    return match.reaches_parent || match.kind == Kind::kGroup;
  });
}

Side side_of(Kind kind) {
  return static_cast<Side>(static_cast<int>(kind) - kGeometryFirst + static_cast<int>(Side::kRightOf));
}
static_assert(static_cast<int>(Kind::kNear) - kGeometryFirst == static_cast<int>(Side::kNear));
static_assert(static_cast<int>(Kind::kBelow) - kGeometryFirst == static_cast<int>(Side::kBelow));

bool contains(const std::vector<NodeIndex>& sorted, NodeIndex node) {
  return std::binary_search(sorted.begin(), sorted.end(), node);
}

// As FIELDS in lib/sdk/look/labels.ts.
bool takes_label(Role role) {
  switch (role) {
    case Role::kTextbox:
    case Role::kSearchbox:
    case Role::kCombobox:
    case Role::kListbox:
    case Role::kSpinButton:
    case Role::kSlider:
    case Role::kCheckbox:
    case Role::kRadio:
    case Role::kSwitch:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool SearchArea::contains(NodeIndex node) const {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), node,
                                      [](NodeIndex n, const Range& range) { return n < range.first; });
  return after != ranges.begin() && node < std::prev(after)->last;
}

Matcher::Matcher(const Query& query, const Snapshot& snapshot, const Limits& limits)
    : snapshot_(snapshot),
      limits_(limits),
      roles_(snapshot.role_column().data()),
      states_on_(snapshot.states_on_column().data()),
      memories_(query.expressions()) {}

SearchArea Matcher::area_of(const MatchOptions& options) const {
  SearchArea area;
  const NodeIndex first = options.include_scope ? options.scope : options.scope + 1;
  const NodeIndex last = snapshot_.subtree_end(options.scope);
  if (first < last) area.ranges.push_back({first, last});
  const NodeIndex parent = snapshot_.parent(options.scope);
  if (parent != kNoNode) area.parents.push_back(parent);
  return area;
}

SearchArea Matcher::below(std::vector<NodeIndex> matches) const {
  std::sort(matches.begin(), matches.end());
  SearchArea area;
  NodeIndex covered = 0;
  for (const NodeIndex node : matches) {
    const NodeIndex end = snapshot_.subtree_end(node);
    if (node + 1 < end && end > covered) {
      area.ranges.push_back({node + 1, end});
      covered = end;
    }
    if (snapshot_.parent(node) != kNoNode) area.parents.push_back(snapshot_.parent(node));
  }
  std::sort(area.parents.begin(), area.parents.end());
  area.parents.erase(std::unique(area.parents.begin(), area.parents.end()), area.parents.end());
  return area;
}

std::vector<NodeIndex> Matcher::matches(const QuerySelector& selector, const SearchArea& area, size_t limit) {
  const SearchArea* where = &area;
  SearchArea next;
  for (size_t i = 0;; ++i) {
    const bool last = i + 1 == selector.steps.size();
    std::vector<NodeIndex> found = matches(selector.steps[i], *where, last ? limit : SIZE_MAX);
    if (last || found.empty()) return found;
    next = below(std::move(found));
    where = &next;
  }
}

std::vector<NodeIndex> Matcher::matches(const QueryStep& step, const SearchArea& area, size_t limit) {
  enter(step, area);
  size_t wanted = limit;
  if (step.match.by_distance || (step.nth && step.nth->index < 0)) {
    wanted = SIZE_MAX;
  } else if (step.nth) {
    const auto index = static_cast<size_t>(step.nth->index);
    wanted = !step.nth->excluded ? index + 1 : limit == SIZE_MAX ? limit : limit + 1;
  }

  std::vector<NodeIndex> found;
  std::vector<std::pair<double, NodeIndex>> ranked;
  if (wanted == 0) return found;
  const auto take = [&](NodeIndex node) {
    if (step.match.by_distance) {
      ranked.emplace_back(distance(step.match, node), node);
      return true;
    }
    found.push_back(node);
    return found.size() < wanted;
  };
  if (step.match.reaches_parent) {
    for (const NodeIndex node : candidates(step, area)) {
      if (!go_on()) break;
      if (is_match(step.match, node, area.contains(node)) && !take(node)) break;
    }
  } else {
    for (const SearchArea::Range& range : area.ranges) {
      if (!scan(step, range.first, range.last, take)) break;
    }
  }
  std::sort(ranked.begin(), ranked.end());
  for (const auto& each : ranked) found.push_back(each.second);
  found = pick(step, std::move(found));
  if (found.size() > limit) found.resize(limit);
  return found;
}

std::vector<NodeIndex> Matcher::pick(const QueryStep& step, std::vector<NodeIndex> matches) {
  if (!step.nth) return matches;
  const auto size = static_cast<int64_t>(matches.size());
  const int64_t index = step.nth->index < 0 ? size + step.nth->index : step.nth->index;
  const bool there = index >= 0 && index < size;
  if (step.nth->excluded) {
    if (there) matches.erase(matches.begin() + index);
    return matches;
  }
  if (!there) return {};
  return {matches[index]};
}

std::vector<NodeIndex> Matcher::candidates(const QueryStep& step, const SearchArea& area) const {
  std::vector<NodeIndex> nodes;
  for (const SearchArea::Range& range : area.ranges) {
    for (NodeIndex node = range.first; node < range.last; ++node) nodes.push_back(node);
  }
  if (!step.match.reaches_parent) return nodes;
  std::vector<NodeIndex> all;
  std::set_union(nodes.begin(), nodes.end(), area.parents.begin(), area.parents.end(), std::back_inserter(all));
  return all;
}

template <class Visit>
bool Matcher::scan(const QueryStep& step, NodeIndex first, NodeIndex last, Visit visit) {
  const Prefilter& filter = step.prefilter;
  for (NodeIndex node = first; node < last;) {
    const NodeIndex pause = std::min<NodeIndex>(last, node + kWorkBetweenLooksAtTheClock);
    if (!go_on(pause - node)) return false;
    for (; node < pause; ++node) {
      if (!filter.any_role && !filter.roles[static_cast<uint8_t>(roles_[node])]) continue;
      if (!passes(filter, node) || !test(step.match, node)) continue;
      if (error_ || !visit(node)) return false;
    }
  }
  return !error_;
}

bool Matcher::passes(const Prefilter& filter, NodeIndex node) const {
  if ((states_on_[node] & (filter.on | filter.off)) != filter.on) return false;
  return filter.applicable == 0 || (snapshot_.states(node).applicable & filter.applicable) == filter.applicable;
}

// The sum where several geometry terms hold together, the least where one is enough; no distance without any.
double Matcher::distance(const QueryExpression& expression, NodeIndex node) {
  if (!expression.by_distance) return kNoDistance;
  if (is_geometry(expression.kind)) return anchor_distance(expression, node);
  double sum = 0, least = kNoDistance;
  bool any = false;
  for (const QueryExpression& term : expression.terms) {
    if (expression.kind == Kind::kOr && !test(term, node)) continue;
    const double each = distance(term, node);
    if (each == kNoDistance) continue;
    any = true;
    sum += each;
    least = std::min(least, each);
  }
  return expression.kind == Kind::kOr || !any ? least : sum;
}

void Matcher::enter(const QueryStep& step, const SearchArea& area) { enter(step.match, area); }

void Matcher::enter(const QueryExpression& expression, const SearchArea& area) {
  if (!expression.contextual) return;
  Memory& memory = memories_[expression.id];
  memory.area = &area;
  memory.prepared = false;
  memory.node = kNoNode;
  for (const QueryExpression& term : expression.terms) enter(term, area);
}

bool Matcher::is_match(const QueryExpression& expression, NodeIndex node, bool inside) {
  if (!expression.reaches_parent) return inside && test(expression, node);
  switch (expression.kind) {
    case Kind::kAnd:
      return std::all_of(expression.order.begin(), expression.order.end(), [&](uint32_t i) {
        const QueryExpression& term = expression.terms[i];
        return term.reaches_parent ? is_match(term, node, inside) : test(term, node);
      });
    case Kind::kOr:
      return std::any_of(expression.order.begin(), expression.order.end(),
                         [&](uint32_t i) { return is_match(expression.terms[i], node, inside); });
    default:
      return test(expression, node);
  }
}

bool Matcher::test(const QueryExpression& expression, NodeIndex node) {
  switch (expression.kind) {
    case Kind::kAnd:
      for (const uint32_t i : expression.order) {
        if (!test(expression.terms[i], node)) return false;
      }
      return true;
    case Kind::kOr:
      for (const uint32_t i : expression.order) {
        if (test(expression.terms[i], node)) return true;
      }
      return false;
    case Kind::kNot:
      return !test(expression.terms[0], node);
    case Kind::kAny:
      return true;
    case Kind::kRole:
      return expression.roles[static_cast<uint8_t>(roles_[node])];
    case Kind::kState:
      return surehand::matches(snapshot_.states(node), expression.state);
    case Kind::kText:
      return text_matches(expression, snapshot_.text_id(expression.field, node));
    case Kind::kAnyText:
      return text_matches(expression, snapshot_.text_id(TextField::kName, node)) ||
             text_matches(expression, snapshot_.text_id(TextField::kValue, node)) ||
             text_matches(expression, snapshot_.text_id(TextField::kDescription, node));
    case Kind::kWindow: {
      const NodeIndex window = window_of(node);
      return window != kNoNode && text_matches(expression, snapshot_.text_id(TextField::kName, window));
    }
    case Kind::kProcess:
    case Kind::kApp:
    case Kind::kPid:
      return host_matches(expression, node);
    case Kind::kAttribute:
      return attribute_matches(expression, node);
    case Kind::kRef: {
      Memory& memory = memories_[expression.id];
      if (!memory.resolved) memory.node = snapshot_.by_ref(expression.name);
      memory.resolved = true;
      return node == memory.node;
    }
    case Kind::kParent:
      return contains(memories_[expression.id].area->parents, node);
    case Kind::kGroup:
      return in_group(expression, node);
    case Kind::kHas:
      return has(expression, node);
    case Kind::kRightOf:
    case Kind::kLeftOf:
    case Kind::kAbove:
    case Kind::kBelow:
    case Kind::kNear:
      return anchor_distance(expression, node) != kNoDistance;
  }
  return false;
}

bool Matcher::text_matches(const QueryExpression& expression, TextId text) {
  if (text == kNoText) return false;
  std::vector<uint8_t>& verdicts = memories_[expression.id].verdicts;
  if (verdicts.empty()) verdicts.resize(snapshot_.table().size());
  if (verdicts[text] == 0) {
    const std::string_view whole = snapshot_.table().view(text);
    const std::optional<bool> matched =
        compare(*expression.pattern, names_executable(expression.kind) ? without_exe(whole) : whole);
    if (!matched) return false;
    verdicts[text] = *matched ? kYes : kNo;
  }
  return verdicts[text] == kYes;
}

// Nothing once the matching is over. What can take long is timed in sum: a match without a deadline
// ends too.
std::optional<bool> Matcher::compare(const TextPattern& pattern, std::string_view text) {
  if (!go_on(1 + text.size() / 64)) return std::nullopt;
  const bool long_winded = pattern.is_regexp() || text.size() > kLongMatchedText;
  const Clock::time_point start = long_winded ? Clock::now() : Clock::time_point();
  const std::optional<bool> matched = pattern.matches(text);
  if (long_winded) comparing_ += Clock::now() - start;
  if (!matched || comparing_ > kMostComparing) {
    fail({ErrorCode::kInvalidSelector,
          matched ? "comparing the selector's patterns with the texts of this tree took too long and was stopped; "
                    "write them simpler, or search a part of the tree"
                  : "a pattern of the selector took too many steps on one text and was stopped; write it without "
                    "backreferences or repeated wildcards",
          {}});
    return std::nullopt;
  }
  return matched;
}

bool Matcher::attribute_matches(const QueryExpression& expression, NodeIndex node) {
  const auto [first, last] = snapshot_.attributes(node);
  if (first == last) return false;
  Memory& memory = memories_[expression.id];
  if (!memory.resolved) memory.text = snapshot_.table().find(expression.name);
  memory.resolved = true;
  if (memory.text == kNoText) return false;
  return std::any_of(first, last, [&](const Snapshot::Attribute& attribute) {
    return attribute.key == memory.text && (!expression.pattern || text_matches(expression, attribute.value));
  });
}

bool Matcher::host_matches(const QueryExpression& expression, NodeIndex node) {
  const uint32_t index = host_of(node);
  if (index == 0) return false;
  const Host& host = snapshot_.hosts()[index - 1];
  if (expression.kind == Kind::kPid) return host.pid == expression.pid;
  if (expression.kind == Kind::kProcess) return text_matches(expression, host.process);
  return std::any_of(host.app_names.begin(), host.app_names.end(),
                     [&](TextId name) { return text_matches(expression, name); });
}

bool Matcher::in_group(const QueryExpression& expression, NodeIndex node) {
  Memory& memory = memories_[expression.id];
  if (!memory.prepared) {
    memory.nodes = matches(expression.selector, *memory.area, SIZE_MAX);
    std::sort(memory.nodes.begin(), memory.nodes.end());
    memory.prepared = true;
  }
  return contains(memory.nodes, node);
}

bool Matcher::has(const QueryExpression& expression, NodeIndex node) {
  Memory& memory = memories_[expression.id];
  if (memory.verdicts.empty()) {
    memory.verdicts.resize(snapshot_.size());
    if (plain(expression.selector)) sweep(expression, memory);
  }
  if (memory.verdicts[node] == 0) {
    if (!go_on()) return false;
    const NodeIndex end = snapshot_.subtree_end(node);
    // Only `..` leads out of the subtree; without it the first match decides.
    const size_t enough = reaches_parent(expression.selector) ? SIZE_MAX : 1;
    const std::vector<NodeIndex> found = matches(expression.selector, below({node}), enough);
    const bool inside =
        std::any_of(found.begin(), found.end(), [&](NodeIndex each) { return each > node && each < end; });
    memory.verdicts[node] = inside ? kYes : kNo;
  }
  return memory.verdicts[node] == kYes;
}

// For every node at once, from the last step to the first: a node has the rest of the chain below it when the
// next match of the first step behind it, in pre-order, is still in its subtree.
void Matcher::sweep(const QueryExpression& expression, Memory& memory) {
  std::vector<uint8_t> holds;  // the rest of the chain is below
  const std::vector<QueryStep>& steps = expression.selector.steps;
  for (size_t i = steps.size(); i-- > 0;) {
    std::vector<uint8_t> matched(snapshot_.size(), 0);
    scan(steps[i], 0, snapshot_.size(), [&](NodeIndex node) {
      matched[node] = holds.empty() || holds[node] == kYes;
      return true;
    });
    if (error_) return;
    holds.assign(snapshot_.size(), kNo);
    NodeIndex next = kNoNode;
    for (NodeIndex node = snapshot_.size(); node-- > 0;) {
      if (next != kNoNode && next < snapshot_.subtree_end(node)) holds[node] = kYes;
      if (matched[node]) next = node;
    }
  }
  memory.verdicts = std::move(holds);
}

// A field is called as its label is. Beside the label is meant, where both are found: from the field, another would be the nearest.
std::vector<NodeIndex> Matcher::without_labelled(std::vector<NodeIndex> anchors) const {
  const auto name_of = [&](NodeIndex node) { return snapshot_.text_id(TextField::kName, node); };
  std::unordered_set<TextId> labels;
  for (const NodeIndex anchor : anchors) {
    if (snapshot_.role(anchor) == Role::kText && name_of(anchor) != kNoText) labels.insert(name_of(anchor));
  }
  const auto is_labelled = [&](NodeIndex anchor) {
    return takes_label(snapshot_.role(anchor)) && labels.count(name_of(anchor)) != 0;
  };
  if (!labels.empty()) anchors.erase(std::remove_if(anchors.begin(), anchors.end(), is_labelled), anchors.end());
  return anchors;
}

double Matcher::anchor_distance(const QueryExpression& expression, NodeIndex node) {
  Memory& memory = memories_[expression.id];
  // Asked twice of each match: whether it is one, and how far it is.
  if (memory.prepared && memory.node == node) return memory.distance;
  const std::optional<Rect> bounds = snapshot_.bounds(node);
  if (!bounds || !go_on()) return kNoDistance;
  if (!memory.prepared) {
    std::vector<std::pair<NodeIndex, Rect>> elements;
    for (const NodeIndex anchor : without_labelled(matches(expression.selector, *memory.area, SIZE_MAX))) {
      if (const std::optional<Rect> rect = snapshot_.bounds(anchor)) elements.emplace_back(anchor, *rect);
    }
    memory.anchors = std::make_unique<Anchors>(side_of(expression.kind), expression.distance, elements);
    memory.prepared = true;
  }
  memory.node = node;
  memory.distance = memory.anchors->distance(node, *bounds);
  return memory.distance;
}

NodeIndex Matcher::window_of(NodeIndex node) {
  if (windows_.empty()) {
    windows_.resize(snapshot_.size());
    for (NodeIndex each = 0; each < snapshot_.size(); ++each) {
      const NodeIndex parent = snapshot_.parent(each);
      windows_[each] = snapshot_.is_window(each) ? each : parent == kNoNode ? kNoNode : windows_[parent];
    }
  }
  return windows_[node];
}

uint32_t Matcher::host_of(NodeIndex node) {
  if (hosts_.empty()) {
    hosts_.resize(snapshot_.size(), 0);
    const std::vector<Host>& hosts = snapshot_.hosts();
    for (uint32_t i = 0; i < hosts.size(); ++i) hosts_[hosts[i].node] = i + 1;
    for (NodeIndex each = 1; each < snapshot_.size(); ++each) {
      if (hosts_[each] == 0) hosts_[each] = hosts_[snapshot_.parent(each)];
    }
  }
  return hosts_[node];
}

bool Matcher::go_on(size_t work) {
  if (error_) return false;
  work_ += work;
  if (work_ < kWorkBetweenLooksAtTheClock) return true;
  work_ = 0;
  error_ = limits_.exceeded("a selector to be matched");
  return !error_;
}

void Matcher::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

Result<std::vector<NodeIndex>> match(const Query& query, const Snapshot& snapshot, const MatchOptions& options,
                                     const Limits& limits) {
  if (snapshot.size() == 0) return std::vector<NodeIndex>();
  if (options.scope >= snapshot.size()) {
    return Error{ErrorCode::kInvalidArgument, "the scope is no node of the tree", {}};
  }
  Matcher matcher(query, snapshot, limits);
  std::vector<NodeIndex> found = matcher.matches(query.root(), matcher.area_of(options), options.limit);
  if (matcher.error()) return *matcher.error();
  return found;
}

}  // namespace surehand
