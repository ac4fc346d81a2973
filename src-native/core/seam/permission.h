#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace surehand {

enum class PermissionState : uint8_t {
  kGranted,
  kDenied,
  kStale,  // granted to what this program was before it changed; to be taken back and granted again
  kNotNeeded,
  kPrompt,  // a person is asked with the first use
};
std::string_view to_string(PermissionState state);
std::optional<PermissionState> permission_state_from_name(std::string_view name);

// What the system, or who uses it, has to allow.
struct Permission {
  std::string name;  // `accessibility`, `input`, `screen`
  PermissionState state = PermissionState::kNotNeeded;
  std::string remedy;  // what to do where it is denied or stale, and how to be asked where a person is
  std::string route;   // by what it is done, where the platform has several ways
};

// What this desktop can do, said before it is asked for.
struct Capability {
  std::string name;  // of the call: `input`, `screenshot`, `clipboard`
  bool available = true;
  std::string reason;  // where it is not
};

}  // namespace surehand
