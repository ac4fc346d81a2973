#pragma once

#include <string>
#include <string_view>

#include "cf/object.h"

namespace axsim {

// UTF-16 units, as they came: unpaired surrogates are possible.
class String final : public Object {
 public:
  static constexpr Type kType = Type::kString;
  explicit String(std::u16string units, Lives lives = Lives::kCounted)
      : Object(kType, lives), units(std::move(units)) {}

  const std::u16string units;

  bool equals(const Object& other) const override { return static_cast<const String&>(other).units == units; }
  CFHashCode hash() const override { return std::hash<std::u16string>()(units); }
  std::string description() const override;
};

class AttributedString final : public Object {
 public:
  static constexpr Type kType = Type::kAttributedString;
  explicit AttributedString(Held string) : Object(kType), string(std::move(string)) {}

  Held string;

  void end() override { string.reset(); }
};

CFStringRef make_string(std::string_view utf8);
// U+FFFD for what has no UTF-8.
std::string utf8_of(CFStringRef string, const char* function);

}  // namespace axsim
