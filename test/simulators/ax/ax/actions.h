#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ax/attributes.h"

namespace axsim {

std::vector<std::string> action_names(const Subject& subject);
// Does it; the subject may be gone afterwards.
AXError do_action(Subject& subject, std::string_view action);

}  // namespace axsim
