#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace surehand {

// Of a path that begins with a slash (RFC 8089).
std::string file_uri(std::string_view path);
// Of paths that each end with a NUL.
std::vector<std::string> file_uris(std::string_view paths);
// Nothing of another URI, or of a file on another host.
std::optional<std::string> path_of_uri(std::string_view uri);

}  // namespace surehand
