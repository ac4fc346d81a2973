#include "core/query/spelling.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace surehand {
namespace {

constexpr size_t kLongestWord = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Optimal string alignment: insert, delete, replace, swap neighbours.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> two_up(b.size() + 1), one_up(b.size() + 1), row(b.size() + 1);
  std::iota(one_up.begin(), one_up.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({one_up[j] + 1, row[j - 1] + 1, one_up[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], two_up[j - 2] + 1);
    }
    two_up.swap(one_up);
    one_up.swap(row);
  }
  return one_up[b.size()];
}

}  // namespace

std::string_view nearest_word(std::string_view written, const std::vector<std::string_view>& words) {
  if (written.empty() || written.size() > kLongestWord) return {};
  std::string_view nearest;
  size_t best = std::max<size_t>(1, written.size() / 3) + 1;
  for (std::string_view word : words) {
    const size_t apart = word.size() > written.size() ? word.size() - written.size() : written.size() - word.size();
    if (apart >= best) continue;
    const size_t d = distance(written, word);
    if (d >= best) continue;
    best = d;
    nearest = word;
  }
  return nearest;
}

}  // namespace surehand
