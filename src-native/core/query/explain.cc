#include "core/query/explain.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/query/match.h"
#include "core/text/text.h"

namespace surehand {
namespace {

using Kind = QueryExpression::Kind;

constexpr size_t kNodesBetweenLooksAtTheClock = 1024;
constexpr size_t kLongestCompared = 48;

// How far two texts are apart, from 0 (equal) to 1: edits (with swaps of neighbours) by length.
double difference(std::string_view a, std::string_view b) {
  a = a.substr(0, kLongestCompared);
  b = b.substr(0, kLongestCompared);
  const size_t longer = std::max(a.size(), b.size());
  const size_t shorter = std::min(a.size(), b.size());
  if (shorter * 2 < longer) return 1;
  std::vector<size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last = std::exchange(last, row);
  }
  return static_cast<double>(last[b.size()]) / static_cast<double>(longer);
}

// How unlikely it is, from 0 to 1, that the node was meant although the term fails: an element in another
// state was probably meant, one with another name only if the names are alike.
double unlikeliness(const QueryExpression& term, const Snapshot& snapshot, NodeIndex node) {
  switch (term.kind) {
    case Kind::kState:
      return 0.1;
    case Kind::kRole:
      return 0.5;
    case Kind::kText:
    case Kind::kAnyText: {
      const std::string* wanted = term.pattern->literal_form();
      const std::string text = normalise(snapshot.text(term.field, node));
      if (wanted == nullptr) return 0.6;
      // A part of a longer name was probably meant to be one (`name:Reply`, "Reply All").
      const bool part = !text.empty() && text.find(*wanted) != std::string::npos;
      return part ? 0.2 : difference(*wanted, text);
    }
    default:
      return 0.6;
  }
}

class Explanation {
 public:
  Explanation(const Query& query, const Snapshot& snapshot, const Limits& limits)
      : query_(query), snapshot_(snapshot), limits_(limits), matcher_(query, snapshot, limits) {}

  Result<json::Value> write(const MatchOptions& options, size_t max_near_misses) {
    json::Value steps{json::Array()};
    json::Value near_misses{json::Array()};
    size_t matches = 0;
    SearchArea area = matcher_.area_of(options);
    bool failed = false;
    for (const QueryStep& step : query_.root().steps) {
      std::vector<NodeIndex> found = explain_step(step, area, steps);
      if (found.empty() && !failed) {
        failed = true;
        near_misses = explain_misses(step, area, max_near_misses);
      }
      if (error_) return *error_;
      matches = found.size();
      area = matcher_.below(std::move(found));
    }
    json::Value result;
    result.set("matches", static_cast<uint64_t>(matches));
    result.set("steps", std::move(steps));
    result.set("nearMisses", std::move(near_misses));
    return result;
  }

 private:
  static std::vector<const QueryExpression*> terms_of(const QueryStep& step) {
    if (step.match.kind != Kind::kAnd) return {&step.match};
    std::vector<const QueryExpression*> terms;
    for (const QueryExpression& term : step.match.terms) terms.push_back(&term);
    return terms;
  }

  bool holds(const QueryStep& step, const QueryExpression& term, NodeIndex node, bool inside) {
    const bool beside_parent = step.match.reaches_parent && !term.reaches_parent;
    return beside_parent ? matcher_.test(term, node) : matcher_.is_match(term, node, inside);
  }

  std::vector<NodeIndex> explain_step(const QueryStep& step, const SearchArea& area, json::Value& out) {
    matcher_.enter(step, area);
    const std::vector<const QueryExpression*> terms = terms_of(step);
    const std::vector<NodeIndex> nodes = matcher_.candidates(step, area);
    std::vector<uint64_t> alone(terms.size(), 0), survivors(terms.size(), 0);
    for (const NodeIndex node : nodes) {
      if (!go_on()) return {};
      const bool inside = area.contains(node);
      bool survives = true;
      for (size_t i = 0; i < terms.size(); ++i) {
        const bool held = holds(step, *terms[i], node, inside);
        survives = survives && held;
        alone[i] += held;
        survivors[i] += survives;
      }
    }
    std::vector<NodeIndex> found = matcher_.matches(step, area, SIZE_MAX);
    if (matcher_.error()) error_ = matcher_.error();

    json::Value list{json::Array()};
    const auto add = [&](size_t term, uint64_t by_itself, uint64_t left) {
      json::Value each;
      each.set("term", static_cast<uint64_t>(term)).set("alone", by_itself).set("survivors", left);
      list.push(std::move(each));
    };
    for (size_t i = 0; i < terms.size(); ++i) add(i, alone[i], survivors[i]);
    if (step.nth) add(terms.size(), found.size(), found.size());
    json::Value described;
    described.set("searched", static_cast<uint64_t>(nodes.size()));
    described.set("matches", static_cast<uint64_t>(found.size()));
    described.set("terms", std::move(list));
    out.push(std::move(described));
    return found;
  }

  struct Miss {
    size_t fails;
    double unlikely;
    NodeIndex node;
  };

  json::Value explain_misses(const QueryStep& step, const SearchArea& area, size_t limit) {
    const std::vector<const QueryExpression*> terms = terms_of(step);
    const bool only_negated =
        std::all_of(terms.begin(), terms.end(), [](const auto* term) { return term->kind == Kind::kNot; });
    std::vector<Miss> misses;
    matcher_.enter(step, area);
    for (const NodeIndex node : matcher_.candidates(step, area)) {
      if (!go_on()) return {};
      const bool inside = area.contains(node);
      Miss miss{0, 0, node};
      bool has_part = false;
      for (const QueryExpression* term : terms) {
        if (holds(step, *term, node, inside)) {
          has_part = has_part || term->kind != Kind::kNot || only_negated;
          continue;
        }
        ++miss.fails;
        miss.unlikely += unlikeliness(*term, snapshot_, node);
      }
      // What is only not excluded (`!role:text`), or fails every term, is no near miss, unless it is spelt alike.
      const bool near = has_part || miss.unlikely < 0.5 * static_cast<double>(miss.fails);
      if (near) misses.push_back(miss);
    }
    const size_t shown = std::min(limit, misses.size());
    std::partial_sort(misses.begin(), misses.begin() + shown, misses.end(), [](const Miss& a, const Miss& b) {
      return std::tie(a.fails, a.unlikely, a.node) < std::tie(b.fails, b.unlikely, b.node);
    });

    json::Value list{json::Array()};
    for (size_t i = 0; i < shown; ++i) {
      const NodeIndex node = misses[i].node;
      json::Value fails{json::Array()};
      for (size_t t = 0; t < terms.size(); ++t) {
        if (!holds(step, *terms[t], node, area.contains(node))) fails.push(static_cast<uint64_t>(t));
      }
      // It holds, but it is not the one that `nth` asks for.
      if (misses[i].fails == 0) fails.push(static_cast<uint64_t>(terms.size()));
      json::Value miss;
      miss.set("node", node).set("fails", std::move(fails));
      list.push(std::move(miss));
    }
    return list;
  }

  bool go_on() {
    if (++visited_ % kNodesBetweenLooksAtTheClock == 0 && !error_) error_ = limits_.exceeded("an explanation");
    if (matcher_.error()) error_ = matcher_.error();
    return !error_;
  }

  const Query& query_;
  const Snapshot& snapshot_;
  const Limits& limits_;
  Matcher matcher_;
  size_t visited_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<json::Value> explain(const Query& query, const Snapshot& snapshot, const MatchOptions& options,
                            size_t max_near_misses, const Limits& limits) {
  if (options.scope >= snapshot.size()) {
    return Error{ErrorCode::kInvalidArgument, "the scope is no node of the tree", {}};
  }
  return Explanation(query, snapshot, limits).write(options, max_near_misses);
}

}  // namespace surehand
