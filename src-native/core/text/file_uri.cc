#include "core/text/file_uri.h"

#include <cctype>

namespace surehand {
namespace {

constexpr std::string_view kScheme = "file://", kLocalHost = "localhost";

bool stays_as_it_is(char byte) {
  const auto each = static_cast<unsigned char>(byte);
  return each < 0x80 && (std::isalnum(each) != 0 || std::string_view("/-._~").find(byte) != std::string_view::npos);
}

int digit(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  const char lower = static_cast<char>(byte | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::string file_uri(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri(kScheme);
  for (const char byte : path) {
    if (stays_as_it_is(byte)) {
      uri += byte;
      continue;
    }
    const auto each = static_cast<unsigned char>(byte);
    uri += '%';
    uri += kDigits[each >> 4];
    uri += kDigits[each & 15];
  }
  return uri;
}

std::vector<std::string> file_uris(std::string_view paths) {
  std::vector<std::string> uris;
  for (size_t end = 0; (end = paths.find('\0')) != std::string_view::npos; paths.remove_prefix(end + 1))
    uris.push_back(file_uri(paths.substr(0, end)));
  return uris;
}

std::optional<std::string> path_of_uri(std::string_view uri) {
  if (uri.substr(0, kScheme.size()) != kScheme) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  if (uri.substr(0, kLocalHost.size()) == kLocalHost) uri.remove_prefix(kLocalHost.size());
  if (uri.empty() || uri.front() != '/') return std::nullopt;
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? digit(uri[i + 1]) : -1;
    const int low = high >= 0 ? digit(uri[i + 2]) : -1;
    if (low < 0) {
      path += uri[i];
      continue;
    }
    path += static_cast<char>(high << 4 | low);
    i += 2;
  }
  // A NUL ends a path, here and for the system.
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return path;
}

}  // namespace surehand
