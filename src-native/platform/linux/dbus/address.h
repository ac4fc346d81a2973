#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace surehand::dbus {

// One place where a bus may listen.
struct Endpoint {
  std::string path;  // a file, or the name of an abstract socket
  bool abstract = false;
  std::string problem;  // why this entry of the list cannot be used; empty when it can
  std::string text;     // the entry as it was written
};

// Reads a D-Bus address: a `;` list of `transport:key=value,…` with %-escapes. `runtime_directory` is
// XDG_RUNTIME_DIR of the desktop in question, for `unix:runtime=yes`.
std::vector<Endpoint> parse_address(std::string_view address, std::string_view runtime_directory);

}  // namespace surehand::dbus
