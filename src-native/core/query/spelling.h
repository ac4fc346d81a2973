#pragma once

#include <string_view>
#include <vector>

namespace surehand {

// The word that `written` was probably meant to be, or nothing (empty) when none is near: letters swapped, left out,
// added or mistaken, not more than one in three. Case does not count.
std::string_view nearest_word(std::string_view written, const std::vector<std::string_view>& words);

}  // namespace surehand
