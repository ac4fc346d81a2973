#include "core/query/needs.h"

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

}  // namespace

QueryNeeds needs_of(const Query& query) {
  QueryNeeds needs;
  add_needs(query.root(), needs);
  return needs;
}

}  // namespace surehand
