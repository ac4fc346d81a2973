#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/query/anchors.h"
#include "core/query/query_node.h"

namespace surehand {

// Where a step searches: below each match of the step before it.
struct SearchArea {
  struct Range {
    NodeIndex first;
    NodeIndex last;  // not included
  };
  std::vector<Range> ranges;       // ascending, apart
  std::vector<NodeIndex> parents;  // what `..` means: ascending, each once

  bool contains(NodeIndex node) const;
};

// One run of one query over one tree. What it finds out on the way (which texts match, who holds whom) it
// remembers.
//
// An expression is true or false of a node, wherever in the tree that is: test(). A step's matches are the
// nodes in its area of which its expression is true; with `..` the parents come in their place: is_match().
class Matcher {
 public:
  Matcher(const Query& query, const Snapshot& snapshot, const Limits& limits);

  SearchArea area_of(const MatchOptions& options) const;
  SearchArea below(std::vector<NodeIndex> matches) const;

  // In the order of SELECTORS.md, at most `limit`. Worth nothing when error() is set.
  std::vector<NodeIndex> matches(const QuerySelector& selector, const SearchArea& area, size_t limit);
  std::vector<NodeIndex> matches(const QueryStep& step, const SearchArea& area, size_t limit);

  // For explain: the step's matches before `nth`, and single terms of it.
  void enter(const QueryStep& step, const SearchArea& area);
  std::vector<NodeIndex> candidates(const QueryStep& step, const SearchArea& area) const;
  bool is_match(const QueryExpression& expression, NodeIndex node, bool inside);
  bool test(const QueryExpression& expression, NodeIndex node);
  static std::vector<NodeIndex> pick(const QueryStep& step, std::vector<NodeIndex> matches);

  const std::optional<Error>& error() const { return error_; }

 private:
  // What is remembered of an expression.
  struct Memory {
    std::vector<uint8_t> verdicts;  // by text, node or host: 0 unknown, 1 no, 2 yes
    bool resolved = false;          // `node` or `text` was looked up
    NodeIndex node = kNoNode;       // what a ref names, or the last one whose distance was asked for
    TextId text = kNoText;

    // For the area that the step is searched in; see enter().
    const SearchArea* area = nullptr;
    bool prepared = false;
    std::vector<NodeIndex> nodes;  // ascending
    std::unique_ptr<Anchors> anchors;
    double distance = kNoDistance;  // of `node` to them
  };

  template <class Visit>  // bool(NodeIndex): whether to go on
  bool scan(const QueryStep& step, NodeIndex first, NodeIndex last, Visit visit);
  bool passes(const Prefilter& filter, NodeIndex node) const;
  double distance(const QueryExpression& expression, NodeIndex node);
  void enter(const QueryExpression& expression, const SearchArea& area);

  std::optional<bool> compare(const TextPattern& pattern, std::string_view text);
  bool text_matches(const QueryExpression& expression, TextId text);
  bool attribute_matches(const QueryExpression& expression, NodeIndex node);
  bool host_matches(const QueryExpression& expression, NodeIndex node);
  bool in_group(const QueryExpression& expression, NodeIndex node);
  bool has(const QueryExpression& expression, NodeIndex node);
  void sweep(const QueryExpression& expression, Memory& memory);
  std::vector<NodeIndex> without_labelled(std::vector<NodeIndex> anchors) const;
  double anchor_distance(const QueryExpression& expression, NodeIndex node);
  NodeIndex window_of(NodeIndex node);
  uint32_t host_of(NodeIndex node);

  // Counts work; false once the limits are reached or something failed.
  bool go_on(size_t work = 1);
  void fail(Error error);

  const Snapshot& snapshot_;
  const Limits& limits_;
  const Role* roles_;
  const uint32_t* states_on_;
  std::vector<Memory> memories_;
  std::vector<NodeIndex> windows_;  // by node; empty until asked for
  std::vector<uint32_t> hosts_;     // by node, as index + 1; the same
  size_t work_ = 0;
  Clock::duration comparing_{0};
  std::optional<Error> error_;
};

}  // namespace surehand
