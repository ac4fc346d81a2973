#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/regex/set.h"
#include "core/result.h"

namespace surehand::regex {

inline constexpr uint32_t kUnlimited = UINT32_MAX;

struct Node {
  enum class Kind {
    kSequence,       // of `children`, perhaps none
    kAlternatives,   // of `children`
    kSet,            // one code point of sets[index]
    kRepeat,         // children[0], `min` to `max` times
    kCapture,        // children[0], as group `index`
    kLook,           // children[0], ahead or behind
    kBackreference,  // what group `index` last matched
    kStart,
    kEnd,
    kWordBoundary,
  };

  Kind kind = Kind::kSequence;
  std::vector<Node> children;
  uint32_t index = 0;  // of a set, a group or a lookaround
  uint32_t min = 0, max = 0;
  bool greedy = true;
  bool ahead = true;
  bool negated = false;
  uint32_t first_group = 0, last_group = 0;  // kRepeat: the groups inside are [first_group, last_group)
};

struct Pattern {
  Node root;
  std::vector<CodeSet> sets;
  uint32_t groups = 1;  // group 0 is the whole match
  uint32_t looks = 0;
  bool backreferences = false;
  bool ignore_case = false;
  bool unicode = false;
  uint32_t word_set = 0;  // what \b goes by; only when there is a kWordBoundary
};

// ECMAScript's syntax, with that of its Annex B when there is no flag `u`. Patterns are read as code points
// with either flag: without `u` an astral character in a class or before a quantifier is one character here
// and two code units in ECMAScript. Refused although ECMAScript has it: flags other than i, u, s; \p{} of
// anything but general categories, Any, ASCII, Assigned and White_Space; modifiers (?i:); names used twice.
Result<Pattern> parse(std::string_view pattern, std::string_view flags);

}  // namespace surehand::regex
