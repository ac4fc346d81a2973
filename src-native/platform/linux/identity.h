#pragma once

#include <string>
#include <string_view>

namespace surehand::atspi {

inline constexpr std::string_view kPathPrefix = "/org/a11y/atspi/accessible/";
inline constexpr std::string_view kRegistryRoot = "/org/a11y/atspi/accessible/root";
inline constexpr std::string_view kNullPath = "/org/a11y/atspi/null";

// An accessible object: who owns it and what it is called there.
struct Object {
  std::string_view bus;
  std::string_view path;
};

struct ObjectName {
  std::string bus;
  std::string path;
  operator Object() const { return {bus, path}; }  // NOLINT(google-explicit-constructor)
};

// The bytes a Snapshot keeps for an object of the application `app_key`: its path without the usual prefix,
// and with the owner in front when it belongs to another process (an embedded one).
std::string identity_of(const Object& object, std::string_view app_key);
ObjectName object_named(std::string_view identity, std::string_view app_key);

}  // namespace surehand::atspi
