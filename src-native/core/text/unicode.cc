#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace surehand::unicode {
namespace {

struct Pair {
  char32_t composite, first, second;
};
struct Single {
  char32_t code, to;
};
struct CombiningRun {
  char32_t first;
  uint16_t count;
  uint8_t ccc;
};
struct MappingRun {
  char32_t first;
  uint16_t count;
  uint16_t stride;
  int32_t delta;
};
struct LongFold {
  char32_t code, to[3];
};

#include "core/text/unicode_tables.inc"

constexpr char32_t kHangulBase = 0xAC00, kHangulCount = 11172;
constexpr char32_t kLeadBase = 0x1100, kLeadCount = 19;
constexpr char32_t kVowelBase = 0x1161, kVowelCount = 21;
constexpr char32_t kTrailBase = 0x11A7, kTrailCount = 28;  // the first stands for "no trailing consonant"

bool is_hangul(char32_t code) { return code - kHangulBase < kHangulCount; }

// The row of a table sorted by its first column, or null.
template <class Row, size_t N>
const Row* find_row(const Row (&rows)[N], char32_t Row::*key, char32_t code) {
  const Row* row = std::lower_bound(rows, rows + N, code, [&](const Row& a, char32_t b) { return a.*key < b; });
  return row != rows + N && row->*key == code ? row : nullptr;
}

template <size_t N>
char32_t map(const MappingRun (&runs)[N], char32_t code) {
  const MappingRun* behind =
      std::upper_bound(runs, runs + N, code, [](char32_t a, const MappingRun& b) { return a < b.first; });
  if (behind == runs) return code;
  const MappingRun& run = behind[-1];
  const char32_t offset = code - run.first;
  if (offset % run.stride != 0 || offset / run.stride >= run.count) return code;
  return static_cast<char32_t>(static_cast<int32_t>(code) + run.delta);
}

// Traits in two stages: an index of pages of 256 code points, of which few differ from the empty page.
class TraitTable {
 public:
  TraitTable() : pages_(1) {
    for (const MappingRun& run : kFoldings) {
      for (char32_t i = 0; i < run.count; ++i) add(run.first + i * run.stride, kFolds);
    }
    for (const LongFold& fold : kLongFolds) add(fold.code, kFolds | kFoldsLong);
    for (const CombiningRun& run : kCombining) {
      for (char32_t i = 0; i < run.count; ++i) add(run.first + i, kUnstable);
    }
    for (const Pair& pair : kComposable) {
      add(pair.composite, kDecomposes);
      add(pair.second, kUnstable);
    }
    for (const Pair& pair : kExcluded) add(pair.composite, kDecomposes | kUnstable);
    for (const Single& single : kSingles) add(single.code, kDecomposes | kUnstable);
    for (char32_t i = 0; i < kHangulCount; ++i) add(kHangulBase + i, kDecomposes);
    for (char32_t i = 0; i < kVowelCount; ++i) add(kVowelBase + i, kUnstable);
    for (char32_t i = 1; i < kTrailCount; ++i) add(kTrailBase + i, kUnstable);
  }

  uint8_t of(char32_t code) const { return code < 0x110000 ? pages_[index_[code >> 8]][code & 0xFF] : 0; }

 private:
  void add(char32_t code, int traits) {
    uint8_t& page = index_[code >> 8];
    if (page == 0) {
      page = static_cast<uint8_t>(pages_.size());
      pages_.emplace_back();
    }
    pages_[page][code & 0xFF] |= static_cast<uint8_t>(traits);
  }

  std::array<uint8_t, 0x1100> index_{};
  std::vector<std::array<uint8_t, 256>> pages_;
};

const TraitTable& trait_table() {
  static const TraitTable table;
  return table;
}

uint8_t combining_class(char32_t code) {
  if (!(traits(code) & kUnstable)) return 0;
  const CombiningRun* behind = std::upper_bound(std::begin(kCombining), std::end(kCombining), code,
                                                [](char32_t a, const CombiningRun& b) { return a < b.first; });
  if (behind == std::begin(kCombining)) return 0;
  return code - behind[-1].first < behind[-1].count ? behind[-1].ccc : 0;
}

const std::vector<Pair>& pairs_by_parts() {
  static const std::vector<Pair> sorted = [] {
    std::vector<Pair> pairs(std::begin(kComposable), std::end(kComposable));
    std::sort(pairs.begin(), pairs.end(),
              [](const Pair& a, const Pair& b) { return std::pair(a.first, a.second) < std::pair(b.first, b.second); });
    return pairs;
  }();
  return sorted;
}

// The composite of two code points, or 0.
char32_t compose(char32_t first, char32_t second) {
  if (first - kLeadBase < kLeadCount && second - kVowelBase < kVowelCount) {
    return kHangulBase + ((first - kLeadBase) * kVowelCount + (second - kVowelBase)) * kTrailCount;
  }
  if (is_hangul(first) && (first - kHangulBase) % kTrailCount == 0 && second - kTrailBase - 1 < kTrailCount - 1) {
    return first + (second - kTrailBase);
  }
  const std::vector<Pair>& pairs = pairs_by_parts();
  const auto found = std::lower_bound(
      pairs.begin(), pairs.end(), std::pair(first, second),
      [](const Pair& a, const std::pair<char32_t, char32_t>& b) { return std::pair(a.first, a.second) < b; });
  return found != pairs.end() && found->first == first && found->second == second ? found->composite : 0;
}

void append_decomposed(std::u32string& out, char32_t code) {
  if (!(traits(code) & kDecomposes)) {
    out += code;
  } else if (is_hangul(code)) {
    const char32_t offset = code - kHangulBase;
    out += kLeadBase + offset / (kVowelCount * kTrailCount);
    out += kVowelBase + offset / kTrailCount % kVowelCount;
    if (offset % kTrailCount != 0) out += kTrailBase + offset % kTrailCount;
  } else if (const Single* single = find_row(kSingles, &Single::code, code)) {
    append_decomposed(out, single->to);
  } else {
    const Pair* pair = find_row(kComposable, &Pair::composite, code);
    if (!pair) pair = find_row(kExcluded, &Pair::composite, code);
    append_decomposed(out, pair->first);
    append_decomposed(out, pair->second);
  }
}

// Puts each run of combining marks into the order of their classes.
void reorder(std::u32string& text) {
  for (size_t i = 0; i < text.size();) {
    if (combining_class(text[i]) == 0) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && combining_class(text[end]) != 0) ++end;
    std::stable_sort(text.begin() + static_cast<std::ptrdiff_t>(i), text.begin() + static_cast<std::ptrdiff_t>(end),
                     [](char32_t a, char32_t b) { return combining_class(a) < combining_class(b); });
    i = end;
  }
}

struct Category {
  std::string_view name, long_name;
};

// In the order of the numbers in kCategoryRuns.
constexpr Category kCategories[] = {
    {"Lu", "Uppercase_Letter"},    {"Ll", "Lowercase_Letter"},  {"Lt", "Titlecase_Letter"},
    {"Lm", "Modifier_Letter"},     {"Lo", "Other_Letter"},      {"Mn", "Nonspacing_Mark"},
    {"Mc", "Spacing_Mark"},        {"Me", "Enclosing_Mark"},    {"Nd", "Decimal_Number"},
    {"Nl", "Letter_Number"},       {"No", "Other_Number"},      {"Pc", "Connector_Punctuation"},
    {"Pd", "Dash_Punctuation"},    {"Ps", "Open_Punctuation"},  {"Pe", "Close_Punctuation"},
    {"Pi", "Initial_Punctuation"}, {"Pf", "Final_Punctuation"}, {"Po", "Other_Punctuation"},
    {"Sm", "Math_Symbol"},         {"Sc", "Currency_Symbol"},   {"Sk", "Modifier_Symbol"},
    {"So", "Other_Symbol"},        {"Zs", "Space_Separator"},   {"Zl", "Line_Separator"},
    {"Zp", "Paragraph_Separator"}, {"Cc", "Control"},           {"Cf", "Format"},
    {"Cs", "Surrogate"},           {"Co", "Private_Use"},       {"Cn", "Unassigned"}};

struct CategoryGroup {
  std::string_view name, long_name, members;
};

constexpr CategoryGroup kCategoryGroups[] = {{"L", "Letter", "Lu Ll Lt Lm Lo"},
                                             {"LC", "Cased_Letter", "Lu Ll Lt"},
                                             {"M", "Mark", "Mn Mc Me"},
                                             {"M", "Combining_Mark", "Mn Mc Me"},
                                             {"N", "Number", "Nd Nl No"},
                                             {"P", "Punctuation", "Pc Pd Ps Pe Pi Pf Po"},
                                             {"P", "punct", "Pc Pd Ps Pe Pi Pf Po"},
                                             {"S", "Symbol", "Sm Sc Sk So"},
                                             {"Z", "Separator", "Zs Zl Zp"},
                                             {"C", "Other", "Cc Cf Cs Co Cn"},
                                             {"Cc", "cntrl", "Cc"},
                                             {"Nd", "digit", "Nd"}};

// A bit for each category of that name.
uint32_t category_mask(std::string_view name) {
  uint32_t mask = 0;
  for (const CategoryGroup& group : kCategoryGroups) {
    if (name != group.name && name != group.long_name) continue;
    for (size_t i = 0; i < std::size(kCategories); ++i) {
      if (group.members.find(kCategories[i].name) != std::string_view::npos) mask |= 1u << i;
    }
  }
  for (size_t i = 0; i < std::size(kCategories); ++i) {
    if (name == kCategories[i].name || name == kCategories[i].long_name) mask |= 1u << i;
  }
  return mask;
}

}  // namespace

uint8_t traits(char32_t code) { return trait_table().of(code); }

bool is_white_space(char32_t code) {
  return (code >= 0x09 && code <= 0x0D) || code == 0x20 || code == 0x85 || code == 0xA0 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F ||
         code == 0x3000;
}

char32_t simple_fold(char32_t code) {
  if (code < 0x80) return code - 'A' < 26 ? code + 32 : code;
  return map(kFoldings, code);
}

char32_t simple_upper(char32_t code) { return map(kUppers, code); }

void append_folded(std::u32string& out, char32_t code) {
  const uint8_t trait = traits(code);
  if (!(trait & kFoldsLong)) {
    out += trait & kFolds ? simple_fold(code) : code;
    return;
  }
  for (const char32_t to : find_row(kLongFolds, &LongFold::code, code)->to) {
    if (to != 0) out += to;
  }
}

std::u32string nfd(std::u32string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (const char32_t code : text) append_decomposed(out, code);
  reorder(out);
  return out;
}

std::u32string nfc(std::u32string_view text) {
  std::u32string out = nfd(text);
  constexpr size_t kNone = static_cast<size_t>(-1);
  size_t starter = kNone;  // where the last starter stands in what is written so far
  int last_class = -1;     // of what stands between it and here; -1 when that is nothing
  size_t end = 0;
  for (const char32_t code : out) {
    const int ccc = combining_class(code);
    if (starter != kNone && last_class < ccc && traits(code) & kUnstable) {
      if (const char32_t composite = compose(out[starter], code)) {
        out[starter] = composite;
        continue;
      }
    }
    if (ccc == 0) {
      starter = end;
      last_class = -1;
    } else {
      last_class = ccc;
    }
    out[end++] = code;
  }
  out.resize(end);
  return out;
}

Ranges general_category(std::string_view name) {
  const uint32_t mask = category_mask(name);
  Ranges ranges;
  char32_t start = 0;
  for (const uint16_t run : kCategoryRuns) {
    const char32_t end = start + (run >> 5);
    if (mask >> (run & 31) & 1) {
      if (!ranges.empty() && ranges.back().second + 1 == start) {
        ranges.back().second = end - 1;
      } else {
        ranges.emplace_back(start, end - 1);
      }
    }
    start = end;
  }
  return ranges;
}

const std::vector<char32_t>& cased() {
  static const std::vector<char32_t> all = [] {
    std::vector<char32_t> codes;
    const auto add = [&](const MappingRun& run) {
      for (char32_t i = 0; i < run.count; ++i) {
        const char32_t code = run.first + i * run.stride;
        codes.push_back(code);
        codes.push_back(static_cast<char32_t>(static_cast<int32_t>(code) + run.delta));
      }
    };
    for (const MappingRun& run : kFoldings) add(run);
    for (const MappingRun& run : kUppers) add(run);
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return codes;
  }();
  return all;
}

}  // namespace surehand::unicode
