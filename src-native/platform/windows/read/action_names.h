#pragma once

#include <string_view>
#include <vector>

#include "platform/windows/read/facts.h"

namespace surehand::uia {

// What can be done to an element by its patterns, under UI Automation's names: what `named` actions take.
std::vector<std::string_view> action_names(const Facts& facts);

}  // namespace surehand::uia
