#pragma once

#include <string>
#include <string_view>

namespace surehand::wayland::kwin {

inline constexpr std::string_view kPath = "/surehand/KWin";
inline constexpr std::string_view kInterface = "surehand.KWin";
// Its arguments: the token of the script, the number of the question that is answered (empty at first), the answer as JSON. Its answer is
// the next question as JSON, with `n`, its number.
inline constexpr std::string_view kNext = "Next";

// The script that KWin runs: it calls kNext of `service`, one of our connection's names, over and over.
std::string program(std::string_view service, std::string_view token);

}  // namespace surehand::wayland::kwin
