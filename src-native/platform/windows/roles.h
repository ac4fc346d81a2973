#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tree/role.h"
#include "platform/windows/read/facts.h"

namespace surehand::uia {

// The role of an element by what it says of itself and by what it is in, `parent`: null where that was not read. What it holds tells
// nothing, so that it has the same role however little of the tree was read.
Role role_of(const Facts& facts, const Facts* parent);

// `DataItem`, as UI Automation calls the control type; with what ARIA calls it where that says more: `Text/heading`.
std::string platform_role(const Facts& facts);

// The control types that role_of() may give a role, of elements that say no ARIA role; nothing where that is not told here: any may.
std::optional<std::vector<int>> control_types_of(Role role);

}  // namespace surehand::uia
