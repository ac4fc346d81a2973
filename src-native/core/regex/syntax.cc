#include "core/regex/syntax.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/text/utf8.h"

namespace surehand::regex {
namespace {

constexpr size_t kMaxBytes = 10'000;
constexpr int kMaxDepth = 200;
constexpr uint32_t kMaxLooks = 64;

using Kind = Node::Kind;

const Ranges kDigits = {{'0', '9'}};
const Ranges kWord = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
const Ranges kSpace = {{'\t', '\r'},     {' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
                       {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
const Ranges kLineEnds = {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_octal(char32_t c) { return c >= '0' && c <= '7'; }
bool is_letter(char32_t c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
bool is_lead(char32_t c) { return c >= 0xD800 && c < 0xDC00; }
bool is_trail(char32_t c) { return c >= 0xDC00 && c < 0xE000; }

int hex_digit(char32_t c) {
  if (is_digit(c)) return static_cast<int>(c - '0');
  if (is_letter(c) && (c | 32) <= 'f') return static_cast<int>((c | 32) - 'a' + 10);
  return -1;
}

// One element of a class or one atom: a code point, or a set such as \d.
struct Atom {
  char32_t code = 0;
  std::optional<Ranges> set;
};

class Parser {
 public:
  Parser(std::string_view pattern, std::string_view flags) : source_(pattern), flags_(flags) {
    for (size_t at = 0; at < pattern.size();) {
      const char32_t code = utf8::next(pattern, at);
      codes_ += code == utf8::kInvalid ? utf8::kReplacement : code;
    }
  }

  Result<Pattern> run() {
    if (source_.size() <= kMaxBytes && read_flags()) {
      count_groups();
      if (read_alternatives(out_.root, 0)) {
        if (at_ == codes_.size() && name_references()) return std::move(out_);
        if (at_ < codes_.size()) fail("unmatched )");
      }
    } else if (source_.size() > kMaxBytes) {
      fail("longer than 10000 bytes");
    }
    return error();
  }

 private:
  static constexpr char32_t kEnd = 0xFFFFFFFF;

  bool fail(std::string reason) {
    if (reason_.empty()) {
      reason_ = std::move(reason);
      failed_at_ = at_;
    }
    return false;
  }

  Error error() const {
    // Counted as JavaScript counts, whose string the pattern was.
    size_t offset = 0;
    for (size_t i = 0; i < failed_at_ && i < codes_.size(); ++i) offset += codes_[i] > 0xFFFF ? 2 : 1;
    json::Value details;
    details.set("pattern", source_.substr(0, kMaxBytes)).set("flags", flags_).set("offset", uint64_t{offset});
    details.set("reason", reason_);
    std::string message = "invalid regular expression /" + std::string(source_.substr(0, 200)) + "/" +
                          std::string(flags_) + ": " + reason_ + " at offset " + std::to_string(offset);
    return {ErrorCode::kInvalidSelector, std::move(message), std::move(details)};
  }

  bool read_flags() {
    for (const char flag : flags_) {
      bool* const seen = flag == 'i'   ? &out_.ignore_case
                         : flag == 'u' ? &out_.unicode
                         : flag == 's' ? &dot_all_
                                       : nullptr;
      if (!seen) return fail(std::string("flag '") + flag + "' is not supported, only i, u and s");
      if (*seen) return fail(std::string("flag '") + flag + "' is there twice");
      *seen = true;
    }
    return true;
  }

  char32_t peek(size_t ahead = 0) const { return at_ + ahead < codes_.size() ? codes_[at_ + ahead] : kEnd; }

  bool take(char32_t code) {
    if (peek() != code) return false;
    ++at_;
    return true;
  }

  bool take(std::u32string_view word) {
    if (std::u32string_view(codes_).substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  // What a number after a backslash means, and \k, depends on groups that may come later.
  void count_groups() {
    bool in_class = false;
    for (size_t i = 0; i < codes_.size(); ++i) {
      const char32_t c = codes_[i];
      if (c == '\\') {
        ++i;
      } else if (in_class) {
        in_class = c != ']';
      } else if (c == '[') {
        in_class = true;
      } else if (c == '(') {
        const std::u32string_view rest = std::u32string_view(codes_).substr(i + 1, 3);
        const bool named = rest.substr(0, 2) == U"?<" && rest != U"?<=" && rest != U"?<!";
        if (named || rest.substr(0, 1) != U"?") ++total_groups_;
        has_names_ = has_names_ || named;
      }
    }
  }

  bool name_references() {
    for (const auto& [name, where] : awaited_names_) {
      if (names_.count(name) == 0) {
        at_ = where;
        return fail("there is no group of that name");
      }
    }
    resolve(out_.root);
    return true;
  }

  void resolve(Node& node) {
    if (node.kind == Kind::kBackreference && node.index >= kNamed) {
      node.index = names_.at(awaited_names_[node.index - kNamed].first);
    }
    for (Node& child : node.children) resolve(child);
  }

  uint32_t add_set(Ranges ranges) {
    const auto [at, fresh] = set_index_.emplace(std::move(ranges), static_cast<uint32_t>(out_.sets.size()));
    if (fresh) out_.sets.emplace_back(at->first);
    return at->second;
  }

  Node set_node(Ranges ranges, bool negated = false) {
    tidy(ranges);
    if (out_.ignore_case) ranges = close_over_case(ranges, out_.unicode);
    Node node;
    node.kind = Kind::kSet;
    node.index = add_set(negated ? complement(ranges) : std::move(ranges));
    return node;
  }

  bool read_alternatives(Node& out, int depth) {
    if (depth > kMaxDepth) return fail("nested more than 200 levels deep");
    Node first;
    if (!read_sequence(first, depth)) return false;
    if (peek() != '|') {
      out = std::move(first);
      return true;
    }
    out.kind = Kind::kAlternatives;
    out.children.push_back(std::move(first));
    while (take('|')) {
      if (!read_sequence(out.children.emplace_back(), depth)) return false;
    }
    return true;
  }

  bool read_sequence(Node& out, int depth) {
    while (peek() != kEnd && peek() != '|' && peek() != ')') {
      if (!read_term(out.children.emplace_back(), depth)) return false;
    }
    return true;
  }

  bool read_term(Node& out, int depth) {
    const uint32_t first_group = out_.groups;
    bool repeatable = true;
    if (take('^')) {
      out.kind = Kind::kStart;
      repeatable = false;
    } else if (take('$')) {
      out.kind = Kind::kEnd;
      repeatable = false;
    } else if (take(U"\\b") || take(U"\\B")) {
      out.kind = Kind::kWordBoundary;
      out.negated = codes_[at_ - 1] == 'B';
      out_.word_set = add_set(word());
      repeatable = false;
    } else if (take('(')) {
      if (!read_group(out, depth)) return false;
      repeatable = out.kind != Kind::kLook || (out.ahead && !out_.unicode);
    } else if (take('[')) {
      if (!read_class(out)) return false;
    } else if (take('.')) {
      out.kind = Kind::kSet;
      out.index = add_set(dot_all_ ? complement({}) : complement(kLineEnds));
    } else if (peek() == '\\') {
      if (!read_atom_escape(out)) return false;
    } else {
      if (peek() == '*' || peek() == '+' || peek() == '?' || is_quantifier()) return fail("nothing to repeat");
      if (out_.unicode && (peek() == '{' || peek() == '}' || peek() == ']')) {
        return fail("a lone bracket must be escaped");
      }
      const char32_t code = codes_[at_++];
      out = set_node({{code, code}});
    }
    return read_quantifier(out, first_group, repeatable);
  }

  bool is_quantifier() {
    uint32_t min = 0, max = 0;
    const size_t start = at_;
    const bool is = read_braces(min, max);
    at_ = start;
    return is;
  }

  // {n}, {n,} or {n,m}; leaves the place alone when it is none of them.
  bool read_braces(uint32_t& min, uint32_t& max) {
    const size_t start = at_;
    if (take('{') && read_number(min)) {
      max = min;
      if (take(',') && !read_number(max)) max = kUnlimited;
      if (take('}')) return true;
    }
    at_ = start;
    return false;
  }

  // Saturates below kUnlimited; there must be a digit.
  bool read_number(uint32_t& out) {
    if (!is_digit(peek())) return false;
    uint64_t number = 0;
    for (; is_digit(peek()); ++at_) number = std::min<uint64_t>(number * 10 + (peek() - '0'), kUnlimited - 1);
    out = static_cast<uint32_t>(number);
    return true;
  }

  bool read_quantifier(Node& out, uint32_t first_group, bool repeatable) {
    uint32_t min = 0, max = kUnlimited;
    const size_t quantifier = at_;
    if (take('+')) {
      min = 1;
    } else if (take('?')) {
      max = 1;
    } else if (!take('*') && !read_braces(min, max)) {
      return out_.unicode && peek() == '{' ? fail("incomplete quantifier") : true;
    }
    if (!repeatable) {
      at_ = quantifier;
      return fail("nothing to repeat");
    }
    if (min > max) {
      at_ = quantifier;
      return fail("numbers out of order in the quantifier");
    }
    Node repeat;
    repeat.kind = Kind::kRepeat;
    repeat.min = min;
    repeat.max = max;
    repeat.greedy = !take('?');
    repeat.first_group = first_group;
    repeat.last_group = out_.groups;
    repeat.children.push_back(std::move(out));
    out = std::move(repeat);
    return true;
  }

  bool read_group(Node& out, int depth) {
    const size_t start = at_ - 1;
    bool captures = false;
    if (!take('?')) {
      captures = true;
    } else if (take(':')) {
    } else if (take('=') || take('!')) {
      look(out, true);
    } else if (take(U"<=") || take(U"<!")) {
      look(out, false);
    } else if (take('<')) {
      std::u32string name;
      const size_t named_at = at_;
      if (!read_name(name)) return false;
      if (!names_.emplace(std::move(name), out_.groups).second) {
        at_ = named_at;
        return fail("a group of that name is there already");
      }
      captures = true;
    } else {
      return fail("expected (?: (?= (?! (?<= (?<! or (?<name>");
    }
    if (captures) {
      out.kind = Kind::kCapture;
      out.index = out_.groups++;
    } else if (out.kind == Kind::kLook) {
      if (out_.looks == kMaxLooks) return fail("more than 64 lookarounds");
      out.index = out_.looks++;
    }
    Node& inside = out.kind == Kind::kSequence ? out : out.children.emplace_back();
    if (!read_alternatives(inside, depth + 1)) return false;
    if (take(')')) return true;
    at_ = start;
    return fail("no ) for this (");
  }

  void look(Node& out, bool ahead) {
    out.kind = Kind::kLook;
    out.ahead = ahead;
    out.negated = codes_[at_ - 1] == '!';
  }

  // Up to and with the closing >.
  bool read_name(std::u32string& out) {
    while (peek() != kEnd && (is_letter(peek()) || peek() == '_' || peek() == '$' || peek() >= 0x80 ||
                              (is_digit(peek()) && !out.empty()))) {
      out += codes_[at_++];
    }
    if (out.empty() || !take('>')) return fail("expected a group's name and >");
    return true;
  }

  Ranges word() const { return out_.ignore_case && out_.unicode ? close_over_case(kWord, true) : kWord; }

  bool read_atom_escape(Node& out) {
    const size_t start = at_++;
    const char32_t c = peek();
    if (c >= '1' && c <= '9') {
      uint32_t group = 0;
      read_number(group);
      if (group < total_groups_) {
        refer(out, group);
        return true;
      }
      if (out_.unicode) {
        at_ = start;
        return fail("there is no group of that number");
      }
      at_ = start + 1;
    } else if (c == 'k' && (out_.unicode || has_names_)) {
      ++at_;
      std::u32string name;
      const size_t named_at = at_;
      if (!take('<')) return fail("expected <name> after \\k");
      if (!read_name(name)) return false;
      refer(out, kNamed + static_cast<uint32_t>(awaited_names_.size()));
      awaited_names_.emplace_back(std::move(name), named_at);
      return true;
    }
    at_ = start;
    Atom atom;
    if (!read_escape(atom, false)) return false;
    out = set_node(atom.set ? std::move(*atom.set) : Ranges{{atom.code, atom.code}});
    return true;
  }

  void refer(Node& out, uint32_t group) {
    out.kind = Kind::kBackreference;
    out.index = group;
    out_.backreferences = true;
  }

  // From the backslash on: everything but assertions and references to groups.
  bool read_escape(Atom& out, bool in_class) {
    const size_t start = at_++;
    const char32_t c = peek();
    if (c == kEnd) {
      at_ = start;
      return fail("\\ at the end");
    }
    ++at_;
    switch (c) {
      case 'd':
      case 'D':
        return set_escape(out, kDigits, c == 'D');
      case 's':
      case 'S':
        return set_escape(out, kSpace, c == 'S');
      case 'w':
      case 'W':
        return set_escape(out, word(), c == 'W');
      case 'f':
        out.code = '\f';
        return true;
      case 'n':
        out.code = '\n';
        return true;
      case 'r':
        out.code = '\r';
        return true;
      case 't':
        out.code = '\t';
        return true;
      case 'v':
        out.code = '\v';
        return true;
      case 'p':
      case 'P':
        if (out_.unicode) return read_property(out, c == 'P');
        break;
      case 'c':
        return read_control(out, start, in_class);
      case 'x':
        if (read_hex(out.code, 2)) return true;
        if (out_.unicode) return fail("\\x needs two hexadecimal digits");
        break;
      case 'u':
        if (read_unicode(out.code)) return true;
        if (out_.unicode) return fail("\\u needs four hexadecimal digits or {a code point}");
        break;
      default:
        break;
    }
    if (in_class && c == 'b') {
      out.code = '\b';
      return true;
    }
    if (is_digit(c)) return read_digits(out, c);
    if (out_.unicode && !(c == '-' && in_class) &&
        std::u32string_view(U"^$\\.*+?()[]{}|/").find(c) == std::u32string_view::npos) {
      at_ = start;
      return fail("unknown escape");
    }
    out.code = c;
    return true;
  }

  static bool set_escape(Atom& out, const Ranges& ranges, bool negated) {
    out.set = negated ? complement(ranges) : ranges;
    return true;
  }

  bool read_control(Atom& out, size_t start, bool in_class) {
    const char32_t c = peek();
    if (c != kEnd && (is_letter(c) || (in_class && !out_.unicode && (is_digit(c) || c == '_')))) {
      out.code = c & 31;
      ++at_;
      return true;
    }
    if (out_.unicode) return fail("\\c needs a letter");
    // Annex B: the backslash is itself, and the c comes again.
    out.code = '\\';
    at_ = start + 1;
    return true;
  }

  // \0, and in Annex B octal numbers and \8, \9; `first` is taken already.
  bool read_digits(Atom& out, char32_t first) {
    if (out_.unicode) {
      if (first != '0' || is_digit(peek())) return fail("a number here must be \\0 or refer to a group");
      out.code = 0;
      return true;
    }
    out.code = first;
    if (!is_octal(first)) return true;
    out.code = first - '0';
    for (int more = 0; more < 2 && is_octal(peek()) && out.code * 8 + (peek() - '0') <= 0377; ++more) {
      out.code = out.code * 8 + (codes_[at_++] - '0');
    }
    return true;
  }

  bool read_hex(char32_t& out, int digits) {
    char32_t code = 0;
    for (int i = 0; i < digits; ++i) {
      const int digit = hex_digit(peek(static_cast<size_t>(i)));
      if (digit < 0) return false;
      code = code << 4 | static_cast<char32_t>(digit);
    }
    at_ += static_cast<size_t>(digits);
    out = code;
    return true;
  }

  bool read_unicode(char32_t& out) {
    if (out_.unicode && peek() == '{') {
      size_t ahead = 1;
      char32_t code = 0;
      for (; hex_digit(peek(ahead)) >= 0; ++ahead) {
        code = code << 4 | static_cast<char32_t>(hex_digit(peek(ahead)));
        if (code > kLastCode) return false;
      }
      if (ahead == 1 || peek(ahead) != '}') return false;
      at_ += ahead + 1;
      out = code;
      return true;
    }
    if (!read_hex(out, 4)) return false;
    const size_t behind = at_;
    char32_t low = 0;
    if (is_lead(out) && take(U"\\u") && read_hex(low, 4) && is_trail(low)) {
      out = 0x10000 + ((out - 0xD800) << 10) + (low - 0xDC00);
    } else {
      at_ = behind;
    }
    return true;
  }

  bool read_property(Atom& out, bool negated) {
    const size_t start = at_ - 2;
    std::string name;
    if (!take('{')) return fail("expected {property} after \\p");
    while (peek() != '}' && peek() != kEnd) utf8::append(name, codes_[at_++]);
    if (!take('}')) return fail("expected } after the property");
    std::optional<Ranges> ranges = property(name);
    if (!ranges) {
      at_ = start;
      return fail("property '" + name +
                  "' is not supported, only general categories (Lu, Letter, gc=Nd), Any, ASCII, Assigned, "
                  "White_Space");
    }
    out.set = negated ? complement(*ranges) : std::move(*ranges);
    return true;
  }

  static std::optional<Ranges> property(std::string_view name) {
    if (name == "Any") return complement({});
    if (name == "ASCII") return Ranges{{0, 0x7F}};
    if (name == "Assigned") return complement(unicode::general_category("Cn"));
    if (name == "White_Space" || name == "space") {
      Ranges ranges;
      for (char32_t code = 0; code <= 0x3000; ++code) {
        if (unicode::is_white_space(code)) ranges.emplace_back(code, code);
      }
      tidy(ranges);
      return ranges;
    }
    for (const std::string_view key : {"gc=", "General_Category="}) {
      if (name.substr(0, key.size()) == key) name.remove_prefix(key.size());
    }
    Ranges ranges = unicode::general_category(name);
    if (ranges.empty()) return std::nullopt;
    return ranges;
  }

  bool read_class(Node& out) {
    const size_t start = at_ - 1;
    const bool negated = take('^');
    Ranges ranges;
    const auto add = [&](const Atom& atom) {
      if (atom.set) {
        ranges.insert(ranges.end(), atom.set->begin(), atom.set->end());
      } else {
        ranges.emplace_back(atom.code, atom.code);
      }
    };
    while (peek() != ']') {
      if (peek() == kEnd) {
        at_ = start;
        return fail("no ] for this [");
      }
      const size_t range = at_;
      Atom first;
      if (!read_class_atom(first)) return false;
      if (peek() != '-' || peek(1) == ']' || peek(1) == kEnd) {
        add(first);
        continue;
      }
      ++at_;
      Atom last;
      if (!read_class_atom(last)) return false;
      if (!first.set && !last.set) {
        if (first.code > last.code) {
          at_ = range;
          return fail("range out of order in the class");
        }
        ranges.emplace_back(first.code, last.code);
      } else if (out_.unicode) {
        at_ = range;
        return fail("a set cannot be the end of a range");
      } else {
        add(first);
        add(last);
        ranges.emplace_back('-', '-');
      }
    }
    ++at_;
    out = set_node(std::move(ranges), negated);
    return true;
  }

  bool read_class_atom(Atom& out) {
    if (peek() == '\\') return read_escape(out, true);
    out.code = codes_[at_++];
    return true;
  }

  // Above every group number: an index into awaited_names_ until the names are known.
  static constexpr uint32_t kNamed = 0x80000000;

  std::string_view source_, flags_;
  std::u32string codes_;
  size_t at_ = 0;
  Pattern out_;
  bool dot_all_ = false;
  uint32_t total_groups_ = 1;
  bool has_names_ = false;
  std::map<std::u32string, uint32_t> names_;
  std::vector<std::pair<std::u32string, size_t>> awaited_names_;  // and where
  std::map<Ranges, uint32_t> set_index_;
  std::string reason_;
  size_t failed_at_ = 0;
};

}  // namespace

Result<Pattern> parse(std::string_view pattern, std::string_view flags) { return Parser(pattern, flags).run(); }

}  // namespace surehand::regex
