#include <doctest/doctest.h>

#include <random>

#include "core/query/query.h"
#include "support/naive_match.h"
#include "support/selectors.h"

using namespace surehand;
using namespace surehand::test;

namespace {

class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}
  int upto(int most) { return static_cast<int>(engine_() % (most + 1)); }
  bool one_in(int n) { return upto(n - 1) == 0; }
  template <size_t N>
  std::string of(const char* const (&choices)[N]) {
    return choices[upto(N - 1)];
  }

 private:
  std::mt19937 engine_;
};

const char* const kRoles[] = {"button", "text", "group", "window", "dialog", "row"};
const char* const kNames[] = {"Save",
                              "save",
                              "_Save",
                              "Save\xE2\x80\xA6",
                              "Save all",
                              "a b",
                              " a \t b ",
                              "Stra\xC3\x9F"
                              "e",
                              "STRASSE",
                              "\xC3\x89t\xC3\xA9",
                              "E\xCC\x81te\xCC\x81",
                              "&",
                              "a.b",
                              "\xF0\x9F\x98\x80x",
                              ""};
const char* const kWildcards[] = {"s*", "*a*", "?ave", "*", "save?", "* *", "x*y", "??", "*e"};
const char* const kRegexps[] = {"a", "^s", "e$", "[A-Z]", "sa|b", "\\d"};
const char* const kFields[] = {"name",  "text",    "value", "description", "placeholder",  "id",
                               "class", "process", "app",   "window",      "localizedrole"};
const char* const kStates[] = {"enabled", "visible", "checked", "pressed", "selected", "expanded", "readonly"};
const char* const kAttributes[] = {"tag", "level"};

SnapshotPtr random_tree(Dice& dice) {
  SnapshotBuilder builder;
  builder.open(dice.one_in(2) ? Role::kApplication : Role::kWindow);
  const int nodes = 1 + dice.upto(40);
  for (int i = 0; i < nodes; ++i) {
    builder.open(*role_from_name(dice.of(kRoles)));
    States states;
    for (const char* each : kStates) {
      const int toss = dice.upto(5);
      if (toss <= 1) apply_state(states, std::string(each) + (toss == 0 ? "=true" : "=false"));
      if (toss == 2 && (std::string(each) == "checked" || std::string(each) == "pressed")) {
        apply_state(states, std::string(each) + "=mixed");
      }
    }
    builder.states(states);
    if (!dice.one_in(4)) builder.text(TextField::kName, dice.of(kNames));
    for (const TextField field : {TextField::kValue, TextField::kDescription, TextField::kId, TextField::kClass,
                                  TextField::kPlaceholder, TextField::kLocalizedRole}) {
      if (dice.one_in(3)) builder.text(field, dice.of(kNames));
    }
    if (!dice.one_in(5)) {
      builder.bounds({dice.upto(12) * 10 - 20, dice.upto(12) * 10 - 20, dice.upto(6) * 10, dice.upto(4) * 10});
    }
    if (dice.one_in(3)) builder.attribute(dice.of(kAttributes), dice.of(kNames));
    if (dice.one_in(6)) builder.host(dice.of(kNames), dice.upto(3), {dice.of(kNames), dice.of(kNames)});
    while (builder.depth() > 1 && dice.one_in(2)) builder.close();
  }
  return builder.finish();
}

Json random_pattern(Dice& dice) {
  switch (dice.upto(3)) {
    case 0:
      return wildcard(dice.of(kWildcards));
    case 1:
      return regexp(dice.of(kRegexps), dice.one_in(2) ? "i" : "");
    default:
      return literal(dice.of(kNames));
  }
}

Json random_selector(Dice& dice, int depth);

Json random_term(Dice& dice, int depth) {
  switch (dice.upto(depth > 0 ? 15 : 9)) {
    case 0:
      return any();
    case 1:
      return parent();
    case 2:
    case 3:
      return role(dice.of(kRoles));
    case 4:
      return test::attribute(dice.of(kAttributes));
    case 5:
      return test::attribute(dice.of(kAttributes), random_pattern(dice));
    case 6: {
      const std::string which = dice.of(kStates);
      const bool mixed = (which == "checked" || which == "pressed") && dice.one_in(3);
      return state(which, mixed ? Json("mixed") : Json(dice.one_in(2)));
    }
    case 7:
      return dice.one_in(2) ? object({{"kind", "pid"}, {"pid", dice.upto(3)}})
                            : object({{"kind", "ref"}, {"ref", "e" + std::to_string(1 + dice.upto(40))}});
    case 8:
    case 9:
      return text(dice.of(kFields), random_pattern(dice));
    case 10:
    case 11:
      return has(random_selector(dice, depth - 1));
    case 12:
      return near(random_selector(dice, depth - 1), dice.upto(4) * 10);
    case 13: {
      const char* const relations[] = {"rightof", "leftof", "above", "below"};
      return beside(dice.of(relations), random_selector(dice, depth - 1));
    }
    default:
      return group(random_selector(dice, depth - 1));
  }
}

Json random_expression(Dice& dice, int depth) {
  if (depth > 0) {
    const int toss = dice.upto(7);
    if (toss == 0) return negated(random_expression(dice, depth - 1));
    if (toss <= 4) {
      json::Array terms;
      for (int i = 1 + dice.upto(2); i >= 0; --i) terms.push_back(random_expression(dice, depth - 1));
      return toss <= 2 ? all(std::move(terms)) : either(std::move(terms));
    }
  }
  return random_term(dice, depth);
}

Json random_selector(Dice& dice, int depth) {
  json::Array steps;
  do {
    Json match = random_expression(dice, depth);
    steps.push_back(dice.one_in(4) ? step(std::move(match), dice.upto(6) - 3, dice.one_in(4)) : step(std::move(match)));
  } while (dice.one_in(3) && steps.size() < 4);
  return chain(std::move(steps));
}

}  // namespace

TEST_CASE("the matcher finds what a naive reading of SELECTORS.md finds, in the same order") {
  size_t found_something = 0;
  for (uint32_t seed = 1; seed <= 2000; ++seed) {
    Dice dice(seed);
    const SnapshotPtr tree = random_tree(dice);
    const Json ast = random_selector(dice, 3);
    const auto query = Query::from_json(ast);
    CAPTURE(seed);
    CAPTURE(json::stringify(ast));
    REQUIRE(query.ok());

    MatchOptions options;
    options.scope = dice.one_in(2) ? 0 : static_cast<NodeIndex>(dice.upto(static_cast<int>(tree->size()) - 1));
    options.include_scope = !dice.one_in(3);
    const NaiveMatcher naive(*tree);
    const std::vector<NodeIndex> expected = naive.matches(ast, naive.scope(options.scope, options.include_scope));
    const auto found = match(**query, *tree, options, Limits());
    REQUIRE(found.ok());
    REQUIRE(*found == expected);
    found_something += !expected.empty();

    // Finding one element and finding all of them never disagree.
    for (const size_t limit : {size_t{1}, size_t{2}}) {
      options.limit = limit;
      const auto some = match(**query, *tree, options, Limits());
      REQUIRE(some.ok());
      REQUIRE(*some == std::vector<NodeIndex>(expected.begin(), expected.begin() + std::min(limit, expected.size())));
    }
  }
  CHECK(found_something > 300);
}

TEST_CASE("`and` does not depend on the order of its terms") {
  for (uint32_t seed = 1; seed <= 700; ++seed) {
    Dice dice(seed);
    const SnapshotPtr tree = random_tree(dice);
    json::Array terms;
    for (int i = 0; i < 3; ++i) terms.push_back(random_expression(dice, 2));
    const auto forwards = Query::from_json(only(all(terms)));
    std::reverse(terms.begin(), terms.end());
    const auto backwards = Query::from_json(only(all(terms)));
    CAPTURE(seed);
    REQUIRE(forwards.ok());
    REQUIRE(backwards.ok());
    REQUIRE(*match(**forwards, *tree, {}, Limits()) == *match(**backwards, *tree, {}, Limits()));
  }
}
