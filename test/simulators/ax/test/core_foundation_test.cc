#include <CoreFoundation/CoreFoundation.h>
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <thread>

// What the simulated CoreFoundation has to be like: facts of a run against Apple's own, built for Linux.

namespace {

CFStringRef made(const char* utf8) {
  return CFStringCreateWithCString(kCFAllocatorDefault, utf8, kCFStringEncodingUTF8);
}

CFStringRef made(std::u16string units) {
  return CFStringCreateWithCharacters(kCFAllocatorDefault, reinterpret_cast<const UniChar*>(units.data()),
                                      static_cast<CFIndex>(units.size()));
}

}  // namespace

TEST_CASE("only well-formed UTF-8 makes a string") {
  for (const char* bad : {"\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "a\xE2\x82"})
    CHECK(made(bad) == nullptr);
  const CFStringRef text = made("a\xF0\x9F\x98\x80");
  CHECK(CFStringGetLength(text) == 3);
  CFRelease(text);
}

TEST_CASE("bytes stop at an unpaired surrogate, with a loss byte too") {
  const CFStringRef text = made(
      u"ab\xD83D"
      u"cd");
  UInt8 buffer[16];
  CFIndex used = 0;
  CHECK(CFStringGetBytes(text, CFRangeMake(0, 5), kCFStringEncodingUTF8, '?', false, buffer, 16, &used) == 2);
  CHECK(used == 2);
  // A high one does not pair with anything but a low one.
  CHECK(CFStringGetBytes(text, CFRangeMake(3, 2), kCFStringEncodingUTF8, '?', false, buffer, 16, &used) == 2);
  char room[16];
  CHECK(!CFStringGetCString(text, room, 16, kCFStringEncodingUTF8));
  CFRelease(text);
}

TEST_CASE("without a buffer, or with room for nothing, bytes are measured") {
  const CFStringRef text = made("\xC3\xA9t\xC3\xA9");
  CFIndex used = 0;
  UInt8 buffer[1];
  CHECK(CFStringGetBytes(text, CFRangeMake(0, 3), kCFStringEncodingUTF8, 0, false, nullptr, 0, &used) == 3);
  CHECK(used == 5);
  CHECK(CFStringGetBytes(text, CFRangeMake(0, 3), kCFStringEncodingUTF8, 0, false, buffer, 0, &used) == 3);
  CHECK(used == 5);
  CFRelease(text);
}

TEST_CASE("a number says whether it fits") {
  const int64_t large = int64_t{1} << 40, most = INT64_MAX;
  const double half = 1.5;
  const CFNumberRef wide = CFNumberCreate(nullptr, kCFNumberSInt64Type, &large);
  const CFNumberRef widest = CFNumberCreate(nullptr, kCFNumberSInt64Type, &most);
  const CFNumberRef real = CFNumberCreate(nullptr, kCFNumberDoubleType, &half);
  int32_t small = 0;
  double as_double = 0;
  int64_t whole = 0;
  CHECK(!CFNumberGetValue(wide, kCFNumberSInt32Type, &small));
  CHECK(CFNumberGetValue(wide, kCFNumberDoubleType, &as_double));
  CHECK(!CFNumberGetValue(widest, kCFNumberDoubleType, &as_double));
  CHECK(!CFNumberGetValue(real, kCFNumberSInt64Type, &whole));
  CHECK(whole == 1);
  for (const CFNumberRef number : {wide, widest, real}) CFRelease(number);
}

TEST_CASE("of equal keys the first stays") {
  const CFStringRef one = made("key"), same = made("key"), first = made("1"), second = made("2");
  const void* keys[] = {one, same};
  const void* values[] = {first, second};
  const CFDictionaryRef dictionary =
      CFDictionaryCreate(nullptr, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CHECK(CFDictionaryGetCount(dictionary) == 1);
  CHECK(CFEqual(CFDictionaryGetValue(dictionary, one), first));
  for (const CFTypeRef each :
       {CFTypeRef(one), CFTypeRef(same), CFTypeRef(first), CFTypeRef(second), CFTypeRef(dictionary)}) {
    CFRelease(each);
  }
}

TEST_CASE("a run loop without sources ends at once, one that is stopped ends, a stop before it runs is lost") {
  CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 10, false) == kCFRunLoopRunFinished);
  int performed = 0;
  CFRunLoopSourceContext context{};
  context.info = &performed;
  context.perform = [](void* info) { ++*static_cast<int*>(info); };
  const CFRunLoopSourceRef source = CFRunLoopSourceCreate(nullptr, 0, &context);
  const CFRunLoopRef loop = CFRunLoopGetCurrent();
  CFRunLoopAddSource(loop, source, kCFRunLoopDefaultMode);
  CFRunLoopStop(loop);
  CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, false) == kCFRunLoopRunTimedOut);
  std::thread other([&] {
    CFRunLoopSourceSignal(source);
    CFRunLoopWakeUp(loop);
  });
  CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 10, true) == kCFRunLoopRunHandledSource);
  other.join();
  CHECK(performed == 1);
  CFRunLoopRemoveSource(loop, source, kCFRunLoopDefaultMode);
  CFRelease(source);
}
