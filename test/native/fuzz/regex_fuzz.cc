#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/regex/program.h"
#include "core/regex/regex.h"
#include "core/regex/search.h"
#include "core/text/text.h"

using namespace surehand;

namespace {

// By states in parallel, or by backtracking as if there were backreferences.
std::optional<bool> search_one_way(std::string_view pattern, std::string_view flags, const std::string& text,
                                   bool backtracking) {
  auto parsed = regex::parse(pattern, flags);
  parsed->backreferences = parsed->backreferences || backtracking;
  const auto program = regex::compile(parsed.take());
  return program ? regex::search(*program, text) : std::nullopt;
}

}  // namespace

// A byte of flags, a pattern, a NUL, a text. Nothing crashes, nothing takes longer than the budget allows,
// and the ways to search that find an answer find the same.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  std::string flags;
  for (int i = 0; i < 3; ++i) {
    if (data[0] >> i & 1) flags += "ius"[i];
  }
  const size_t end = std::min(input.find('\0', 1), size);
  const std::string_view pattern = input.substr(1, end - 1);
  const std::string_view text = end < size ? input.substr(end + 1) : std::string_view();

  const auto start = std::chrono::steady_clock::now();
  const auto regex = Regex::compile(pattern, flags);
  if (regex) {
    const std::string mended = mend_utf8(text);
    const std::optional<bool> found = regex->search(text);
    for (const bool backtracking : {false, true}) {
      const std::optional<bool> other = search_one_way(pattern, flags, mended, backtracking);
      if (found && other && *found != *other) std::abort();
    }
  }
  // A hundred times what it takes without sanitizers.
  if (std::chrono::steady_clock::now() - start > std::chrono::seconds(20)) std::abort();
  return 0;
}
