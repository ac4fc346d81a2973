#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/dbus/connection.h"
#include "platform/linux/quirks/toolkit.h"
#include "platform/linux/quirks/traits.h"

namespace surehand::atspi {

// Whether only a relation tells the label of an element, which is its name here; what a combo box is called otherwise is its value then.
// Qt: combo boxes (QAccessibleComboBox::text, "on Linux we use relations for this"; test/live/qt-fields.test.ts). GTK 3: fields without
// a name (gtk_label_set_mnemonic_widget), and combo boxes, whose name is what is chosen unless they have one
// (gtkcomboboxaccessible.c; test/live/labels.test.ts).
bool may_be_labelled(uint32_t role, std::string_view name, const ToolkitTraits& traits);

// The element that an answer to GetRelationSet names as the label.
std::optional<ObjectName> label_in(const dbus::Reply& reply);

}  // namespace surehand::atspi
