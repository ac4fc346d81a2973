#include "cf/object.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace axsim {
namespace {

constexpr size_t kTypes = 32;
std::array<std::atomic<int64_t>, kTypes> g_alive;

// What was released last is kept for a while, so that whoever releases it once more is told, instead of spoiling what came after it.
class Graveyard {
 public:
  void bury(Object* object) {
    std::unique_ptr<Object> oldest;
    const std::lock_guard lock(mutex_);
    graves_.emplace_back(object);
    if (graves_.size() <= kGraves) return;
    oldest = std::move(graves_.front());
    graves_.pop_front();
  }

 private:
  static constexpr size_t kGraves = 20000;
  std::mutex mutex_;
  std::deque<std::unique_ptr<Object>> graves_;
};

// Never destroyed: threads may still release something when the process ends.
Graveyard& graveyard() {
  static auto* const graves = new Graveyard;
  return *graves;
}

}  // namespace

void misused(const std::string& what) {
  std::fprintf(stderr, "axsim: %s\n", what.c_str());
  std::fflush(stderr);
  std::abort();
}

Object::Object(Type type, Lives lives) : type_(type), lives_(lives) {
  if (lives == Lives::kCounted) ++g_alive[static_cast<size_t>(type)];
}

void Object::retain() { ++references_; }

void Object::release() {
  if (lives_ == Lives::kForever) return;
  const int64_t before = references_--;
  if (before <= 0) misused("CFRelease of " + description() + " that has no owner any more");
  if (before > 1) return;
  end();
  mark_ = kDead;
  --g_alive[static_cast<size_t>(type_)];
  graveyard().bury(this);
}

Object& Object::of(CFTypeRef cf, const char* function) {
  if (cf == nullptr) misused(std::string(function) + " was given NULL");
  auto& object = *reinterpret_cast<Object*>(const_cast<void*>(cf));
  if (object.mark_ == kDead) misused(std::string(function) + " was given " + object.description() + " after its end");
  if (object.mark_ != kAlive) misused(std::string(function) + " was given something that is no CF object");
  return object;
}

const char* Object::name_of(Type type) {
  static constexpr const char* kNames[] = {"?",
                                           "CFNull",
                                           "CFAllocator",
                                           "CFString",
                                           "CFAttributedString",
                                           "CFBoolean",
                                           "CFNumber",
                                           "CFArray",
                                           "CFDictionary",
                                           "CFData",
                                           "CFURL",
                                           "CFDate",
                                           "CFBundle",
                                           "CFRunLoop",
                                           "CFRunLoopSource",
                                           "AXUIElement",
                                           "AXValue",
                                           "AXObserver",
                                           "CGEvent",
                                           "CGEventSource",
                                           "CGDisplayMode",
                                           "Pasteboard"};
  return kNames[static_cast<size_t>(type)];
}

std::map<std::string, int64_t> Object::alive() {
  std::map<std::string, int64_t> counts;
  for (size_t type = 1; type <= static_cast<size_t>(Type::kPasteboard); ++type) {
    if (g_alive[type] != 0) counts[name_of(static_cast<Type>(type))] = g_alive[type];
  }
  return counts;
}

Held& Held::operator=(Held&& other) noexcept {
  if (this != &other) {
    reset();
    cf_ = other.take();
  }
  return *this;
}

Held Held::retained(CFTypeRef cf) {
  Object::of(cf, "Held").retain();
  return Held(cf);
}

CFTypeRef Held::take() { return std::exchange(cf_, nullptr); }

void Held::reset() {
  if (const CFTypeRef cf = take()) Object::of(cf, "CFRelease").release();
}

namespace {

class Null final : public Object {
 public:
  static constexpr Type kType = Type::kNull;
  Null() : Object(kType, Lives::kForever) {}
};

class Allocator final : public Object {
 public:
  static constexpr Type kType = Type::kAllocator;
  Allocator() : Object(kType, Lives::kForever) {}
};

}  // namespace
}  // namespace axsim

using axsim::Object;

const CFNullRef kCFNull = axsim::ref<CFNullRef>(new axsim::Null);
const CFAllocatorRef kCFAllocatorDefault = nullptr;
const CFAllocatorRef kCFAllocatorNull = axsim::ref<CFAllocatorRef>(new axsim::Allocator);

CFTypeID CFNullGetTypeID() { return static_cast<CFTypeID>(Object::Type::kNull); }
CFTypeID CFGetTypeID(CFTypeRef cf) { return static_cast<CFTypeID>(Object::of(cf, "CFGetTypeID").type()); }

CFTypeRef CFRetain(CFTypeRef cf) {
  Object::of(cf, "CFRetain").retain();
  return cf;
}

void CFRelease(CFTypeRef cf) { Object::of(cf, "CFRelease").release(); }
CFIndex CFGetRetainCount(CFTypeRef cf) { return Object::of(cf, "CFGetRetainCount").references(); }

Boolean CFEqual(CFTypeRef cf1, CFTypeRef cf2) {
  const Object& one = Object::of(cf1, "CFEqual");
  const Object& other = Object::of(cf2, "CFEqual");
  return &one == &other || (one.type() == other.type() && one.equals(other));
}

CFHashCode CFHash(CFTypeRef cf) { return Object::of(cf, "CFHash").hash(); }
