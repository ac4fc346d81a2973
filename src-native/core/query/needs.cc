#include "core/query/needs.h"

#include <algorithm>

#include "core/query/query_node.h"

namespace surehand {
namespace {

void add_needs(const QuerySelector& selector, QueryNeeds& needs);

void add_needs(const QueryExpression& expression, QueryNeeds& needs) {
  using Kind = QueryExpression::Kind;
  switch (expression.kind) {
    case Kind::kAnyText:
      needs.text = true;
      needs.attributes = true;  // the description
      break;
    case Kind::kText:
      if (expression.field == TextField::kName) {
        needs.names_from_text = true;
      } else if (expression.field == TextField::kValue) {
        needs.text = true;
      } else {
        needs.attributes = true;
        needs.actions = needs.actions || expression.field == TextField::kShortcut;
      }
      break;
    case Kind::kAttribute:
      needs.attributes = true;
      break;
    case Kind::kState:
      needs.states = true;
      needs.visible = needs.visible || expression.state.state == State::kVisible;
      break;
    case Kind::kRightOf:
    case Kind::kLeftOf:
    case Kind::kAbove:
    case Kind::kBelow:
    case Kind::kNear:
      needs.bounds = true;
      break;
    default:
      break;
  }
  for (const QueryExpression& term : expression.terms) add_needs(term, needs);
  add_needs(expression.selector, needs);
}

void add_needs(const QuerySelector& selector, QueryNeeds& needs) {
  for (const QueryStep& step : selector.steps) add_needs(step.match, needs);
}

bool is_told(const QuerySelector& selector);

bool is_told(const QueryExpression& expression) {
  using Kind = QueryExpression::Kind;
  switch (expression.kind) {
    case Kind::kAnyText:
    case Kind::kAttribute:
    case Kind::kRightOf:
    case Kind::kLeftOf:
    case Kind::kAbove:
    case Kind::kBelow:
    case Kind::kNear:
      return false;
    case Kind::kText:
      // The others an element has from its beginning to its end.
      if (expression.field == TextField::kValue || expression.field == TextField::kDescription ||
          expression.field == TextField::kPlaceholder || expression.field == TextField::kShortcut) {
        return false;
      }
      break;
    default:
      break;
  }
  const auto& terms = expression.terms;
  return std::all_of(terms.begin(), terms.end(), [](const auto& term) { return is_told(term); }) &&
         is_told(expression.selector);
}

bool is_told(const QuerySelector& selector) {
  const auto& steps = selector.steps;
  return std::all_of(steps.begin(), steps.end(), [](const QueryStep& step) { return is_told(step.match); });
}

bool is_local(const QuerySelector& selector);

bool is_local(const QueryExpression& expression) {
  using Kind = QueryExpression::Kind;
  if (is_geometry(expression.kind)) return false;
  switch (expression.kind) {
    case Kind::kHas:
    case Kind::kParent:
    case Kind::kRef:  // of an element that is gone, it is an error
      return false;
    default:
      break;
  }
  const auto& terms = expression.terms;
  return std::all_of(terms.begin(), terms.end(), [](const auto& term) { return is_local(term); }) &&
         is_local(expression.selector);
}

bool is_local(const QuerySelector& selector) {
  const auto& steps = selector.steps;
  return std::all_of(steps.begin(), steps.end(),
                     [](const QueryStep& step) { return !step.nth && is_local(step.match); });
}

bool has_pattern(const QuerySelector& selector);

bool has_pattern(const QueryExpression& expression) {
  if (expression.pattern && !expression.pattern->literal_form()) return true;
  const auto& terms = expression.terms;
  return std::any_of(terms.begin(), terms.end(), [](const auto& term) { return has_pattern(term); }) ||
         has_pattern(expression.selector);
}

bool has_pattern(const QuerySelector& selector) {
  const auto& steps = selector.steps;
  return std::any_of(steps.begin(), steps.end(), [](const QueryStep& step) { return has_pattern(step.match); });
}

}  // namespace

bool has_pattern(const Query& query) { return has_pattern(query.root()); }

bool is_told(const Query& query) { return is_told(query.root()); }

bool is_local(const Query& query) { return is_local(query.root()); }

QueryNeeds needs_of(const Query& query) {
  QueryNeeds needs;
  add_needs(query.root(), needs);
  return needs;
}

}  // namespace surehand
