#pragma once

#include "platform/linux/tree.h"

namespace surehand::atspi {

// Reads the answer of Cache.GetItems, `a((so)(so)(so)iiassusau)`, into nodes that have no place yet (the node
// that is there already, the root, is filled in). False when it is not such an answer.
bool read_items(const dbus::Reply& reply, std::string_view app_key, Tree& tree);

}  // namespace surehand::atspi
