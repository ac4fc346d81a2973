#pragma once

#include <CoreFoundation/CoreFoundation.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <string>

namespace axsim {

// What every CF object is here. Counted, never trusted: a wrong type, a NULL, an object that was released too often end the process
// with a sentence that says so, as they would (less politely, and not always) on macOS.
class Object {
 public:
  enum class Type : CFTypeID {
    kNull = 1,
    kAllocator,
    kString,
    kAttributedString,
    kBoolean,
    kNumber,
    kArray,
    kDictionary,
    kData,
    kUrl,
    kDate,
    kBundle,
    kRunLoop,
    kRunLoopSource,
    kElement,
    kAxValue,
    kObserver,
    kEvent,
    kEventSource,
    kDisplayMode,
    kPasteboard,
  };
  // Immortal ones are constants: they are not counted as alive, and releasing them does nothing.
  enum class Lives { kCounted, kForever };

  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  Type type() const { return type_; }
  virtual bool equals(const Object& other) const { return this == &other; }
  virtual CFHashCode hash() const { return reinterpret_cast<CFHashCode>(this) >> 4; }
  // Lets go what it holds, when its last owner lets go of it; its memory stays for a while.
  virtual void end() {}
  virtual std::string description() const { return name_of(type_); }

  void retain();
  void release();
  int64_t references() const { return references_; }

  // `cf` as an object, for `function`; ends the process where it is none.
  static Object& of(CFTypeRef cf, const char* function);
  static const char* name_of(Type type);
  // How many of each type there are that are not constants.
  static std::map<std::string, int64_t> alive();

 protected:
  explicit Object(Type type, Lives lives = Lives::kCounted);

 private:
  static constexpr uint64_t kAlive = 0x6f626a6563743031;
  static constexpr uint64_t kDead = 0x64656164646561ff;

  uint64_t mark_ = kAlive;
  const Type type_;
  const Lives lives_;
  std::atomic<int64_t> references_{1};
};

// Ends the process with a sentence.
[[noreturn]] void misused(const std::string& what);

// A C reference as what it stands for; NULL and another type end the process.
template <class Kind>
Kind& as(CFTypeRef cf, const char* function) {
  Object& object = Object::of(cf, function);
  if (object.type() != Kind::kType) {
    misused(std::string(function) + " wants a " + Object::name_of(Kind::kType) + " and was given " +
            object.description());
  }
  return static_cast<Kind&>(object);
}

// An object of ours as the reference that a function gives.
template <class Ref>
Ref ref(Object* object) {
  return reinterpret_cast<Ref>(object);
}

// Holds one reference, and lets it go.
class Held {
 public:
  Held() = default;
  // Takes over the reference that `cf` is.
  explicit Held(CFTypeRef cf) : cf_(cf) {}
  Held(Held&& other) noexcept : cf_(other.take()) {}
  Held& operator=(Held&& other) noexcept;
  ~Held() { reset(); }

  static Held retained(CFTypeRef cf);
  CFTypeRef get() const { return cf_; }
  CFTypeRef take();
  void reset();
  explicit operator bool() const { return cf_ != nullptr; }

 private:
  CFTypeRef cf_ = nullptr;
};

}  // namespace axsim
