#pragma once

#include <string_view>

namespace surehand {

// An executable's name as `process:` and `app:` compare it: `notepad.exe` is the same program as `notepad`, whichever of
// the two the selector or the system writes.
inline std::string_view without_exe(std::string_view name) {
  constexpr std::string_view kExtension = ".exe";
  if (name.size() <= kExtension.size()) return name;
  const std::string_view end = name.substr(name.size() - kExtension.size());
  for (size_t i = 0; i < end.size(); ++i) {
    const char lower = end[i] >= 'A' && end[i] <= 'Z' ? static_cast<char>(end[i] - 'A' + 'a') : end[i];
    if (lower != kExtension[i]) return name;
  }
  return name.substr(0, name.size() - kExtension.size());
}

}  // namespace surehand
