#include "platform/linux/dbus/address.h"

#include <sys/un.h>

#include <optional>

namespace surehand::dbus {

namespace {

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]);
    const auto low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    out += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return out;
}

// Calls `visit` with each piece between separators.
template <class Visit>
void split(std::string_view text, char separator, Visit visit) {
  while (true) {
    const size_t end = text.find(separator);
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

Endpoint parse_entry(std::string_view entry, std::string_view runtime_directory) {
  Endpoint endpoint;
  endpoint.text = entry;
  const size_t colon = entry.find(':');
  if (colon == std::string_view::npos) {
    endpoint.problem = "has no transport";
    return endpoint;
  }
  if (entry.substr(0, colon) != "unix") {
    endpoint.problem = "only unix sockets are supported";
    return endpoint;
  }
  split(entry.substr(colon + 1), ',', [&](std::string_view pair) {
    const size_t equals = pair.find('=');
    if (equals == std::string_view::npos) return;
    const std::string_view key = pair.substr(0, equals);
    const auto value = unescaped(pair.substr(equals + 1));
    if (!value) {
      endpoint.problem = "has a bad %-escape";
    } else if (key == "path" || key == "abstract") {
      endpoint.path = *value;
      endpoint.abstract = key == "abstract";
    } else if (key == "runtime") {
      if (runtime_directory.empty()) {
        endpoint.problem = "XDG_RUNTIME_DIR is not set";
      } else {
        endpoint.path = std::string(runtime_directory) + "/bus";
      }
    }
  });
  if (endpoint.problem.empty() && endpoint.path.empty()) endpoint.problem = "names no socket";
  if (endpoint.path.size() + 1 > sizeof(sockaddr_un::sun_path)) endpoint.problem = "the socket's path is too long";
  return endpoint;
}

}  // namespace

std::vector<Endpoint> parse_address(std::string_view address, std::string_view runtime_directory) {
  std::vector<Endpoint> endpoints;
  split(address, ';', [&](std::string_view entry) {
    if (!entry.empty()) endpoints.push_back(parse_entry(entry, runtime_directory));
  });
  return endpoints;
}

}  // namespace surehand::dbus
