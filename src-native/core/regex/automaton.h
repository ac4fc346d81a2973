#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/regex/program.h"

namespace surehand::regex {

// The deterministic automaton of a program, made as texts need it and kept from one text to the next: a step
// is one look into a table, where the states in parallel are gone through one by one. Only for programs whose
// steps depend on nothing but the next code point: no lookarounds, word boundaries or backreferences. Not
// thread-safe.
class Automaton {
 public:
  static bool fits(const Program& program);
  explicit Automaton(const Program& program);

  // Nothing when it does not know: for the empty text, and for good once more states come up than it keeps.
  std::optional<bool> search(std::string_view text);

 private:
  using StateId = uint32_t;

  struct State {
    std::vector<uint32_t> places;  // the instructions that wait for a code point, or for the end of the text
    bool accepts_at_end = false;
  };

  size_t symbol_of(char32_t code) const;
  StateId step(StateId from, size_t symbol);
  void begin_state();
  void enter(uint32_t place, bool at_start, bool at_end);
  StateId finish_state();

  const Program& program_;
  std::vector<char32_t> symbols_;  // the first code point of each range that no instruction splits
  std::array<uint16_t, 128> ascii_symbols_{};
  std::vector<State> states_;
  std::vector<StateId> next_;  // by state and symbol
  std::map<std::vector<uint32_t>, StateId> known_;
  StateId first_ = 0;  // at the start of a text
  StateId idle_ = 0;   // further on, with nothing begun
  size_t kept_places_ = 0;
  bool full_ = false;

  // The state being made.
  std::vector<uint32_t> places_, stack_, seen_;
  uint32_t round_ = 0;
  bool accepts_ = false;
};

}  // namespace surehand::regex
