#pragma once

#include "core/tree/snapshot.h"
#include "platform/linux/dbus/wire.h"

namespace surehand::atspi {

// Where something is, `(iiii)`; what GTK says is nowhere stays at INT32_MIN. Whether it could be read is the reader's to say.
Rect read_extents(dbus::Reader& body);

}  // namespace surehand::atspi
