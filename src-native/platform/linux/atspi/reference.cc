#include "platform/linux/atspi/reference.h"

#include "platform/linux/dbus/message.h"

namespace surehand::atspi {
namespace {

// Toolkits use up to 100 bytes.
constexpr size_t kLongestPath = 1024;

bool is_sound(const Object& object) {
  if (object.path.size() > kLongestPath || !dbus::is_object_path(object.path)) return false;
  // The null object has no owner. Others without one are their application's.
  return object.bus.empty() || dbus::is_unique_name(object.bus);
}

}  // namespace

Reference read_reference(dbus::Reader& reader) {
  reader.begin_struct();
  const Object object{reader.string(), reader.string()};
  if (reader.ok() && is_sound(object)) return {object, true};
  return {{{}, kNullPath}, false};
}

ObjectName read_object(dbus::Reader& reader) {
  const Object object = read_reference(reader).object;
  return {std::string(object.bus), std::string(object.path)};
}

}  // namespace surehand::atspi
