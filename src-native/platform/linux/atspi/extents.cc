#include "platform/linux/atspi/extents.h"

namespace surehand::atspi {

Rect read_extents(dbus::Reader& body) {
  body.begin_struct();
  Rect place;
  for (int32_t* each : {&place.x, &place.y, &place.width, &place.height}) *each = body.i32();
  return within_reach(place);
}

}  // namespace surehand::atspi
