#include "core/regex/automaton.h"

#include <algorithm>
#include <utility>

#include "core/regex/search.h"
#include "core/text/utf8.h"

namespace surehand::regex {
namespace {

constexpr uint32_t kAccepted = 0;
constexpr uint32_t kUnknown = UINT32_MAX;
// Beyond these, making states costs more than it saves.
constexpr size_t kMaxProgram = 1'000;
constexpr size_t kMaxSymbols = 4'000;
constexpr size_t kMaxKept = 256 * 1024;  // table entries and places, of four bytes each

}  // namespace

bool Automaton::fits(const Program& program) {
  return program.code.size() <= kMaxProgram && !program.backreferences &&
         std::none_of(program.code.begin(), program.code.end(), [](const Instruction& instruction) {
           return instruction.op == Op::kLook || instruction.op == Op::kWordBoundary;
         });
}

Automaton::Automaton(const Program& program) : program_(program), symbols_{0}, states_(1), seen_(program.code.size()) {
  for (const Instruction& instruction : program.code) {
    if (instruction.op == Op::kChar) symbols_.insert(symbols_.end(), {instruction.a, instruction.a + 1});
    if (instruction.op != Op::kSet) continue;
    for (const auto& [first, last] : program.sets[instruction.a].ranges()) {
      symbols_.insert(symbols_.end(), {first, last + 1});
    }
  }
  std::sort(symbols_.begin(), symbols_.end());
  symbols_.erase(std::unique(symbols_.begin(), symbols_.end()), symbols_.end());
  full_ = symbols_.size() > kMaxSymbols;
  next_.resize(symbols_.size(), kUnknown);
  for (char32_t code = 0; code < 128; ++code) ascii_symbols_[code] = static_cast<uint16_t>(symbol_of(code));

  begin_state();
  enter(0, true, false);
  first_ = finish_state();
  begin_state();
  if (!program.only_at_start) enter(0, false, false);
  idle_ = finish_state();
}

std::optional<bool> Automaton::search(std::string_view text) {
  // Only there can one place be start and end, which no state tells.
  if (full_ || text.empty()) return std::nullopt;
  size_t at = next_start(program_, text, 0);
  if (at == kNowhere) return false;
  StateId state = at == 0 ? first_ : idle_;
  for (;;) {
    if (state == kAccepted) return true;
    if (at == text.size()) return states_[state].accepts_at_end;
    if (state == idle_) {
      at = next_start(program_, text, at);
      if (at == kNowhere) return false;
    }
    const auto byte = static_cast<unsigned char>(text[at]);
    const size_t symbol = byte < 128 ? ascii_symbols_[byte] : symbol_of(utf8::next(text, at));
    if (byte < 128) ++at;
    StateId next = next_[state * symbols_.size() + symbol];
    if (next == kUnknown) {
      next = step(state, symbol);
      if (full_) return std::nullopt;
    }
    state = next;
  }
}

size_t Automaton::symbol_of(char32_t code) const {
  return static_cast<size_t>(std::upper_bound(symbols_.begin(), symbols_.end(), code) - symbols_.begin()) - 1;
}

Automaton::StateId Automaton::step(StateId from, size_t symbol) {
  begin_state();
  for (const uint32_t place : states_[from].places) {
    const Instruction& instruction = program_.code[place];
    if (instruction.op != Op::kEnd && reads(program_, instruction, symbols_[symbol])) enter(place + 1, false, false);
  }
  if (!program_.only_at_start) enter(0, false, false);
  const StateId to = finish_state();
  next_[from * symbols_.size() + symbol] = to;
  return to;
}

void Automaton::begin_state() {
  places_.clear();
  accepts_ = false;
  ++round_;
}

// Adds what can be reached from `place` without reading.
void Automaton::enter(uint32_t place, bool at_start, bool at_end) {
  stack_.push_back(place);
  while (!stack_.empty()) {
    const uint32_t here = stack_.back();
    stack_.pop_back();
    if (seen_[here] == round_) continue;
    seen_[here] = round_;
    const Instruction& instruction = program_.code[here];
    switch (instruction.op) {
      case Op::kSplit:
        stack_.push_back(instruction.b);
        stack_.push_back(instruction.a);
        break;
      case Op::kJump:
        stack_.push_back(instruction.a);
        break;
      case Op::kAccept:
        accepts_ = true;
        break;
      case Op::kStart:
        if (at_start) stack_.push_back(here + 1);
        break;
      case Op::kEnd:
        if (at_end) {
          stack_.push_back(here + 1);
        } else {
          places_.push_back(here);
        }
        break;
      default:
        places_.push_back(here);
        break;
    }
  }
}

Automaton::StateId Automaton::finish_state() {
  if (accepts_) return kAccepted;
  std::sort(places_.begin(), places_.end());
  const auto [at, fresh] = known_.emplace(places_, static_cast<StateId>(states_.size()));
  if (!fresh) return at->second;

  State state;
  state.places = places_;
  kept_places_ += places_.size();
  begin_state();
  for (const uint32_t place : state.places) {
    if (program_.code[place].op == Op::kEnd) enter(place, false, true);
  }
  state.accepts_at_end = accepts_;
  states_.push_back(std::move(state));
  next_.resize(states_.size() * symbols_.size(), kUnknown);
  full_ = full_ || next_.size() + kept_places_ > kMaxKept;
  return at->second;
}

}  // namespace surehand::regex
