#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/regex/program.h"

namespace surehand::regex {

inline constexpr size_t kNowhere = static_cast<size_t>(-1);

// The first place at or behind `at` where a match may begin, or kNowhere.
size_t next_start(const Program& program, std::string_view text, size_t at);

// Whether there is a match anywhere. Without backreferences the program runs in all its states at once, so
// the time is bounded by program × text; with them it backtracks as ECMAScript says. Either has a budget of
// steps; nothing when that is spent.
std::optional<bool> search(const Program& program, std::string_view text);

}  // namespace surehand::regex
