// A whole reading of an application whose elements answer what the data says: values of any type for any attribute, errors, circles.
#include <ApplicationServices/ApplicationServices.h>

#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "control/control.h"
#include "platform/macos/applications.h"
#include "platform/macos/session.h"
#include "platform/macos/snapshot.h"
#include "sound_tree.h"
#include "tape.h"

using namespace surehand;
using test::Tape;

namespace {

constexpr pid_t kPid = 4001;
// Elements are told apart by their process here; the application itself is the first.
constexpr int kElements = 24;

Tape tape;

CFStringRef text() {
  static const char* const kTexts[] = {"",       "Save",        "AXButton", "AXTextField",       "AXTable",
                                       "AXRow",  "AXOutline",   "AXWindow", "AXSecureTextField", "AXMenuItem",
                                       "AXList", "AXStaticText"};
  const uint8_t which = tape.byte();
  if (which < 0xE0) {
    const char* const chosen = kTexts[which % std::size(kTexts)];
    return CFStringCreateWithCString(kCFAllocatorDefault, chosen, kCFStringEncodingUTF8);
  }
  // Surrogates without their other half among them.
  std::vector<UniChar> units(which == 0xFF ? 40'000 : which % 16);
  for (UniChar& unit : units) unit = static_cast<UniChar>(tape.byte() << 8 | 0x41);
  return CFStringCreateWithCharacters(kCFAllocatorDefault, units.data(), static_cast<CFIndex>(units.size()));
}

double real() {
  constexpr double kEdges[] = {0, -1, 1e300, std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()};
  const uint8_t which = tape.byte();
  return which < 0x60 ? kEdges[which % std::size(kEdges)] : static_cast<int32_t>(tape.number());
}

CFTypeRef boxed() {
  const uint8_t which = tape.byte() % 5;
  const CGPoint point = {real(), real()};
  const CGSize size = {real(), real()};
  const CFRange range = {static_cast<CFIndex>(tape.number()), static_cast<CFIndex>(tape.number())};
  const AXError error = kAXErrorNoValue;
  switch (which) {
    case 0:
      return AXValueCreate(kAXValueTypeCGPoint, &point);
    case 1:
      return AXValueCreate(kAXValueTypeCGSize, &size);
    case 2:
      return AXValueCreate(kAXValueTypeCFRange, &range);
    default:
      return AXValueCreate(kAXValueTypeAXError, &error);
  }
}

CFTypeRef value(int depth = 0);

CFArrayRef array(CFIndex count, int depth) {
  std::vector<CFTypeRef> items;
  for (CFIndex i = 0; i < count; ++i) items.push_back(value(depth + 1));
  const CFArrayRef made = CFArrayCreate(kCFAllocatorDefault, items.data(), count, &kCFTypeArrayCallBacks);
  for (const CFTypeRef each : items) CFRelease(each);
  return made;
}

CFTypeRef value(int depth) {
  const uint8_t what = tape.byte();
  switch (what % 8) {
    case 0:
      return CFRetain(kCFNull);
    case 1:
      return text();
    case 2: {
      const double number = real();
      return CFNumberCreate(kCFAllocatorDefault, kCFNumberDoubleType, &number);
    }
    case 3: {
      const int64_t number = static_cast<int64_t>(tape.number()) * (what & 16 ? INT32_MAX : -1);
      return CFNumberCreate(kCFAllocatorDefault, kCFNumberSInt64Type, &number);
    }
    case 4:
      return CFRetain((what & 8) != 0 ? kCFBooleanTrue : kCFBooleanFalse);
    case 5:
      return boxed();
    case 6:
      return AXUIElementCreateApplication(kPid + tape.byte() % kElements);
    default:
      return depth > 2 ? CFRetain(kCFNull) : array(tape.byte() % 12, depth);
  }
}

AXError error() {
  constexpr AXError kErrors[] = {kAXErrorFailure, kAXErrorInvalidUIElement, kAXErrorAttributeUnsupported,
                                 kAXErrorNoValue, kAXErrorCannotComplete};
  const uint8_t how = tape.byte();
  return how < 0xE8 ? static_cast<AXError>(kAXErrorSuccess) : kErrors[how % std::size(kErrors)];
}

}  // namespace

// In place of the simulator's: the backend in this program calls these.
AXError AXUIElementCopyAttributeValue(AXUIElementRef, CFStringRef, CFTypeRef* out) {
  const AXError how = error();
  if (how == kAXErrorSuccess) *out = value();
  return how;
}
AXError AXUIElementGetAttributeValueCount(AXUIElementRef, CFStringRef, CFIndex* count) {
  *count = static_cast<int32_t>(tape.number());
  return error();
}
AXError AXUIElementCopyAttributeValues(AXUIElementRef, CFStringRef, CFIndex, CFIndex, CFArrayRef* out) {
  const AXError how = error();
  if (how == kAXErrorSuccess) *out = array(tape.byte() % 40, 0);
  return how;
}
AXError AXUIElementIsAttributeSettable(AXUIElementRef, CFStringRef, Boolean* settable) {
  *settable = tape.byte() & 1;
  return error();
}
AXError AXUIElementCopyMultipleAttributeValues(AXUIElementRef, CFArrayRef names, AXCopyMultipleAttributeOptions,
                                               CFArrayRef* out) {
  const AXError how = error();
  if (how != kAXErrorSuccess) return how;
  // Now and then another number of values than was asked for.
  const uint8_t odd = tape.byte();
  *out = array(odd > 0xFC ? odd % 4 : CFArrayGetCount(names), 0);
  return how;
}
AXError AXUIElementCopyActionNames(AXUIElementRef, CFArrayRef* out) {
  const AXError how = error();
  if (how == kAXErrorSuccess) *out = array(tape.byte() % 8, 0);
  return how;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static ax::Session session{OpenOptions{}};
  static const std::string key = [] {
    constexpr const char* kWorld =
        R"({"applications": [{"name": "Editor", "pid": 4001, "windows": [{"role": "window", "name": "Page"}]}]})";
    axsim_control(
        "open", kWorld,
        [](void*, bool well, const char*) {
          if (!well) std::abort();
        },
        nullptr);
    const ax::ApplicationPtr application = ax::application_of_process(session, kPid);
    if (!application) std::abort();
    return application->key;
  }();
  tape = {data, size};
  const uint8_t flags = tape.byte();
  SnapshotOptions options;
  options.text = (flags & 1) != 0;
  options.attributes = (flags & 2) != 0;
  options.actions = (flags & 4) != 0;
  options.only_visible = (flags & 8) != 0;
  options.max_nodes = (flags & 16) != 0 ? 10 : 0;
  const auto snapshot = ax::take_snapshot(session, std::make_shared<RefBook>(), {key, std::nullopt}, options,
                                          Limits::within(Milliseconds(10'000)));
  if (snapshot) test::expect_sound(**snapshot);
  return 0;
}
