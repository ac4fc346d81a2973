#pragma once

#include "core/tree/snapshot.h"
#include "platform/linux/dbus/wire.h"

namespace surehand::atspi {

// Where something is, `(iiii)`. Whether it could be read is the reader's to say.
Rect read_extents(dbus::Reader& body);

}  // namespace surehand::atspi
