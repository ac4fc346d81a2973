#pragma once

#include <string>

#include "core/seam/element.h"
#include "core/tree/element_table.h"
#include "platform/macos/ax/calls.h"

namespace surehand::ax {

struct Session;

// Each look gives another object for the same element: which are the same CFEqual says, of those that are gone, too.
struct ElementHash {
  size_t operator()(const ElementRef& element) const { return CFHash(element.get()); }
};
struct ElementEqual {
  bool operator()(const ElementRef& a, const ElementRef& b) const { return CFEqual(a.get(), b.get()); }
};

// AX gives references and no names; nothing can be looked up by a name of ours, so the references are kept.
using Elements = ElementTable<ElementRef, ElementHash, ElementEqual>;

// STALE for an identity that nothing is held by.
Result<ElementRef> element_of(Session& session, const Element& element);

}  // namespace surehand::ax
