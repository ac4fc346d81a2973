#include "core/regex/search.h"

#include <algorithm>
#include <utility>

#include "core/text/utf8.h"

namespace surehand::regex {
namespace {

// About 10 ms of backtracking; 0.2 s of states in parallel, which only a large program on a large text needs.
constexpr size_t kMaxSteps = 1'000'000;
constexpr size_t kMaxStates = 20'000'000;

bool is_word_at(const Program& program, std::string_view text, size_t at) {
  return at < text.size() && program.sets[program.word_set].contains(utf8::next(text, at));
}

bool is_word_before(const Program& program, std::string_view text, size_t at) {
  return at > 0 && program.sets[program.word_set].contains(utf8::previous(text, at));
}

bool is_word_boundary(const Program& program, std::string_view text, size_t at) {
  return is_word_before(program, text, at) != is_word_at(program, text, at);
}

// All states at once, one code point after the other.
class ParallelSearch {
 public:
  ParallelSearch(const Program& program, std::string_view text)
      : program_(program), text_(text), looks_(program.looks.size()) {}

  std::optional<bool> run() {
    size_t at = next_start(program_, text_, 0);
    if (at == kNowhere) return false;
    States states(program_.code.size());
    for (;;) {
      if (states.reading.empty()) {
        at = next_start(program_, text_, at);
        if (at == kNowhere) return false;
        ++states.round;
      }
      if (at == 0 || !program_.only_at_start) enter(states, 0, at);
      // A lookaround that was cut short must not be believed.
      if (entered_ > kMaxStates) return std::nullopt;
      if (states.accepted) return true;
      if (at == text_.size()) return false;
      const char32_t code = utf8::next(text_, at);
      step(states, code, at);
      if (states.accepted) return entered_ > kMaxStates ? std::nullopt : std::optional(true);
    }
  }

 private:
  struct States {
    explicit States(size_t size) : seen(size) {}
    std::vector<uint32_t> reading;  // the instructions that wait for the next code point
    std::vector<uint32_t> next;
    std::vector<uint32_t> stack;
    std::vector<uint32_t> seen;  // by instruction: in which round it was last entered
    uint32_t round = 1;
    bool accepted = false;
  };

  void step(States& states, char32_t code, size_t at) {
    std::swap(states.reading, states.next);
    states.reading.clear();
    ++states.round;
    states.accepted = false;
    for (const uint32_t place : states.next) {
      if (reads(program_, program_.code[place], code)) enter(states, place + 1, at);
    }
  }

  // Adds what can be reached from `place` without reading.
  void enter(States& states, uint32_t place, size_t at) {
    states.stack.push_back(place);
    while (!states.stack.empty()) {
      const uint32_t here = states.stack.back();
      states.stack.pop_back();
      if (states.seen[here] == states.round) continue;
      states.seen[here] = states.round;
      ++entered_;
      const Instruction& instruction = program_.code[here];
      bool passes = true;
      switch (instruction.op) {
        case Op::kChar:
        case Op::kSet:
          states.reading.push_back(here);
          continue;
        case Op::kAccept:
          states.accepted = true;
          continue;
        case Op::kSplit:
          states.stack.push_back(instruction.b);
          states.stack.push_back(instruction.a);
          continue;
        case Op::kJump:
          states.stack.push_back(instruction.a);
          continue;
        case Op::kStart:
          passes = at == 0;
          break;
        case Op::kEnd:
          passes = at == text_.size();
          break;
        case Op::kWordBoundary:
          passes = is_word_boundary(program_, text_, at) != (instruction.a == 1);
          break;
        case Op::kLook:
          passes = holds(instruction.a, at);
          break;
        default:
          break;
      }
      if (passes) states.stack.push_back(here + 1);
    }
  }

  // Found out for all places at the first question, in one pass over the text, so that the cost is bounded.
  bool holds(uint32_t index, size_t at) {
    const Look& look = program_.looks[index];
    std::vector<bool>& places = looks_[index];
    if (places.empty()) places = accepting_places(look);
    return places[at] != look.negated;
  }

  std::vector<bool> accepting_places(const Look& look) {
    std::vector<bool> places(text_.size() + 1);
    States states(program_.code.size());
    size_t at = look.backward ? text_.size() : 0;
    for (;;) {
      enter(states, look.start, at);
      places[at] = states.accepted;
      if (at == (look.backward ? 0 : text_.size()) || entered_ > kMaxStates) return places;
      const char32_t code = look.backward ? utf8::previous(text_, at) : utf8::next(text_, at);
      step(states, code, at);
    }
  }

  const Program& program_;
  std::string_view text_;
  std::vector<std::vector<bool>> looks_;
  size_t entered_ = 0;
};

// One state after the other, in ECMAScript's order, because what a backreference matches depends on the way
// taken.
class BacktrackingSearch {
 public:
  BacktrackingSearch(const Program& program, std::string_view text)
      : program_(program), text_(text), slots_(program.slots, kNowhere) {}

  std::optional<bool> run() {
    for (size_t start = next_start(program_, text_, 0); start != kNowhere; start = next_start(program_, text_, start)) {
      const std::optional<bool> found = match_at(start);
      if (!found || *found) return found;
      if (start == text_.size()) break;
      utf8::next(text_, start);
    }
    return false;
  }

 private:
  // What to go back to: another way to try, a slot's earlier value, or the lookaround that is being looked
  // into.
  struct Entry {
    enum Kind : uint8_t { kWay, kSlot, kLook } kind;
    uint32_t place;  // or slot
    size_t value;    // of the slot, or where in the text
  };

  std::optional<bool> match_at(size_t start) {
    uint32_t place = 0;
    size_t at = start;
    for (;;) {
      if (++steps_ > kMaxSteps) return std::nullopt;
      const Instruction& instruction = program_.code[place];
      bool passes = true;
      switch (instruction.op) {
        case Op::kChar:
        case Op::kSet:
          passes = read(instruction, at);
          break;
        case Op::kSplit:
          way_back_.push_back({Entry::kWay, instruction.b, at});
          place = instruction.a;
          continue;
        case Op::kJump:
          place = instruction.a;
          continue;
        case Op::kStart:
          passes = at == 0;
          break;
        case Op::kEnd:
          passes = at == text_.size();
          break;
        case Op::kWordBoundary:
          passes = is_word_boundary(program_, text_, at) != (instruction.a == 1);
          break;
        case Op::kSave:
          set(instruction.a, at);
          break;
        case Op::kClear:
          steps_ += instruction.b - instruction.a;
          for (uint32_t slot = instruction.a; slot < instruction.b; ++slot) set(slot, kNowhere);
          break;
        case Op::kMoved:
          passes = slots_[instruction.a] != at;
          break;
        case Op::kBackreference:
          passes = repeat(instruction, at);
          break;
        case Op::kLook:
          open_looks_.push_back(way_back_.size());
          way_back_.push_back({Entry::kLook, place, at});
          place = program_.looks[instruction.a].start;
          continue;
        case Op::kAccept:
          if (open_looks_.empty()) return true;
          passes = leave_look(place, at);
          break;
      }
      if (passes) {
        ++place;
      } else if (!go_back(place, at)) {
        return false;
      }
    }
  }

  bool read(const Instruction& instruction, size_t& at) const {
    if (at == (instruction.backward ? 0 : text_.size())) return false;
    const char32_t code = instruction.backward ? utf8::previous(text_, at) : utf8::next(text_, at);
    return reads(program_, instruction, code);
  }

  void set(uint32_t slot, size_t value) {
    if (slots_[slot] == value) return;
    way_back_.push_back({Entry::kSlot, slot, slots_[slot]});
    slots_[slot] = value;
  }

  // The innermost lookaround matched. If that is what it wanted, what it captured stays, and there is no way
  // back into it; `place` and `at` become those of the kLook instruction.
  bool leave_look(uint32_t& place, size_t& at) {
    const size_t opened = open_looks_.back();
    open_looks_.pop_back();
    const Entry entry = way_back_[opened];
    if (program_.looks[program_.code[entry.place].a].negated) {
      while (way_back_.size() > opened) {
        undo(way_back_.back());
        way_back_.pop_back();
      }
      return false;
    }
    steps_ += way_back_.size() - opened;
    const auto from = way_back_.begin() + static_cast<std::ptrdiff_t>(opened);
    way_back_.erase(
        std::remove_if(from, way_back_.end(), [](const Entry& behind) { return behind.kind != Entry::kSlot; }),
        way_back_.end());
    place = entry.place;
    at = entry.value;
    return true;
  }

  void undo(const Entry& entry) {
    if (entry.kind == Entry::kSlot) slots_[entry.place] = entry.value;
  }

  bool go_back(uint32_t& place, size_t& at) {
    while (!way_back_.empty()) {
      const Entry entry = way_back_.back();
      way_back_.pop_back();
      undo(entry);
      if (entry.kind == Entry::kWay) {
        place = entry.place;
        at = entry.value;
        return true;
      }
      if (entry.kind == Entry::kLook) {
        open_looks_.pop_back();
        if (program_.looks[program_.code[entry.place].a].negated) {
          place = entry.place + 1;
          at = entry.value;
          return true;
        }
      }
    }
    return false;
  }

  // A group that has matched nothing yet is matched by nothing.
  bool repeat(const Instruction& instruction, size_t& at) {
    size_t from = slots_[instruction.a * 2], to = slots_[instruction.a * 2 + 1];
    if (from == kNowhere || to == kNowhere) return true;
    while (from < to) {
      if (at == (instruction.backward ? 0 : text_.size())) return false;
      ++steps_;
      const char32_t expected = instruction.backward ? utf8::previous(text_, to) : utf8::next(text_, from);
      const char32_t seen = instruction.backward ? utf8::previous(text_, at) : utf8::next(text_, at);
      if (expected != seen &&
          !(program_.ignore_case && canonicalise(expected, program_.unicode) == canonicalise(seen, program_.unicode))) {
        return false;
      }
    }
    return true;
  }

  const Program& program_;
  std::string_view text_;
  std::vector<size_t> slots_;
  std::vector<Entry> way_back_;
  std::vector<size_t> open_looks_;  // places in way_back_
  size_t steps_ = 0;
};

}  // namespace

size_t next_start(const Program& program, std::string_view text, size_t at) {
  if (program.only_at_start) {
    if (at > 0) return kNowhere;
    if (!program.first_byte) return at;
    return !text.empty() && (*program.first_byte)[static_cast<unsigned char>(text[0])] ? at : kNowhere;
  }
  if (!program.first_byte) return at;
  while (at < text.size() && !(*program.first_byte)[static_cast<unsigned char>(text[at])]) ++at;
  return at < text.size() ? at : kNowhere;
}

std::optional<bool> search(const Program& program, std::string_view text) {
  if (program.backreferences) return BacktrackingSearch(program, text).run();
  return ParallelSearch(program, text).run();
}

}  // namespace surehand::regex
