#pragma once

#include "platform/linux/tree_reader.h"

namespace surehand::atspi {

// The cache of an atk-bridge application does not exist before somebody asks for the application's own bus
// (which is never used). Asks, once.
void make_cache(TreeReader& reader);

// Reads the answer of Cache.GetItems, `a((so)(so)(so)iiassusau)`, into nodes that have no place yet (the node
// that is there already, the root, is filled in). False when it is not such an answer.
bool read_items(const dbus::Reply& reply, std::string_view app_key, Tree& tree);

// Asks for them; `has_items` is set once they have come and been read.
void ask_items(TreeReader& reader, bool& has_items);

}  // namespace surehand::atspi
