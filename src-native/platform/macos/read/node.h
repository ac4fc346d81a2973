#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/tree/snapshot.h"
#include "platform/macos/ax/calls.h"

namespace surehand::ax {

// What one message says of an element, each as what it should be or not at all: an application answers for an attribute with an error, with
// another type than the documented one, or with nothing, and the rest is as good as it would be without that.
struct RawNode {
  AXError error = kAXErrorSuccess;  // of the message as a whole
  std::string role, subrole, title, description, help, identifier, placeholder, role_description, mark, character;
  cf::Object value;
  std::optional<bool> enabled, focused, selected, expanded, disclosing, minimized, full_screen, modal, busy, required;
  std::optional<double> least, most, level, modifiers;
  std::optional<CGRect> place;
  std::string orientation, url;
  ElementRef title_element;
  std::vector<ElementRef> children;
  bool asks_children = true;  // false: what it has below it was not asked with the rest
  bool in_pop_up = false;     // the menu of a pop-up button: said by who reads that
};

// All of its children come with it, unless `children` is false: what holds a table's worth of them hands over as many references.
RawNode read_node(const ElementRef& element, const Limits& limits, bool children = true);

}  // namespace surehand::ax
