#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace surehand {

// Normalised roles: ARIA's names, plus `window`, `text`, `generic` and what desktops have and ARIA has not.
// The enumerators, their names and every platform's aliases come from role_table.json; `npm run generate` writes
// role_table.inc and lib/sdk/selector/roles.ts from it.
enum class Role : uint8_t {
#define SUREHAND_ROLE(enumerator, name) enumerator,
#include "core/tree/role_table.inc"
#undef SUREHAND_ROLE
};

std::string_view to_string(Role role);
std::vector<std::string_view> role_names();  // the normalised ones

// Takes a normalised name or any platform's own (`Edit`, `AXTextField`, `push button`), whatever its case.
std::optional<Role> role_from_name(std::string_view name);

// What asking for a role means: itself, and the roles that ARIA derives from it where a person would see the same control.
std::vector<Role> kinds_of(Role role);

// Whether every element of this role is either checked or not.
bool is_checkable(Role role);

}  // namespace surehand
