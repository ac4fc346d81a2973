#include <unistd.h>

#include <algorithm>

#include "ax/actions.h"
#include "ax/attributes.h"
#include "ax/element.h"
#include "cf/collections.h"
#include "cf/number.h"
#include "cf/string.h"
#include "platform/simulated/world/text.h"

using namespace axsim;

namespace {

std::string name_of(CFStringRef name, const char* function) { return utf8_of(name, function); }

CFArrayRef strings(const std::vector<std::string>& names) {
  std::vector<Held> made;
  for (const auto& name : names) made.emplace_back(make_string(name));
  return make_array(std::move(made));
}

// How many elements an answer hands over, which a Mac makes and sends one by one.
void count_handed_over(CFTypeRef answer) {
  if (is_a(answer, Object::Type::kArray))
    count("elements", static_cast<uint64_t>(CFArrayGetCount(static_cast<CFArrayRef>(answer))));
}

// What was asked and went well, may still have to be answered with an error.
AXError answer(const std::optional<Fault>& fault) {
  return fault && fault->after_effect ? fault->error : kAXErrorSuccess;
}

bool is_system_wide(AXUIElementRef element, const char* function) {
  return as<Element>(element, function).place.part == Part::kSystemWide;
}

AXError system_wide_value(std::string_view name, CFTypeRef* value) {
  const auto desktop = Desktop::current();
  if (!desktop) return kAXErrorCannotComplete;
  if (!desktop->trust.accessibility) return kAXErrorAPIDisabled;
  Place front;
  {
    const auto lock = desktop->enter();
    const Node* active = desktop->world.active_window();
    if (active == nullptr) return kAXErrorNoValue;
    front = Place{0, active->app->pid, 0, Part::kApplication, 0};
  }
  if (name == "AXFocusedApplication") {
    *value = make_element(front);
    return kAXErrorSuccess;
  }
  if (name != "AXFocusedUIElement") return kAXErrorAttributeUnsupported;
  const Held application(make_element(front));
  return AXUIElementCopyAttributeValue(static_cast<AXUIElementRef>(application.get()), CFSTR("AXFocusedUIElement"),
                                       value);
}

// What opens while an action runs keeps it from returning, where the world says so; and an application that hangs because of it.
AXError wait_for_return(Reached& reached, const Element& element, surehand::simulated::Returns returns,
                        const std::vector<uint64_t>& before) {
  World& world = reached.world();
  using surehand::simulated::Returns;
  App& app = *reached.app;
  if (returns == Returns::kAtOnce && app.hangs_until <= world.now()) return kAXErrorSuccess;
  std::vector<uint64_t> opened;
  for (const auto& window : app.windows) {
    if (std::find(before.begin(), before.end(), window->serial) == before.end()) opened.push_back(window->serial);
  }
  const bool ended = wait_while(reached, element, [&] {
    if (app.exited) return false;
    if (returns == Returns::kNever || app.hangs_until > world.now()) return true;
    return returns == Returns::kWhenClosed && std::any_of(opened.begin(), opened.end(), [&](uint64_t serial) {
             return world.by_serial(serial) != nullptr;
           });
  });
  return ended && !app.exited ? kAXErrorSuccess : kAXErrorCannotComplete;
}

AXError bounds_of(const Subject& subject, size_t units, surehand::TextRange part, CFTypeRef* result) {
  const auto field = subject.world().bounds(*subject.node);
  if (!field) return kAXErrorNoValue;
  const Held bounds = rectangle(surehand::simulated::part_of(*field, units, part));
  *result = CFRetain(bounds.get());
  return kAXErrorSuccess;
}

}  // namespace

const CFStringRef kAXTrustedCheckOptionPrompt = CFSTR("AXTrustedCheckOptionPrompt");

Boolean AXIsProcessTrusted() {
  count("AXIsProcessTrusted");
  const auto desktop = Desktop::current();
  return desktop && desktop->trust.accessibility_said;
}

Boolean AXIsProcessTrustedWithOptions(CFDictionaryRef options) {
  const auto desktop = Desktop::current();
  if (options != nullptr && desktop && !desktop->trust.accessibility_said) {
    const void* prompt = CFDictionaryGetValue(options, kAXTrustedCheckOptionPrompt);
    if (prompt != nullptr && CFEqual(prompt, kCFBooleanTrue)) ++desktop->trust.prompts;
  }
  return AXIsProcessTrusted();
}

CFTypeID AXUIElementGetTypeID() { return static_cast<CFTypeID>(Element::kType); }

AXUIElementRef AXUIElementCreateApplication(pid_t pid) { return make_element({0, pid, 0, Part::kApplication, 0}); }
AXUIElementRef AXUIElementCreateSystemWide() { return make_element({0, 0, 0, Part::kSystemWide, 0}); }

AXError AXUIElementGetPid(AXUIElementRef element, pid_t* pid) {
  *pid = static_cast<pid_t>(as<Element>(element, "AXUIElementGetPid").place.pid);
  return kAXErrorSuccess;
}

AXError AXUIElementSetMessagingTimeout(AXUIElementRef element, float timeoutInSeconds) {
  auto& reference = as<Element>(element, "AXUIElementSetMessagingTimeout");
  count("AXUIElementSetMessagingTimeout");
  if (timeoutInSeconds < 0) return kAXErrorIllegalArgument;
  if (reference.place.part != Part::kSystemWide) {
    reference.timeout = timeoutInSeconds;
  } else if (const auto desktop = Desktop::current()) {
    desktop->timeout = timeoutInSeconds > 0 ? timeoutInSeconds : 6;
  }
  return kAXErrorSuccess;
}

AXError AXUIElementCopyAttributeNames(AXUIElementRef element, CFArrayRef* names) {
  *names = nullptr;
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementCopyAttributeNames", "", {}}, reached, fault)) return error;
  *names = strings(attribute_names(Subject(reached)));
  return answer(fault);
}

AXError AXUIElementCopyAttributeValue(AXUIElementRef element, CFStringRef attribute, CFTypeRef* value) {
  *value = nullptr;
  const std::string name = name_of(attribute, "AXUIElementCopyAttributeValue");
  if (is_system_wide(element, "AXUIElementCopyAttributeValue")) return system_wide_value(name, value);
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementCopyAttributeValue", name, {}}, reached, fault)) return error;
  Held held;
  if (const auto error = attribute_value(Subject(reached), name, held)) return error;
  count_handed_over(held.get());
  *value = held.take();
  return answer(fault);
}

AXError AXUIElementGetAttributeValueCount(AXUIElementRef element, CFStringRef attribute, CFIndex* count) {
  *count = 0;
  const std::string name = name_of(attribute, "AXUIElementGetAttributeValueCount");
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementGetAttributeValueCount", name, {}}, reached, fault)) return error;
  const Subject subject(reached);
  if (subject.is_node && made_rows(*subject.node) > 0 && (name == "AXChildren" || name == "AXRows")) {
    *count = made_rows(*subject.node);
    return answer(fault);
  }
  Held held;
  if (const auto error = attribute_value(subject, name, held)) return error;
  if (CFGetTypeID(held.get()) != CFArrayGetTypeID()) return kAXErrorIllegalArgument;
  *count = CFArrayGetCount(static_cast<CFArrayRef>(held.get()));
  return answer(fault);
}

AXError AXUIElementCopyAttributeValues(AXUIElementRef element, CFStringRef attribute, CFIndex index, CFIndex maxValues,
                                       CFArrayRef* values) {
  *values = nullptr;
  const std::string name = name_of(attribute, "AXUIElementCopyAttributeValues");
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementCopyAttributeValues", name, {}}, reached, fault)) return error;
  if (index < 0 || maxValues < 0) return kAXErrorIllegalArgument;
  const Subject subject(reached);
  std::vector<Held> part;
  if (subject.is_node && made_rows(*subject.node) > 0 && (name == "AXChildren" || name == "AXRows")) {
    const CFIndex rows = made_rows(*subject.node);
    if (index > rows) return kAXErrorIllegalArgument;
    for (CFIndex i = index; i < rows && i < index + maxValues; ++i) {
      part.push_back(axsim::element(reached.at(Part::kRow, static_cast<uint32_t>(i))));
    }
  } else {
    Held held;
    if (const auto error = attribute_value(subject, name, held)) return error;
    if (CFGetTypeID(held.get()) != CFArrayGetTypeID()) return kAXErrorIllegalArgument;
    const auto all = static_cast<CFArrayRef>(held.get());
    const CFIndex length = CFArrayGetCount(all);
    if (index > length) return kAXErrorIllegalArgument;
    for (CFIndex i = index; i < length && i < index + maxValues; ++i) {
      part.push_back(Held::retained(CFArrayGetValueAtIndex(all, i)));
    }
  }
  *values = make_array(std::move(part));
  count_handed_over(*values);
  return answer(fault);
}

AXError AXUIElementCopyMultipleAttributeValues(AXUIElementRef element, CFArrayRef attributes,
                                               AXCopyMultipleAttributeOptions options, CFArrayRef* values) {
  *values = nullptr;
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementCopyMultipleAttributeValues", "", {}}, reached, fault))
    return error;
  const Subject subject(reached);
  std::vector<Held> slots;
  const CFIndex length = CFArrayGetCount(attributes);
  for (CFIndex i = 0; i < length; ++i) {
    const auto name = name_of(static_cast<CFStringRef>(CFArrayGetValueAtIndex(attributes, i)),
                              "AXUIElementCopyMultipleAttributeValues");
    // A fault of one attribute is one of its slot.
    const auto of_slot =
        reached.desktop->faults.take({reached.key(), reached.app->name, "slot", name, subject.is_application()});
    Held held;
    const AXError error =
        of_slot && of_slot->error != kAXErrorSuccess ? of_slot->error : attribute_value(subject, name, held);
    if (error != kAXErrorSuccess) {
      if (options & kAXCopyMultipleAttributeOptionStopOnError) return error;
      // One of the two ways in which systems say it.
      held = reached.desktop->null_slots ? Held::retained(kCFNull) : Held(AXValueCreate(kAXValueTypeAXError, &error));
    }
    count_handed_over(held.get());
    slots.push_back(std::move(held));
  }
  *values = make_array(std::move(slots));
  return answer(fault);
}

AXError AXUIElementIsAttributeSettable(AXUIElementRef element, CFStringRef attribute, Boolean* settable) {
  *settable = false;
  const std::string name = name_of(attribute, "AXUIElementIsAttributeSettable");
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementIsAttributeSettable", name, {}}, reached, fault)) return error;
  *settable = is_settable(Subject(reached), name);
  return answer(fault);
}

AXError AXUIElementSetAttributeValue(AXUIElementRef element, CFStringRef attribute, CFTypeRef value) {
  const std::string name = name_of(attribute, "AXUIElementSetAttributeValue");
  if (value == nullptr) misused("AXUIElementSetAttributeValue was given NULL");
  Reached reached;
  std::optional<Fault> fault;
  const auto kept = std::make_shared<Held>(Held::retained(value));
  const auto later = [name, kept](Reached& then) {
    Subject subject(then);
    set_attribute(subject, name, kept->get());
  };
  if (const auto error = send(element, {"AXUIElementSetAttributeValue", name, later}, reached, fault)) return error;
  if (fault && fault->no_effect) return kAXErrorSuccess;
  Subject subject(reached);
  if (const auto error = set_attribute(subject, name, value)) return error;
  const auto error = wait_for_return(reached, as<Element>(element, "AXUIElementSetAttributeValue"),
                                     surehand::simulated::Returns::kAtOnce, {});
  return error != kAXErrorSuccess ? error : answer(fault);
}

AXError AXUIElementCopyActionNames(AXUIElementRef element, CFArrayRef* names) {
  *names = nullptr;
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementCopyActionNames", "", {}}, reached, fault)) return error;
  *names = strings(action_names(Subject(reached)));
  return answer(fault);
}

AXError AXUIElementCopyActionDescription(AXUIElementRef element, CFStringRef action, CFStringRef* description) {
  *description = nullptr;
  const std::string name = name_of(action, "AXUIElementCopyActionDescription");
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementCopyActionDescription", name, {}}, reached, fault)) return error;
  *description = make_string(name.rfind("AX", 0) == 0 ? name.substr(2) : name);
  return answer(fault);
}

AXError AXUIElementPerformAction(AXUIElementRef element, CFStringRef action) {
  const std::string name = name_of(action, "AXUIElementPerformAction");
  const auto& reference = as<Element>(element, "AXUIElementPerformAction");
  Reached reached;
  std::optional<Fault> fault;
  const auto later = [name](Reached& then) {
    Subject subject(then);
    do_action(subject, name);
  };
  if (const auto error = send(element, {"AXUIElementPerformAction", name, later}, reached, fault)) return error;
  if (fault && fault->no_effect) return kAXErrorSuccess;
  std::vector<uint64_t> before;
  for (const auto& window : reached.app->windows) before.push_back(window->serial);
  const auto returns =
      reached.node && reached.place.part == Part::kNode ? reached.node->returns : surehand::simulated::Returns::kAtOnce;
  Subject subject(reached);
  if (const auto error = do_action(subject, name)) return error;
  const auto error = wait_for_return(reached, reference, returns, before);
  return error != kAXErrorSuccess ? error : answer(fault);
}

AXError AXUIElementCopyElementAtPosition(AXUIElementRef application, float x, float y, AXUIElementRef* element) {
  *element = nullptr;
  Reached reached;
  std::optional<Fault> fault;
  if (is_system_wide(application, "AXUIElementCopyElementAtPosition")) {
    const auto desktop = Desktop::current();
    if (!desktop) return kAXErrorCannotComplete;
    Place front;
    {
      const auto lock = desktop->enter();
      const Node* window = desktop->world.topmost_window_at(x, y);
      if (window == nullptr) return kAXErrorNoValue;
      front = Place{0, window->app->pid, 0, Part::kApplication, 0};
    }
    const Held owner(make_element(front));
    return AXUIElementCopyElementAtPosition(static_cast<AXUIElementRef>(owner.get()), x, y, element);
  }
  if (const auto error = send(application, {"AXUIElementCopyElementAtPosition", "", {}}, reached, fault)) return error;
  Node* hit = reached.world().topmost_at(x, y);
  if (hit && hit->app != reached.app) hit = nullptr;
  if (hit == nullptr) {
    // Its own windows are asked, whatever covers them.
    for (Node* window : windows_of(reached)) {
      const auto rect = reached.world().bounds(*window);
      const bool inside =
          rect && x >= rect->x && y >= rect->y && x < rect->x + rect->width && y < rect->y + rect->height;
      if (inside && reached.world().shows(*window)) {
        hit = window;
        break;
      }
    }
  }
  if (hit == nullptr) return kAXErrorNoValue;
  *element = make_element(reached.of(*hit));
  return answer(fault);
}

AXError AXUIElementCopyParameterizedAttributeNames(AXUIElementRef element, CFArrayRef* names) {
  *names = nullptr;
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementCopyParameterizedAttributeNames", "", {}}, reached, fault)) {
    return error;
  }
  const Subject subject(reached);
  const bool is_text = subject.has_role({"AXTextField", "AXTextArea", "AXStaticText"});
  *names =
      strings(is_text ? std::vector<std::string>{"AXStringForRange", "AXBoundsForRange"} : std::vector<std::string>{});
  return answer(fault);
}

AXError AXUIElementCopyParameterizedAttributeValue(AXUIElementRef element, CFStringRef parameterizedAttribute,
                                                   CFTypeRef parameter, CFTypeRef* result) {
  *result = nullptr;
  const std::string name = name_of(parameterizedAttribute, "AXUIElementCopyParameterizedAttributeValue");
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXUIElementCopyParameterizedAttributeValue", name, {}}, reached, fault)) {
    return error;
  }
  const Subject subject(reached);
  const bool of_bounds = name == "AXBoundsForRange";
  if ((name != "AXStringForRange" && !of_bounds) || !subject.has_role({"AXTextField", "AXTextArea", "AXStaticText"})) {
    return kAXErrorParameterizedAttributeUnsupported;
  }
  CFRange wanted;
  const bool is_range = is_a(parameter, Object::Type::kAxValue) &&
                        AXValueGetValue(static_cast<AXValueRef>(parameter), kAXValueTypeCFRange, &wanted);
  Held whole;
  if (const auto error = attribute_value(subject, "AXValue", whole)) return error;
  const auto& units = as<String>(whole.get(), "AXStringForRange").units;
  const auto length = static_cast<CFIndex>(units.size());
  if (!is_range || wanted.location < 0 || wanted.length < 0 || wanted.location + wanted.length > length) {
    return kAXErrorIllegalArgument;
  }
  if (of_bounds) {
    const auto start = static_cast<size_t>(wanted.location);
    return bounds_of(subject, units.size(), {start, start + static_cast<size_t>(wanted.length)}, result);
  }
  *result = ref<CFTypeRef>(
      new String(units.substr(static_cast<size_t>(wanted.location), static_cast<size_t>(wanted.length))));
  return answer(fault);
}

// Private, and found by dlsym: the number that the window list has for a window.
extern "C" __attribute__((visibility("default"))) AXError _AXUIElementGetWindow(AXUIElementRef element,
                                                                                uint32_t* window) {
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"_AXUIElementGetWindow", "", {}}, reached, fault)) return error;
  if (reached.node == nullptr) return kAXErrorIllegalArgument;
  *window = static_cast<uint32_t>(World::window_of(*reached.node).serial);
  return kAXErrorSuccess;
}
