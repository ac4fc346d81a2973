#pragma once

#include "platform/linux/read/tree_reader.h"

namespace surehand::atspi {

// The cache of an atk-bridge application does not exist before the first request for the application's own bus (which only
// actions go over), and then holds what there is at that moment and what is announced as added from then on. Browsers do not
// announce a page that is being loaded, nor LibreOffice a document: a cache made too early lacks it for good, and each of
// its elements costs calls of its own (20,000 for a page of 10,000 nodes). So none is made while the tree still grows.
bool has_cache(const TreeReader& reader);
// Makes the cache, when GetTree has listed as many nodes for a while.
void make_cache_when_settled(TreeReader& reader, uint32_t listed);

// Reads the answer of Cache.GetItems, `a((so)(so)(so)iiassusau)`, into nodes that have no place yet; those
// that are there already are filled in. False when it is not such an answer.
bool read_items(const dbus::Reply& reply, std::string_view app_key, Tree& tree);

// Asks for them; `has_items` is set once they have come and been read.
void ask_items(TreeReader& reader, bool& has_items);

}  // namespace surehand::atspi
