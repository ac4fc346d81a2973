#pragma once

#include <cstdint>
#include <optional>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/dbus/connection.h"
#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// Qt calls a combo box by what it shows; what labels it is told by a relation alone (QAccessibleComboBox::text, "on Linux we use
// relations for this"). The label is its name here, and what it shows its value. (test/live/combo-boxes.test.ts)
bool is_named_by_relation(uint32_t role, Toolkit toolkit);

// The element that an answer to GetRelationSet names as the label.
std::optional<ObjectName> label_in(const dbus::Reply& reply);

}  // namespace surehand::atspi
