#include <ApplicationServices/ApplicationServices.h>
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "control/control.h"

// A world as an application of macOS shows it, by the functions that a backend has.

namespace {

std::string control(const char* function, const std::string& argument = "null") {
  std::string said;
  axsim_control(
      function, argument.c_str(), [](void* to, bool, const char* text) { *static_cast<std::string*>(to) = text; },
      &said);
  return said;
}

std::string text_of(CFTypeRef value) {
  if (value == nullptr || CFGetTypeID(value) != CFStringGetTypeID()) return "?";
  char buffer[256];
  CFStringGetCString(static_cast<CFStringRef>(value), buffer, sizeof buffer, kCFStringEncodingUTF8);
  return buffer;
}

// The names of what is below, with roles, as lines.
void outline(AXUIElementRef element, int depth, std::string& lines) {
  CFTypeRef role = nullptr, title = nullptr, children = nullptr;
  CHECK(AXUIElementCopyAttributeValue(element, kAXRoleAttribute, &role) == kAXErrorSuccess);
  AXUIElementCopyAttributeValue(element, kAXTitleAttribute, &title);
  lines += std::string(static_cast<size_t>(depth), ' ') + text_of(role) + " " + text_of(title) + "\n";
  if (AXUIElementCopyAttributeValue(element, kAXChildrenAttribute, &children) == kAXErrorSuccess) {
    const auto array = static_cast<CFArrayRef>(children);
    for (CFIndex i = 0; i < CFArrayGetCount(array); ++i) {
      outline(static_cast<AXUIElementRef>(CFArrayGetValueAtIndex(array, i)), depth + 1, lines);
    }
  }
  for (const CFTypeRef each : {role, title, children}) {
    if (each != nullptr) CFRelease(each);
  }
}

constexpr const char* kWorld = R"({"applications": [{"name": "Editor", "pid": 4001, "windows": [
  {"role": "window", "name": "Page", "children": [
    {"role": "menubar", "children": [{"role": "menuitem", "name": "File", "children": [{"role": "menuitem", "name": "Save"}]}]},
    {"role": "button", "name": "OK", "key": "ok"},
    {"role": "checkbox", "name": "Wrap", "checked": "mixed"}]}]}]})";

}  // namespace

TEST_CASE("a world is a tree of elements, and nothing of it stays alive") {
  REQUIRE(control("open", kWorld) == "null");
  const AXUIElementRef application = AXUIElementCreateApplication(4001);
  std::string lines;
  outline(application, 0, lines);
  CHECK(lines ==
        "AXApplication Editor\n AXWindow Page\n  AXButton ?\n  AXButton ?\n  AXButton ?\n  AXButton OK\n  AXCheckBox "
        "Wrap\n"
        " AXMenuBar \n  AXMenuBarItem File\n   AXMenu ?\n    AXMenuItem Save\n");
  CFRelease(application);
  CHECK(control("alive") == "{}");
}

TEST_CASE("elements are equal, not identical; a batch says what failed in its slots") {
  REQUIRE(control("open", kWorld) == "null");
  const AXUIElementRef application = AXUIElementCreateApplication(4001);
  CFTypeRef one = nullptr, same = nullptr;
  REQUIRE(AXUIElementCopyAttributeValue(application, kAXFocusedWindowAttribute, &one) == kAXErrorSuccess);
  REQUIRE(AXUIElementCopyAttributeValue(application, kAXMainWindowAttribute, &same) == kAXErrorSuccess);
  CHECK(one != same);
  CHECK(CFEqual(one, same));
  CHECK(CFHash(one) == CFHash(same));
  const void* names[] = {kAXRoleAttribute, kAXRowsAttribute, kAXProxyAttribute};
  const CFArrayRef wanted = CFArrayCreate(nullptr, names, 3, &kCFTypeArrayCallBacks);
  CFArrayRef slots = nullptr;
  REQUIRE(AXUIElementCopyMultipleAttributeValues(static_cast<AXUIElementRef>(one), wanted, 0, &slots) ==
          kAXErrorSuccess);
  AXError said = kAXErrorSuccess;
  const auto slot = static_cast<AXValueRef>(CFArrayGetValueAtIndex(slots, 1));
  REQUIRE(AXValueGetValue(slot, kAXValueTypeAXError, &said));
  CHECK(said == kAXErrorAttributeUnsupported);
  for (const CFTypeRef each : {CFTypeRef(application), one, same, CFTypeRef(wanted), CFTypeRef(slots)}) CFRelease(each);
  CHECK(control("alive") == "{}");
}

TEST_CASE("an application that hangs does later what it was sent, and the call ends by its reference's timeout") {
  REQUIRE(control("open", kWorld) == "null");
  control("apply", R"([{"hang": 1000, "application": "Editor"}])");
  const AXUIElementRef application = AXUIElementCreateApplication(4001);
  AXUIElementSetMessagingTimeout(application, 0.01f);
  CFTypeRef value = nullptr;
  CHECK(AXUIElementCopyAttributeValue(application, kAXTitleAttribute, &value) == kAXErrorCannotComplete);
  AXUIElementSetMessagingTimeout(application, 5);
  CHECK(AXUIElementCopyAttributeValue(application, kAXTitleAttribute, &value) == kAXErrorSuccess);
  CFRelease(value);
  control("set", R"({"accessibility": false})");
  CHECK(AXUIElementCopyAttributeValue(application, kAXTitleAttribute, &value) == kAXErrorAPIDisabled);
  CFRelease(application);
}
