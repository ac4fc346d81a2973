#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/query/query.h"
#include "core/query/text_pattern.h"

// What a compiled selector is made of; the mirror of lib/sdk/selector/ast.ts. Internal to the matcher.
namespace surehand {

struct QueryExpression;
struct QueryStep;

struct QuerySelector {
  std::vector<QueryStep> steps;
};

struct QueryExpression {
  enum class Kind : uint8_t {
    kAnd,
    kOr,
    kNot,
    kGroup,
    kAny,
    kParent,
    kRole,
    kText,     // in a column of the node
    kAnyText,  // in its name, value or description
    kWindow,   // in the name of the window that holds it
    kProcess,
    kApp,
    kPid,
    kAttribute,
    kState,
    kRef,
    kHas,
    kRightOf,
    kLeftOf,
    kAbove,
    kBelow,
    kNear,
  };

  Kind kind = Kind::kAny;
  std::vector<QueryExpression> terms;  // kAnd, kOr, kNot, as written
  std::vector<uint32_t> order;         // kAnd, kOr: indices into terms, the cheapest first
  QuerySelector selector;              // kGroup, kHas, and the anchor of geometry
  std::array<bool, 256> roles{};       // kRole
  TextField field = TextField::kName;  // kText
  std::optional<TextPattern>
      pattern;        // kText, kAnyText, kWindow, kProcess, kApp; kAttribute, unless presence is enough
  std::string name;   // kAttribute, kRef
  StateTest state{};  // kState
  int64_t pid = 0;
  double distance = 0;  // kNear, px

  uint32_t id = 0;              // numbers all expressions of a query from 0, for what a run remembers of each
  uint32_t cost = 0;            // rough, to order terms by
  bool reaches_parent = false;  // its matches may lie outside of what is searched: `..`
  bool by_distance = false;     // it orders its matches by distance
  bool contextual = false;      // its truth depends on where the step searches
};

// What every match of an expression has, tested before anything else.
struct Prefilter {
  bool any_role = true;
  std::array<bool, 256> roles{};
  uint32_t on = 0;
  uint32_t off = 0;
  uint32_t applicable = 0;
};

struct QueryStep {
  QueryExpression match;
  struct Nth {
    int64_t index;
    bool excluded;
  };
  std::optional<Nth> nth;
  Prefilter prefilter;
};

// What compares with the name of an executable, where `.exe` counts for nothing.
inline bool names_executable(QueryExpression::Kind kind) {
  return kind == QueryExpression::Kind::kProcess || kind == QueryExpression::Kind::kApp;
}

inline constexpr int kGeometryFirst = static_cast<int>(QueryExpression::Kind::kRightOf);
inline bool is_geometry(QueryExpression::Kind kind) { return static_cast<int>(kind) >= kGeometryFirst; }

}  // namespace surehand
