#pragma once

#include <string>

#include "core/tree/role.h"
#include "platform/windows/read/facts.h"

namespace surehand::uia {

// What a user would call an element, of what its provider says.
std::string real_name(const Facts& facts, Role role);

// What an author called it; empty where its provider made that up, so that it is another one the next time.
std::string real_id(const Facts& facts);

}  // namespace surehand::uia
