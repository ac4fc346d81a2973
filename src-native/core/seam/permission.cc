#include "core/seam/permission.h"

#include <array>

#include "core/seam/given.h"

namespace surehand {
namespace {

constexpr std::array<std::string_view, 5> kPermissionStates = {"granted", "denied", "stale", "notNeeded", "prompt"};

}  // namespace

std::string_view to_string(PermissionState state) { return kPermissionStates[static_cast<size_t>(state)]; }

std::optional<PermissionState> permission_state_from_name(std::string_view name) {
  const auto index = given::index_of(kPermissionStates, name);
  if (!index) return std::nullopt;
  return static_cast<PermissionState>(*index);
}

}  // namespace surehand
