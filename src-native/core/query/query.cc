#include "core/query/query.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/query/executable_name.h"
#include "core/query/query_node.h"

namespace surehand {
namespace {

using Kind = QueryExpression::Kind;
using Compare = TextPattern::Compare;

// Selectors that were parsed stay well below; data from elsewhere must not exhaust the stack or the clock.
constexpr int kMaxDepth = 400;
constexpr uint32_t kMaxExpressions = 10'000;

struct TextKey {
  std::string_view name;
  Kind kind;
  TextField field;
  Compare compare;
};

constexpr TextKey kTextKeys[] = {
    {"name", Kind::kText, TextField::kName, Compare::kLabel},
    {"text", Kind::kAnyText, TextField::kName, Compare::kPart},
    {"value", Kind::kText, TextField::kValue, Compare::kWhole},
    {"description", Kind::kText, TextField::kDescription, Compare::kWhole},
    {"placeholder", Kind::kText, TextField::kPlaceholder, Compare::kWhole},
    {"id", Kind::kText, TextField::kId, Compare::kExact},
    {"class", Kind::kText, TextField::kClass, Compare::kExact},
    {"process", Kind::kProcess, TextField::kName, Compare::kFolded},
    {"app", Kind::kApp, TextField::kName, Compare::kFolded},
    {"window", Kind::kWindow, TextField::kName, Compare::kWhole},
    {"localizedrole", Kind::kText, TextField::kLocalizedRole, Compare::kWhole},
    {"shortcut", Kind::kText, TextField::kShortcut, Compare::kWhole},
};

struct Relation {
  std::string_view name;
  Kind kind;
};

constexpr Relation kRelations[] = {
    {"rightof", Kind::kRightOf},
    {"leftof", Kind::kLeftOf},
    {"above", Kind::kAbove},
    {"below", Kind::kBelow},
};

// matches(States, StateTest), as masks.
void add_test(Prefilter& filter, const StateTest& test) {
  switch (test.value) {
    case StateValue::kTrue:
      filter.on |= bit(test.state);
      filter.off |= mixed_bit(test.state);
      break;
    case StateValue::kFalse:
      filter.off |= bit(test.state);
      filter.applicable |= bit(test.state) & States::kThreeValued;
      break;
    case StateValue::kMixed:
      filter.on |= mixed_bit(test.state);
      break;
  }
}

void add_roles(Prefilter& filter, const std::array<bool, 256>& roles) {
  if (filter.any_role) {
    filter.roles = roles;
    filter.any_role = false;
    return;
  }
  for (size_t i = 0; i < roles.size(); ++i) filter.roles[i] = filter.roles[i] && roles[i];
}

bool is_role_choice(const QueryExpression& expression) {
  if (expression.kind == Kind::kRole) return true;
  return expression.kind == Kind::kOr && std::all_of(expression.terms.begin(), expression.terms.end(), is_role_choice);
}

std::array<bool, 256> roles_of(const QueryExpression& expression) {
  std::array<bool, 256> roles = expression.roles;
  for (const QueryExpression& term : expression.terms) {
    const auto more = roles_of(term);
    for (size_t i = 0; i < roles.size(); ++i) roles[i] = roles[i] || more[i];
  }
  return roles;
}

// The terms that all hold for every match.
std::vector<const QueryExpression*> conjuncts(const QueryExpression& match) {
  if (match.kind != Kind::kAnd) return {&match};
  std::vector<const QueryExpression*> terms;
  for (const QueryExpression& term : match.terms) terms.push_back(&term);
  return terms;
}

class Reader {
 public:
  Result<QuerySelector> read(const json::Value& ast) {
    QuerySelector result;
    if (!selector(ast, result)) return Error{ErrorCode::kInvalidSelector, problem_, details_};
    return result;
  }
  uint32_t count() const { return next_id_; }

 private:
  // Each returns false after fail().

  bool fail(std::string_view what) {
    problem_ = "not a selector: " + std::string(what);
    return false;
  }

  bool selector(const json::Value& ast, QuerySelector& out) {
    const json::Value& steps = ast["steps"];
    if (!steps.is_array() || steps.as_array().empty()) return fail("`steps` is no list with at least one step");
    for (const json::Value& each : steps.as_array()) {
      QueryStep step;
      if (!expression(each["match"], step.match)) return false;
      const json::Value& nth = each["nth"];
      if (!nth.is_null()) {
        const double index = nth["index"].as_number(NAN);
        if (!(std::abs(index) <= INT32_MAX) || index != std::floor(index)) return fail("`nth` has no whole `index`");
        step.nth = QueryStep::Nth{static_cast<int64_t>(index), nth["excluded"].as_bool()};
      }
      if (!step.match.reaches_parent) {
        for (const QueryExpression* term : conjuncts(step.match)) {
          if (is_role_choice(*term)) add_roles(step.prefilter, roles_of(*term));
          if (term->kind == Kind::kState) add_test(step.prefilter, term->state);
        }
      }
      out.steps.push_back(std::move(step));
    }
    return true;
  }

  bool expression(const json::Value& ast, QueryExpression& out) {
    if (next_id_ >= kMaxExpressions) return fail("too many terms");
    if (depth_ >= kMaxDepth) return fail("nested too deeply");
    out.id = next_id_++;
    ++depth_;
    const bool good = ast.is_object() ? term(ast["kind"].as_string(), ast, out) : fail("a term is no object");
    --depth_;
    return good;
  }

  bool term(std::string_view kind, const json::Value& ast, QueryExpression& out) {
    if (kind == "and") return joined(Kind::kAnd, ast, out);
    if (kind == "or") return joined(Kind::kOr, ast, out);
    if (kind == "not") {
      out.kind = Kind::kNot;
      out.terms.resize(1);
      if (!expression(ast["term"], out.terms[0])) return false;
      out.cost = out.terms[0].cost;
      out.contextual = out.terms[0].contextual;
      return true;
    }
    if (kind == "any") return simple(Kind::kAny, 0, out);
    if (kind == "parent") {
      out.reaches_parent = out.contextual = true;
      return simple(Kind::kParent, 2, out);
    }
    if (kind == "role") return role(ast["role"].as_string(), out);
    if (kind == "text") return text(ast, out);
    if (kind == "attribute") return attribute(ast, out);
    if (kind == "state") return state(ast, out);
    if (kind == "pid") {
      const double pid = ast["pid"].as_number(-1);
      if (!(pid >= 0 && pid <= UINT32_MAX) || pid != std::floor(pid)) return fail("`pid` is no process id");
      out.pid = static_cast<int64_t>(pid);
      return simple(Kind::kPid, 2, out);
    }
    if (kind == "ref") {
      out.name = ast["ref"].as_string();
      return out.name.empty() ? fail("`ref` is no ref") : simple(Kind::kRef, 2, out);
    }
    if (kind == "group") return nested(Kind::kGroup, 300, ast["selector"], out);
    if (kind == "has") return nested(Kind::kHas, 200, ast["selector"], out);
    if (kind == "near") {
      out.distance = ast["distance"].as_number(NAN);
      if (!(out.distance >= 0)) return fail("`distance` is no distance");
      return nested(Kind::kNear, 400, ast["anchor"], out);
    }
    if (kind == "beside") {
      const std::string_view relation = ast["relation"].as_string();
      for (const Relation& each : kRelations) {
        if (each.name == relation) return nested(each.kind, 400, ast["anchor"], out);
      }
      return fail("there is no relation `" + std::string(relation) + "`");
    }
    return fail("there is no term of the kind `" + std::string(kind) + "`");
  }

  static bool simple(Kind kind, uint32_t cost, QueryExpression& out) {
    out.kind = kind;
    out.cost = cost;
    return true;
  }

  bool joined(Kind kind, const json::Value& ast, QueryExpression& out) {
    out.kind = kind;
    const json::Array& terms = ast["terms"].as_array();
    if (terms.empty()) return fail("`terms` is no list with at least one term");
    out.terms.resize(terms.size());
    bool by_distance = false;
    for (size_t i = 0; i < terms.size(); ++i) {
      QueryExpression& each = out.terms[i];
      if (!expression(terms[i], each)) return false;
      out.cost += each.cost;
      out.reaches_parent = out.reaches_parent || each.reaches_parent;
      out.contextual = out.contextual || each.contextual;
      by_distance = by_distance || each.by_distance;
    }
    out.by_distance = by_distance;
    out.order.resize(terms.size());
    std::iota(out.order.begin(), out.order.end(), 0);
    std::stable_sort(out.order.begin(), out.order.end(),
                     [&](uint32_t a, uint32_t b) { return out.terms[a].cost < out.terms[b].cost; });
    return true;
  }

  bool nested(Kind kind, uint32_t cost, const json::Value& ast, QueryExpression& out) {
    out.kind = kind;
    out.cost = cost;
    out.contextual = kind != Kind::kHas;
    out.by_distance = is_geometry(kind);
    return selector(ast, out.selector);
  }

  bool role(std::string_view name, QueryExpression& out) {
    const std::optional<Role> role = role_from_name(name);
    if (!role) return fail("there is no role `" + std::string(name) + "`");
    for (const Role kind : kinds_of(*role)) out.roles[static_cast<uint8_t>(kind)] = true;
    return simple(Kind::kRole, 1, out);
  }

  bool state(const json::Value& ast, QueryExpression& out) {
    const std::optional<State> state = state_from_name(ast["state"].as_string());
    if (!state) return fail("there is no state `" + std::string(ast["state"].as_string()) + "`");
    const json::Value& value = ast["value"];
    const bool mixed = value.as_string() == "mixed";
    if (!value.is_bool() && !(mixed && mixed_bit(*state) != 0)) return fail("a state has a value it cannot have");
    out.state = {*state, mixed ? StateValue::kMixed : value.as_bool() ? StateValue::kTrue : StateValue::kFalse};
    return simple(Kind::kState, 1, out);
  }

  bool text(const json::Value& ast, QueryExpression& out) {
    const std::string_view name = ast["key"].as_string();
    for (const TextKey& key : kTextKeys) {
      if (key.name != name) continue;
      out.field = key.field;
      simple(key.kind, key.kind == Kind::kAnyText ? 9 : 3, out);
      return pattern(ast["value"], key.compare, out);
    }
    return fail("there is no key `" + std::string(name) + "`");
  }

  bool attribute(const json::Value& ast, QueryExpression& out) {
    out.name = ast["name"].as_string();
    if (out.name.empty()) return fail("an attribute has no `name`");
    simple(Kind::kAttribute, 4, out);
    return ast["value"].is_null() || pattern(ast["value"], Compare::kExact, out);
  }

  bool pattern(const json::Value& ast, Compare compare, QueryExpression& out) {
    const std::string_view kind = ast["kind"].as_string();
    const auto written = [&](const char* member) {
      const std::string_view text = ast[member].as_string();
      return names_executable(out.kind) ? without_exe(text) : text;
    };
    if (kind == "literal" && ast["text"].is_string()) {
      out.pattern = TextPattern::literal(written("text"), compare);
      return true;
    }
    if (kind == "wildcard" && ast["pattern"].is_string()) {
      out.pattern = TextPattern::wildcard(written("pattern"), compare);
      out.cost += 8;
      return true;
    }
    if (kind == "regexp" && ast["source"].is_string()) {
      Result<TextPattern> compiled = TextPattern::regexp(ast["source"].as_string(), ast["flags"].as_string());
      if (!compiled) {
        problem_ = compiled.error().message;
        details_ = compiled.error().details;
        return false;
      }
      out.pattern = compiled.take();
      out.cost += 50;
      return true;
    }
    return fail("a value is neither literal, wildcard nor regexp");
  }

  uint32_t next_id_ = 0;
  int depth_ = 0;
  std::string problem_;
  json::Value details_;
};

// Whether an element can be judged by what is known of it alone.
bool needs_tree(const QueryExpression& expression) {
  switch (expression.kind) {
    case Kind::kGroup:
    case Kind::kParent:
    case Kind::kWindow:
    case Kind::kHas:
      return true;
    default:
      if (is_geometry(expression.kind)) return true;
      return std::any_of(expression.terms.begin(), expression.terms.end(), needs_tree);
  }
}

Query::PushDown analyse(const QuerySelector& selector) {
  Query::PushDown push;
  const QueryStep& last = selector.steps.back();
  push.needs_tree = selector.steps.size() > 1 || needs_tree(last.match);
  push.first_only = last.nth && last.nth->index == 0 && !last.nth->excluded;
  if (last.match.reaches_parent) return push;

  push.exact = !push.needs_tree;
  for (const QueryExpression* term : conjuncts(last.match)) {
    if (term->kind == Kind::kState) {
      push.states.push_back(term->state);
    } else if (!is_role_choice(*term) && term->kind != Kind::kAny) {
      push.exact = false;
    }
    if (term->kind == Kind::kText && term->field == TextField::kName) push.names.push_back(&*term->pattern);
  }
  if (!last.prefilter.any_role) {
    for (size_t i = 0; i < last.prefilter.roles.size(); ++i) {
      if (last.prefilter.roles[i]) push.roles.push_back(static_cast<Role>(i));
    }
    // Two roles at once: no element has them, and an empty list would mean any.
    if (push.roles.empty()) push.exact = false;
  }
  return push;
}

}  // namespace

Query::Query() = default;
Query::~Query() = default;

Result<std::shared_ptr<const Query>> Query::from_json(const json::Value& ast) {
  Reader reader;
  Result<QuerySelector> selector = reader.read(ast);
  if (!selector) return selector.take_error();
  std::shared_ptr<Query> query(new Query);
  query->root_ = std::make_unique<const QuerySelector>(selector.take());
  query->expressions_ = reader.count();
  query->push_down_ = std::make_unique<const PushDown>(analyse(*query->root_));
  return std::shared_ptr<const Query>(std::move(query));
}

const Query::PushDown& Query::push_down() const { return *push_down_; }

}  // namespace surehand
