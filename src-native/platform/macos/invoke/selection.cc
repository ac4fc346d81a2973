#include "platform/macos/invoke/selection.h"

#include "platform/macos/invoke/press.h"

namespace surehand::ax {

namespace {

// How far above an item its container may be: a cell is in a row, which is in the table.
constexpr int kMostAbove = 4;

bool are_equal(const ElementRef& a, const ElementRef& b) { return a && b && CFEqual(a.get(), b.get()); }

// The element that a container selects, what selects it, and by what attribute.
struct Place {
  ElementRef item;
  ElementRef container;
  CFStringRef attribute = nullptr;
};

// What selects it: an attribute of the container lists what is selected, and can be set.
std::optional<Place> place(Invocation& invocation) {
  ElementRef item = invocation.element();
  for (int level = 0; level < kMostAbove; ++level) {
    ElementRef above = element(item, kAXParentAttribute, invocation.limits());
    if (!above) return std::nullopt;
    for (const CFStringRef attribute : {kAXSelectedRowsAttribute, kAXSelectedChildrenAttribute}) {
      if (is_settable(above, attribute, invocation.limits())) return Place{item, above, attribute};
    }
    // Past a container that selects nothing it would be another thing's selection.
    const auto role = text(above, kAXRoleAttribute, invocation.limits()).value_or("");
    if (role != "AXRow" && role != "AXCell" && role != "AXGroup") return std::nullopt;
    item = std::move(above);
  }
  return std::nullopt;
}

std::optional<bool> lists_as_selected(Invocation& invocation, const Place& place) {
  const Answer answer = copy(place.container, place.attribute, invocation.limits());
  if (answer.error != kAXErrorSuccess && answer.error != kAXErrorNoValue) return std::nullopt;
  for (const ElementRef& each : elements(place.container, place.attribute, invocation.limits())) {
    if (are_equal(each, place.item)) return true;
  }
  return false;
}

Result<Dispatch> write_list(Invocation& invocation, const Place& place, bool on) {
  std::vector<ElementRef> wanted;
  if (on) {
    // Selecting is one item's: what else is selected is not, as after a click.
    wanted.push_back(place.item);
  } else {
    for (ElementRef& each : elements(place.container, place.attribute, invocation.limits())) {
      if (!are_equal(each, place.item)) wanted.push_back(std::move(each));
    }
  }
  const cf::Object list = boxed(wanted);
  return invocation.write(place.container, place.attribute, list.get(), Route::kSelection,
                          [&] { return lists_as_selected(invocation, place) == on; });
}

}  // namespace

Result<Dispatch> select(Invocation& invocation, bool on) {
  const Facts& facts = invocation.facts();
  const ElementRef& item = invocation.element();
  const bool is_choice = facts.role == "AXRadioButton" || facts.role == "AXMenuItem";
  const auto own = [&]() -> std::optional<bool> {
    // A tab is a radio button to AX: its value says whether it is the one.
    if (facts.role == "AXRadioButton") return boolean(item, kAXValueAttribute, invocation.limits());
    return boolean(item, kAXSelectedAttribute, invocation.limits());
  };
  const std::optional<bool> before = own();
  // An entry of a menu is selected while the pointer is over it.
  const bool tells = before.has_value() && facts.role != "AXMenuItem";
  if (tells && *before == on) return Dispatch{Route::kNone, "it was so already"};
  if (is_choice) {
    if (!on) return invocation.unsupported("deselect it");
    return press(invocation);
  }

  // Writing AXSelected where it is so already turns some selections off, so it is written once, and only when it was seen not to be so.
  if (tells && is_settable(item, kAXSelectedAttribute, invocation.limits())) {
    const CFTypeRef wanted = on ? kCFBooleanTrue : kCFBooleanFalse;
    const auto took = [&] { return own() == on; };
    auto written = invocation.write(item, kAXSelectedAttribute, wanted, Route::kSelection, took);
    if (!written || invocation.confirmed(took)) return written;
    // Said and not done: the container may do it.
  }
  const auto found = place(invocation);
  if (found) {
    if (!tells && lists_as_selected(invocation, *found) == on) {
      return Dispatch{Route::kNone, "it was so already", true};
    }
    auto written = write_list(invocation, *found, on);
    if (written && !tells) {
      written->confirmed = invocation.confirmed([&] { return lists_as_selected(invocation, *found) == on; });
    }
    return written;
  }
  if (on && !facts.is_item() && (facts.has("AXPress") || facts.has("AXPick"))) return press(invocation);
  return invocation.unsupported(on ? "select it" : "deselect it");
}

}  // namespace surehand::ax
