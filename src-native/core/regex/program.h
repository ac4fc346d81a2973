#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/regex/syntax.h"

namespace surehand::regex {

enum class Op : uint8_t {
  kChar,          // a: the code point
  kSet,           // a: index of a set
  kSplit,         // to a, else to b
  kJump,          // to a
  kStart,         // only at the start of the text
  kEnd,           // only at its end
  kWordBoundary,  // a: 1 to negate
  kLook,          // a: index of a lookaround
  kAccept,        // the end of the program, or of a lookaround's
  // Only for programs with backreferences:
  kBackreference,  // a: the group
  kSave,           // slot a = here
  kClear,          // slots [a, b) = nowhere
  kMoved,          // only when here is not slot a
};

struct Instruction {
  Op op;
  bool backward = false;  // reads towards the start of the text
  uint32_t a = 0, b = 0;
};

struct Look {
  uint32_t start = 0;     // where its program begins
  bool backward = false;  // in which direction that runs
  bool negated = false;
};

struct Program {
  std::vector<Instruction> code;
  std::vector<Look> looks;
  std::vector<CodeSet> sets;
  uint32_t slots = 0;
  uint32_t word_set = 0;
  bool backreferences = false;
  bool ignore_case = false;
  bool unicode = false;

  // What lets most texts be passed over without running anything.
  bool only_at_start = false;                       // every match begins with ^
  std::optional<std::array<bool, 256>> first_byte;  // of a match; nothing when a match may be empty
};

inline constexpr size_t kMaxInstructions = 10'000;

// Nothing when the program would be longer than kMaxInstructions.
std::optional<Program> compile(Pattern pattern);

// Whether a kChar or kSet reads `code`.
inline bool reads(const Program& program, const Instruction& instruction, char32_t code) {
  return instruction.op == Op::kChar ? code == instruction.a : program.sets[instruction.a].contains(code);
}

}  // namespace surehand::regex
