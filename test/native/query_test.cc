#include "core/query/query.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/query/needs.h"
#include "support/selectors.h"

using namespace surehand;
using namespace surehand::test;

namespace {

bool refused(const Json& ast) {
  const auto query = Query::from_json(ast);
  return !query.ok() && query.error().code == ErrorCode::kInvalidSelector && !query.error().message.empty();
}

Query::PushDown push_down(const Json& ast) {
  const auto query = Query::from_json(ast);
  REQUIRE(query.ok());
  return (*query)->push_down();
}

Json nested(int depth) {
  Json ast = only(any());
  for (int i = 0; i < depth; ++i) ast = only(has(std::move(ast)));
  return ast;
}

}  // namespace

TEST_CASE("what is no selector is refused") {
  CHECK(refused(Json()));
  CHECK(refused(Json(1)));
  CHECK(refused(object({{"steps", Json(json::Array())}})));
  CHECK(refused(chain({Json("step")})));
  CHECK(refused(only(object({{"kind", "magic"}}))));
  CHECK(refused(only(role("buton"))));
  CHECK(refused(only(text("nmae", literal("x")))));
  CHECK(refused(only(text("name", Json("x")))));
  CHECK(refused(only(text("name", object({{"kind", "literal"}})))));
  CHECK(refused(only(state("shiny", true))));
  CHECK(refused(only(state("enabled", "mixed"))));
  CHECK(refused(only(state("enabled", 1))));
  CHECK(refused(only(all({}))));
  CHECK(refused(only(object({{"kind", "not"}}))));
  CHECK(refused(only(has(Json()))));
  CHECK(refused(only(near(only(any()), -1))));
  CHECK(refused(only(near(only(any()), NAN))));
  CHECK(refused(only(beside("inside", only(any())))));
  CHECK(refused(only(object({{"kind", "pid"}, {"pid", 1.5}}))));
  CHECK(refused(only(test::attribute(""))));
  CHECK(refused(chain({object({{"match", any()}, {"nth", object({{"index", 0.5}})}})})));
}

TEST_CASE("a query needs no more of a tree than its terms look at") {
  const auto needs = [](const Json& term) { return needs_of(**Query::from_json(only(term))); };
  CHECK_FALSE(needs(role("button")).text);
  CHECK_FALSE(needs(role("button")).names_from_text);
  // What an element says matters to its name only where it has no other.
  CHECK_FALSE(needs(name("Save")).text);
  CHECK(needs(name("Save")).names_from_text);
  CHECK(needs(text("value", literal("5"))).text);
  CHECK(needs(text("text", literal("5"))).text);
  CHECK(needs(text("text", literal("5"))).attributes);
  CHECK(needs(near(only(name("Save")))).bounds);
  CHECK(needs(near(only(name("Save")))).names_from_text);
  CHECK_FALSE(needs(name("Save")).states);
  CHECK(needs(state("enabled", true)).states);
  CHECK_FALSE(needs(state("enabled", true)).visible);
  CHECK(needs(state("visible", true)).visible);
}

TEST_CASE("selectors too deep or too large are refused, not followed") {
  CHECK(Query::from_json(nested(100)).ok());
  CHECK(refused(nested(410)));
  CHECK(refused(only(all(json::Array(20'000, any())))));
}

TEST_CASE("a role and states are pushed down as the whole selector") {
  const auto push = push_down(only(all({role("button"), state("enabled", true), state("checked", false)})));
  CHECK(push.roles == std::vector<Role>{Role::kButton});
  REQUIRE(push.states.size() == 2);
  CHECK(push.states[0].state == State::kEnabled);
  CHECK(push.states[1].value == StateValue::kFalse);
  CHECK(push.exact);
  CHECK_FALSE(push.needs_tree);
  CHECK_FALSE(push.first_only);
}

TEST_CASE("a choice of roles is pushed down as all of them") {
  const auto push = push_down(only(all({either({role("button"), role("link")}), name("Save")})));
  CHECK(push.roles == std::vector<Role>{Role::kButton, Role::kLink});
  CHECK_FALSE(push.exact);
  CHECK_FALSE(push.needs_tree);
}

TEST_CASE("what an element cannot be judged by alone needs the tree") {
  for (const Json& term : {has(only(any())), near(only(any())), parent(), text("window", literal("x")),
                           negated(has(only(any()))), group(chain({step(any()), step(any())}))}) {
    CAPTURE(json::stringify(term));
    CHECK(push_down(only(all({role("button"), term}))).needs_tree);
    CHECK_FALSE(push_down(only(all({role("button"), term}))).exact);
  }
  CHECK(push_down(chain({step(role("window")), step(role("button"))})).needs_tree);
}

TEST_CASE("of a chain, the last step is pushed down") {
  const auto push = push_down(chain({step(role("window")), step(role("button"), 0)}));
  CHECK(push.roles == std::vector<Role>{Role::kButton});
  CHECK(push.first_only);
  CHECK_FALSE(push.exact);
}

TEST_CASE("only `first` itself wants just the first match") {
  CHECK(push_down(chain({step(role("button"), 0)})).first_only);
  CHECK_FALSE(push_down(chain({step(role("button"), 1)})).first_only);
  CHECK_FALSE(push_down(chain({step(role("button"), -1)})).first_only);
  CHECK_FALSE(push_down(chain({step(role("button"), 0, true)})).first_only);
}

TEST_CASE("nothing is pushed down for `..`, whose matches the roles of the step say nothing about") {
  const auto push = push_down(chain({step(role("button")), step(either({parent(), role("link")}))}));
  CHECK(push.roles.empty());
  CHECK(push.states.empty());
}

TEST_CASE("two roles at once match nothing, and are not pushed down as any role") {
  const auto push = push_down(only(all({role("button"), role("link")})));
  CHECK_FALSE(push.exact);
}
