#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// Files and folders by the system's calls: the streams of libc++ bring its locales with them, a sixth of the prebuilt addon.
namespace surehand {

// Empty for what cannot be read.
std::string contents_of(const std::string& file);
// The same in parts; ends with the file, or when `visit` says false.
void read_in_parts(const std::string& file, size_t part, const std::function<bool(std::string_view)>& visit);
// The names in a folder without those of the folder itself and its parent, in no order; none for what cannot be read.
std::vector<std::string> names_in(const std::string& folder);
// At the end of a file, which is made if there is none. False when not all could be written.
bool append_to(const std::string& file, std::string_view text);

}  // namespace surehand
