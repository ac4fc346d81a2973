#include "platform/macos/read/node.h"

#include <algorithm>

#include "platform/macos/cf/string.h"

namespace surehand::ax {

namespace {

enum Slot : CFIndex {
  kRole,
  kSubrole,
  kTitle,
  kDescription,
  kHelp,
  kIdentifier,
  kPlaceholder,
  kRoleDescription,
  kMark,
  kCharacter,
  kModifiers,
  kValue,
  kEnabled,
  kFocused,
  kSelected,
  kExpanded,
  kDisclosing,
  kMinimized,
  kFullScreen,
  kModal,
  kBusy,
  kRequired,
  kLeast,
  kMostOfNode,
  kLevel,
  kPosition,
  kSize,
  kOrientation,
  kUrl,
  kTitleElement,
  kChildren,  // the last: it may be left out
  kSlots,
};

CFArrayRef named_attributes(CFIndex count) {
  const void* names[kSlots] = {};
  names[kRole] = kAXRoleAttribute;
  names[kSubrole] = kAXSubroleAttribute;
  names[kTitle] = kAXTitleAttribute;
  names[kDescription] = kAXDescriptionAttribute;
  names[kHelp] = kAXHelpAttribute;
  names[kIdentifier] = kAXIdentifierAttribute;
  names[kPlaceholder] = kAXPlaceholderValueAttribute;
  names[kRoleDescription] = kAXRoleDescriptionAttribute;
  names[kMark] = kAXMenuItemMarkCharAttribute;
  names[kCharacter] = kAXMenuItemCmdCharAttribute;
  names[kModifiers] = kAXMenuItemCmdModifiersAttribute;
  names[kValue] = kAXValueAttribute;
  names[kEnabled] = kAXEnabledAttribute;
  names[kFocused] = kAXFocusedAttribute;
  names[kSelected] = kAXSelectedAttribute;
  names[kExpanded] = kAXExpandedAttribute;
  names[kDisclosing] = kAXDisclosingAttribute;
  names[kMinimized] = kAXMinimizedAttribute;
  names[kFullScreen] = CFSTR("AXFullScreen");
  names[kModal] = kAXModalAttribute;
  names[kBusy] = kAXElementBusyAttribute;
  names[kRequired] = CFSTR("AXRequired");
  names[kLeast] = kAXMinValueAttribute;
  names[kMostOfNode] = kAXMaxValueAttribute;
  names[kLevel] = kAXDisclosureLevelAttribute;
  names[kPosition] = kAXPositionAttribute;
  names[kSize] = kAXSizeAttribute;
  names[kOrientation] = kAXOrientationAttribute;
  names[kUrl] = kAXURLAttribute;
  names[kTitleElement] = kAXTitleUIElementAttribute;
  names[kChildren] = kAXChildrenAttribute;
  return CFArrayCreate(kCFAllocatorDefault, names, count, &kCFTypeArrayCallBacks);
}

CFArrayRef asked(bool children) {
  static const CFArrayRef all = named_attributes(kSlots);
  static const CFArrayRef without_children = named_attributes(kChildren);
  return children ? all : without_children;
}

AXUIElementRef node_element(CFTypeRef object) { return cf::as<AXUIElementRef>(object, AXUIElementGetTypeID()); }

template <class Plain>
std::optional<Plain> unboxed_value(CFTypeRef object, AXValueType type) {
  const auto value = cf::as<AXValueRef>(object, AXValueGetTypeID());
  Plain plain{};
  if (!value || !AXValueGetValue(value, type, &plain)) return std::nullopt;
  return plain;
}

std::string text_of(CFTypeRef object) {
  const auto string = cf::as_string(object);
  if (string) return cf::utf8_of(string);
  const auto url = cf::as<CFURLRef>(object, CFURLGetTypeID());
  return url ? cf::utf8_of(CFURLGetString(url)) : std::string();
}

}  // namespace

RawNode read_node(const ElementRef& element, const Limits& limits, bool children) {
  RawNode node;
  node.asks_children = children;
  const double seconds = static_cast<double>(std::max<int64_t>(limits.remaining().count(), 10)) / 1000;
  AXUIElementSetMessagingTimeout(element.get(), static_cast<float>(std::min(seconds, 3600.0)));
  cf::Ref<CFArrayRef> values;
  node.error = AXUIElementCopyMultipleAttributeValues(element.get(), asked(children), 0, values.out());
  if (node.error != kAXErrorSuccess) return node;
  if (!cf::as_array(values.get()) || CFArrayGetCount(values.get()) != (children ? kSlots : kChildren)) {
    node.error = kAXErrorFailure;
    return node;
  }
  const auto at = [&](Slot slot) { return CFArrayGetValueAtIndex(values.get(), slot); };
  node.role = text_of(at(kRole));
  node.subrole = text_of(at(kSubrole));
  node.title = text_of(at(kTitle));
  node.description = text_of(at(kDescription));
  node.help = text_of(at(kHelp));
  node.identifier = text_of(at(kIdentifier));
  node.placeholder = text_of(at(kPlaceholder));
  node.role_description = text_of(at(kRoleDescription));
  node.mark = text_of(at(kMark));
  node.character = text_of(at(kCharacter));
  node.modifiers = number_of(at(kModifiers));
  const CFTypeRef value = at(kValue);
  if (cf::as_string(value) || cf::as_number(value) || cf::as_boolean(value)) node.value = cf::Object::retain(value);
  node.enabled = truth_of(at(kEnabled));
  node.focused = truth_of(at(kFocused));
  node.selected = truth_of(at(kSelected));
  node.expanded = truth_of(at(kExpanded));
  node.disclosing = truth_of(at(kDisclosing));
  node.minimized = truth_of(at(kMinimized));
  node.full_screen = truth_of(at(kFullScreen));
  node.modal = truth_of(at(kModal));
  node.busy = truth_of(at(kBusy));
  node.required = truth_of(at(kRequired));
  node.least = number_of(at(kLeast));
  node.most = number_of(at(kMostOfNode));
  node.level = number_of(at(kLevel));
  const auto origin = unboxed_value<CGPoint>(at(kPosition), kAXValueTypeCGPoint);
  const auto size = unboxed_value<CGSize>(at(kSize), kAXValueTypeCGSize);
  if (origin && size) node.place = CGRect{*origin, *size};
  node.orientation = text_of(at(kOrientation));
  node.url = text_of(at(kUrl));
  node.title_element = ElementRef::retain(node_element(at(kTitleElement)));
  if (children) node.children = elements_of(at(kChildren));
  return node;
}

}  // namespace surehand::ax
