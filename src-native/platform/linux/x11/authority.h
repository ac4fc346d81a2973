#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace surehand::x11 {

// The MIT-MAGIC-COOKIE-1 for the local display `number` (`0`, `99`) in the bytes of an Xauthority file.
std::optional<std::string> cookie_for(std::string_view authority, std::string_view hostname, std::string_view number);

}  // namespace surehand::x11
