#pragma once

#include <CoreFoundation/CoreFoundation.h>

#include <utility>

namespace surehand::cf {

// Owns one reference of a Core Foundation object, or none. `Type` is the pointer: Ref<CFStringRef>.
template <class Type>
class Ref {
 public:
  Ref() = default;
  // Of a function that is called Create or Copy, which gives a reference away.
  static Ref adopt(Type object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  // Of a function that is called Get, which keeps its own.
  static Ref retain(Type object) {
    if (object) CFRetain(object);
    return adopt(object);
  }
  Ref(const Ref& other) : object_(other.object_) {
    if (object_) CFRetain(object_);
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_) CFRelease(object_);
  }

  Type get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

  // For a function that gives a reference away through its last argument; what was owned is let go of first.
  Type* out() {
    *this = Ref();
    return &object_;
  }

 private:
  Type object_ = nullptr;
};

using Object = Ref<CFTypeRef>;

// The object as this type, which is asked of it: a success says nothing of what type it gave. Null for another.
template <class Type>
Type as(CFTypeRef object, CFTypeID type) {
  return object && CFGetTypeID(object) == type ? static_cast<Type>(const_cast<void*>(object)) : nullptr;
}
inline CFStringRef as_string(CFTypeRef object) { return as<CFStringRef>(object, CFStringGetTypeID()); }
inline CFNumberRef as_number(CFTypeRef object) { return as<CFNumberRef>(object, CFNumberGetTypeID()); }
inline CFBooleanRef as_boolean(CFTypeRef object) { return as<CFBooleanRef>(object, CFBooleanGetTypeID()); }
inline CFArrayRef as_array(CFTypeRef object) { return as<CFArrayRef>(object, CFArrayGetTypeID()); }
inline CFDictionaryRef as_dictionary(CFTypeRef object) { return as<CFDictionaryRef>(object, CFDictionaryGetTypeID()); }

}  // namespace surehand::cf
