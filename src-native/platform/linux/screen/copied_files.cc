#include "platform/linux/screen/copied_files.h"

#include <algorithm>
#include <vector>

#include "core/text/file_uri.h"

namespace surehand::screen {
namespace {

std::string joined(const std::vector<std::string>& lines, std::string_view between) {
  std::string text;
  for (const std::string& line : lines) text.append(text.empty() ? "" : between).append(line);
  return text;
}

}  // namespace

std::string uri_list(std::string_view paths) { return joined(file_uris(paths), "\r\n") + "\r\n"; }

std::string gnome_copied_files(std::string_view paths) { return "copy\n" + joined(file_uris(paths), "\n"); }

std::string paths_in(std::string_view uris) {
  std::string paths;
  while (!uris.empty()) {
    const size_t end = std::min(uris.find_first_of("\r\n"), uris.size());
    if (auto path = path_of_uri(uris.substr(0, end))) paths += *path + '\0';
    uris.remove_prefix(std::min(end + 1, uris.size()));
  }
  return paths;
}

}  // namespace surehand::screen
