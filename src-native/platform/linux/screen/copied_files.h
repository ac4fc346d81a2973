#pragma once

#include <string>
#include <string_view>

// Files on the clipboard: absolute paths, each ended by a NUL, as what programs copy and paste.
namespace surehand::screen {

// `text/uri-list` (RFC 2483).
std::string uri_list(std::string_view paths);
// `x-special/gnome-copied-files`, what file managers paste: in it stands, too, whether they were copied or cut.
std::string gnome_copied_files(std::string_view paths);
// The paths in a list of URIs, of which lines that begin with `#` are comments.
std::string paths_in(std::string_view uris);

}  // namespace surehand::screen
