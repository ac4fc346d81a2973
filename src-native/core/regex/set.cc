#include "core/regex/set.h"

#include <algorithm>
#include <map>
#include <utility>

namespace surehand::regex {
namespace {

// Code points with a case, grouped by what Canonicalize makes of them.
class CaseGroups {
 public:
  explicit CaseGroups(bool unicode) {
    std::map<char32_t, size_t> group_of_canonical;
    for (const char32_t code : unicode::cased()) {
      const auto [at, fresh] = group_of_canonical.emplace(canonicalise(code, unicode), groups_.size());
      if (fresh) groups_.emplace_back();
      groups_[at->second].push_back(code);
      group_of_.push_back(at->second);
    }
  }

  static const CaseGroups& of(bool unicode) {
    static const CaseGroups by_folding(true);
    static const CaseGroups by_upper_case(false);
    return unicode ? by_folding : by_upper_case;
  }

  void append_equals(Ranges& out, char32_t first, char32_t last) const {
    const std::vector<char32_t>& cased = unicode::cased();
    auto at = static_cast<size_t>(std::lower_bound(cased.begin(), cased.end(), first) - cased.begin());
    for (; at < cased.size() && cased[at] <= last; ++at) {
      for (const char32_t equal : groups_[group_of_[at]]) {
        if (equal < first || equal > last) out.emplace_back(equal, equal);
      }
    }
  }

 private:
  std::vector<std::vector<char32_t>> groups_;
  std::vector<size_t> group_of_;  // beside unicode::cased()
};

}  // namespace

void tidy(Ranges& ranges) {
  std::sort(ranges.begin(), ranges.end());
  size_t end = 0;
  for (const auto& range : ranges) {
    if (end > 0 && range.first <= ranges[end - 1].second + 1) {
      ranges[end - 1].second = std::max(ranges[end - 1].second, range.second);
    } else {
      ranges[end++] = range;
    }
  }
  ranges.resize(end);
}

Ranges complement(const Ranges& tidy) {
  Ranges out;
  char32_t next = 0;
  for (const auto& [first, last] : tidy) {
    if (first > next) out.emplace_back(next, first - 1);
    next = last + 1;
  }
  if (next <= kLastCode) out.emplace_back(next, kLastCode);
  return out;
}

char32_t canonicalise(char32_t code, bool unicode) {
  if (unicode) return unicode::simple_fold(code);
  const char32_t upper = unicode::simple_upper(code);
  return code >= 128 && upper < 128 ? code : upper;
}

Ranges close_over_case(const Ranges& tidy_ranges, bool unicode) {
  Ranges out = tidy_ranges;
  for (const auto& [first, last] : tidy_ranges) CaseGroups::of(unicode).append_equals(out, first, last);
  tidy(out);
  return out;
}

CodeSet::CodeSet(Ranges tidy) : ranges_(std::move(tidy)) {
  for (const auto& [first, last] : ranges_) {
    for (char32_t code = first; code <= last && code < 128; ++code) ascii_[code >> 6] |= uint64_t{1} << (code & 63);
  }
}

bool CodeSet::contains_beyond_ascii(char32_t code) const {
  const auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), code,
                                       [](char32_t a, const auto& range) { return a < range.first; });
  return behind != ranges_.begin() && code <= std::prev(behind)->second;
}

}  // namespace surehand::regex
