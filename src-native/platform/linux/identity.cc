#include "platform/linux/identity.h"

namespace surehand::atspi {

std::string identity_of(const Object& object, std::string_view app_key) {
  if (object.bus != app_key && !object.bus.empty()) return std::string(object.bus).append(object.path);
  std::string_view path = object.path;
  if (path.substr(0, kPathPrefix.size()) == kPathPrefix) path.remove_prefix(kPathPrefix.size());
  return std::string(path);
}

ObjectName object_named(std::string_view identity, std::string_view app_key) {
  if (identity.empty()) return {std::string(app_key), std::string(kRegistryRoot)};
  if (identity[0] == '/') return {std::string(app_key), std::string(identity)};
  if (identity[0] == ':') {
    const size_t slash = identity.find('/');
    if (slash != std::string_view::npos) {
      return {std::string(identity.substr(0, slash)), std::string(identity.substr(slash))};
    }
  }
  return {std::string(app_key), std::string(kPathPrefix).append(identity)};
}

}  // namespace surehand::atspi
