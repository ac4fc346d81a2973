#include "core/regex/program.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/text/utf8.h"

namespace surehand::regex {
namespace {

class Compiler {
 public:
  explicit Compiler(Pattern pattern) : pattern_(std::move(pattern)) {
    program_.looks.resize(pattern_.looks);
    program_.slots = pattern_.groups * 2;
    program_.word_set = pattern_.word_set;
    program_.backreferences = pattern_.backreferences;
    program_.ignore_case = pattern_.ignore_case;
    program_.unicode = pattern_.unicode;
  }

  std::optional<Program> run() {
    emit_node(pattern_.root, false);
    emit({Op::kAccept});
    for (size_t i = 0; i < awaited_looks_.size(); ++i) {
      const Node& node = *awaited_looks_[i];
      Look& look = program_.looks[node.index];
      look.start = here();
      look.negated = node.negated;
      // States in parallel ask "does a match begin (end) here?" for all places in one pass, which for a
      // lookahead runs from the end of the text, for a lookbehind from its start; backtracking runs the way
      // ECMAScript does.
      look.backward = node.ahead != pattern_.backreferences;
      emit_node(node.children[0], look.backward);
      emit({Op::kAccept});
    }
    if (full_) return std::nullopt;
    program_.sets = std::move(pattern_.sets);
    find_entrance();
    return std::move(program_);
  }

 private:
  uint32_t here() const { return static_cast<uint32_t>(program_.code.size()); }

  // Once full, what is emitted no longer matters.
  uint32_t emit(Instruction instruction) {
    full_ = full_ || program_.code.size() >= kMaxInstructions;
    if (!full_) program_.code.push_back(instruction);
    return here() - 1;
  }

  Instruction& at(uint32_t place) { return program_.code[place]; }

  void emit_node(const Node& node, bool backward) {
    if (full_) return;
    switch (node.kind) {
      case Node::Kind::kSequence:
        if (backward) {
          for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) emit_node(*child, true);
        } else {
          for (const Node& child : node.children) emit_node(child, false);
        }
        break;
      case Node::Kind::kAlternatives:
        emit_alternatives(node, backward);
        break;
      case Node::Kind::kSet:
        emit_set(node.index, backward);
        break;
      case Node::Kind::kRepeat:
        emit_repeat(node, backward);
        break;
      case Node::Kind::kCapture:
        if (pattern_.backreferences) emit({Op::kSave, false, node.index * 2 + backward});
        emit_node(node.children[0], backward);
        if (pattern_.backreferences) emit({Op::kSave, false, node.index * 2 + !backward});
        break;
      case Node::Kind::kLook:
        if (program_.looks[node.index].start == 0) {
          program_.looks[node.index].start = kAwaited;
          awaited_looks_.push_back(&node);
        }
        emit({Op::kLook, false, node.index});
        break;
      case Node::Kind::kBackreference:
        emit({Op::kBackreference, backward, node.index});
        break;
      case Node::Kind::kStart:
        emit({Op::kStart});
        break;
      case Node::Kind::kEnd:
        emit({Op::kEnd});
        break;
      case Node::Kind::kWordBoundary:
        emit({Op::kWordBoundary, false, node.negated});
        break;
    }
  }

  void emit_set(uint32_t set, bool backward) {
    const Ranges& ranges = pattern_.sets[set].ranges();
    if (ranges.size() == 1 && ranges[0].first == ranges[0].second) {
      emit({Op::kChar, backward, ranges[0].first});
    } else {
      emit({Op::kSet, backward, set});
    }
  }

  void emit_alternatives(const Node& node, bool backward) {
    std::vector<uint32_t> jumps;
    for (size_t i = 0; i < node.children.size(); ++i) {
      if (full_) return;
      const bool last = i + 1 == node.children.size();
      const uint32_t split = last ? 0 : emit({Op::kSplit});
      emit_node(node.children[i], backward);
      if (last) continue;
      jumps.push_back(emit({Op::kJump}));
      at(split).a = split + 1;
      at(split).b = here();
    }
    for (const uint32_t jump : jumps) at(jump).a = here();
  }

  void emit_repeat(const Node& node, bool backward) {
    uint32_t last_copy = here();
    for (uint32_t i = 0; i < node.min && !full_; ++i) {
      last_copy = here();
      emit_copy(node, backward);
      if (here() == last_copy) return;  // an empty body: repeating it adds nothing
    }
    if (node.max == kUnlimited && node.min > 0 && !pattern_.backreferences) {
      emit_split(last_copy, here() + 1, node.greedy);
      return;
    }
    std::vector<uint32_t> splits;
    for (uint32_t i = node.min; i < node.max && !full_; ++i) {
      const uint32_t split = emit({Op::kSplit});
      splits.push_back(split);
      emit_optional_copy(node, backward);
      if (here() == split + 1) {  // an empty body
        program_.code.pop_back();
        splits.pop_back();
        break;
      }
      if (node.max == kUnlimited) {
        emit({Op::kJump, false, split});
        break;
      }
    }
    if (full_) return;
    for (const uint32_t split : splits) set_split(split, split + 1, here(), node.greedy);
  }

  void emit_split(uint32_t inside, uint32_t outside, bool greedy) {
    const uint32_t split = emit({Op::kSplit});
    set_split(split, inside, outside, greedy);
  }

  void set_split(uint32_t split, uint32_t inside, uint32_t outside, bool greedy) {
    at(split).a = greedy ? inside : outside;
    at(split).b = greedy ? outside : inside;
  }

  // Groups forget what they matched when their repetition comes round.
  void emit_copy(const Node& node, bool backward) {
    if (pattern_.backreferences && node.first_group < node.last_group) {
      emit({Op::kClear, false, node.first_group * 2, node.last_group * 2});
    }
    emit_node(node.children[0], backward);
  }

  // Beyond the least number of repetitions one that matched nothing counts as failed.
  void emit_optional_copy(const Node& node, bool backward) {
    if (!pattern_.backreferences) return emit_copy(node, backward);
    const uint32_t slot = program_.slots++;
    emit({Op::kSave, false, slot});
    emit_copy(node, backward);
    emit({Op::kMoved, false, slot});
  }

  void find_entrance() {
    const Entrance from_anywhere = entrance(true);
    if (!from_anywhere.ends) program_.first_byte = from_anywhere.bytes;
    const Entrance behind_the_start = entrance(false);
    program_.only_at_start = !behind_the_start.reads && !behind_the_start.ends;
  }

  struct Entrance {
    bool reads = false;  // can read something first
    bool ends = false;   // can match without reading
    std::array<bool, 256> bytes{};
  };

  // What the states reachable without reading do next; those behind a ^ only when `at_start`.
  Entrance entrance(bool at_start) {
    Entrance found;
    std::vector<bool> seen(program_.code.size());
    std::vector<uint32_t> stack = {0};
    while (!stack.empty()) {
      const uint32_t place = stack.back();
      stack.pop_back();
      if (seen[place]) continue;
      seen[place] = true;
      const Instruction& instruction = at(place);
      switch (instruction.op) {
        case Op::kChar:
          found.reads = true;
          note(found.bytes, instruction.a, instruction.a);
          break;
        case Op::kSet:
          found.reads = true;
          for (const auto& [first, last] : program_.sets[instruction.a].ranges()) note(found.bytes, first, last);
          break;
        case Op::kAccept:
        case Op::kBackreference:  // which may be empty, or anything
          found.ends = true;
          break;
        case Op::kSplit:
          stack.push_back(instruction.b);
          stack.push_back(instruction.a);
          break;
        case Op::kJump:
          stack.push_back(instruction.a);
          break;
        case Op::kStart:
          if (at_start) stack.push_back(place + 1);
          break;
        default:
          stack.push_back(place + 1);
          break;
      }
    }
    return found;
  }

  static void note(std::array<bool, 256>& bytes, char32_t first, char32_t last) {
    for (char32_t code = first; code <= last && code < 0x80; ++code) bytes[code] = true;
    if (last < 0x80) return;
    for (int byte = lead_byte(std::max<char32_t>(first, 0x80)); byte <= lead_byte(last); ++byte) {
      bytes[static_cast<size_t>(byte)] = true;
    }
  }

  static int lead_byte(char32_t code) {
    std::string bytes;
    utf8::append(bytes, code);
    return static_cast<unsigned char>(bytes[0]);
  }

  static constexpr uint32_t kAwaited = UINT32_MAX;

  Pattern pattern_;
  Program program_;
  std::vector<const Node*> awaited_looks_;
  bool full_ = false;
};

}  // namespace

std::optional<Program> compile(Pattern pattern) { return Compiler(std::move(pattern)).run(); }

}  // namespace surehand::regex
