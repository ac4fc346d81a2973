#pragma once

#include "core/tree/role.h"
#include "core/tree/state.h"
#include "platform/windows/read/facts.h"

namespace surehand::uia {

enum class Visibility : uint8_t { kShown, kScrolledOut, kHidden };

// Whether an element shows. UI Automation says only whether it is off screen, for any reason, and some providers say so of what everybody
// sees.
Visibility visibility_of(const Facts& facts, const Facts* parent);

States states_of(const Facts& facts, Role role, Visibility visibility);

}  // namespace surehand::uia
