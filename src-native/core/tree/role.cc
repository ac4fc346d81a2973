#include "core/tree/role.h"

#include <algorithm>
#include <array>

namespace surehand {
namespace {

constexpr std::string_view kNames[] = {
#define SUREHAND_ROLE(enumerator, name) name,
#include "core/tree/role_table.inc"
#undef SUREHAND_ROLE
};

struct Alias {
  std::string_view key;
  Role role;
};

constexpr Alias kAliases[] = {
#define SUREHAND_ROLE_ALIAS(key, enumerator) {key, Role::enumerator},
#include "core/tree/role_aliases.inc"
#undef SUREHAND_ROLE_ALIAS
};

constexpr size_t longest_key() {
  size_t longest = 0;
  for (const Alias& alias : kAliases) longest = std::max(longest, alias.key.size());
  return longest;
}

}  // namespace

std::string_view to_string(Role role) { return kNames[static_cast<size_t>(role)]; }

std::vector<std::string_view> role_names() { return {std::begin(kNames), std::end(kNames)}; }

std::optional<Role> role_from_name(std::string_view name) {
  std::array<char, longest_key()> key;
  size_t length = 0;
  for (char c : name) {
    if (c == ' ' || c == '-' || c == '_') continue;
    if (length == key.size()) return std::nullopt;
    key[length++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  const std::string_view wanted(key.data(), length);
  const Alias* found = std::lower_bound(std::begin(kAliases), std::end(kAliases), wanted,
                                        [](const Alias& alias, std::string_view k) { return alias.key < k; });
  if (found == std::end(kAliases) || found->key != wanted) return std::nullopt;
  return found->role;
}

std::vector<Role> kinds_of(Role role) {
  switch (role) {
    case Role::kMenuItem:
      return {role, Role::kMenuItemCheckbox, Role::kMenuItemRadio};
    case Role::kCheckbox:
      return {role, Role::kSwitch};
    case Role::kTextbox:
      return {role, Role::kSearchbox};
    case Role::kDialog:
    case Role::kAlert:
      return {role, Role::kAlertDialog};
    default:
      return {role};
  }
}

bool is_checkable(Role role) {
  return role == Role::kCheckbox || role == Role::kRadio || role == Role::kSwitch || role == Role::kMenuItemCheckbox ||
         role == Role::kMenuItemRadio;
}

}  // namespace surehand
