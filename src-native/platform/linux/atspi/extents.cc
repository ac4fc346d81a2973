#include "platform/linux/atspi/extents.h"

#include <cstdint>

namespace surehand::atspi {

Rect read_extents(dbus::Reader& body) {
  body.begin_struct();
  Rect said;
  for (int32_t* each : {&said.x, &said.y, &said.width, &said.height}) *each = body.i32();
  Rect place = within_reach(said);
  // Where GTK says that something is nowhere.
  if (said.x == INT32_MIN) place.x = INT32_MIN;
  if (said.y == INT32_MIN) place.y = INT32_MIN;
  return place;
}

}  // namespace surehand::atspi
