#pragma once

#include <utility>
#include <vector>

#include "cf/object.h"

namespace axsim {

// Of CF objects; without callbacks, of anything, which it then does not hold.
class Array final : public Object {
 public:
  static constexpr Type kType = Type::kArray;
  Array(std::vector<const void*> values, bool holds) : Object(kType), values(std::move(values)), holds_(holds) {}
  void end() override;

  const std::vector<const void*> values;

  bool equals(const Object& other) const override;
  CFHashCode hash() const override { return values.size(); }

 private:
  const bool holds_;
};

class Dictionary final : public Object {
 public:
  static constexpr Type kType = Type::kDictionary;
  explicit Dictionary(std::vector<std::pair<CFTypeRef, CFTypeRef>> entries)
      : Object(kType), entries(std::move(entries)) {}
  void end() override;

  const std::vector<std::pair<CFTypeRef, CFTypeRef>> entries;

  bool equals(const Object& other) const override;
  CFHashCode hash() const override { return entries.size(); }
  const std::pair<CFTypeRef, CFTypeRef>* find(CFTypeRef key) const;
};

// Each takes over the references that it is given.
CFArrayRef make_array(std::vector<Held> values);
CFDictionaryRef make_dictionary(std::vector<std::pair<CFStringRef, Held>> entries);

}  // namespace axsim
