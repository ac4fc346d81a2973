#pragma once

#include "cf/object.h"

namespace axsim {

class BooleanValue final : public Object {
 public:
  static constexpr Type kType = Type::kBoolean;
  explicit BooleanValue(bool value) : Object(kType, Lives::kForever), value(value) {}

  const bool value;
};

class Number final : public Object {
 public:
  static constexpr Type kType = Type::kNumber;
  explicit Number(int64_t whole) : Object(kType), is_float(false), whole(whole), real(static_cast<double>(whole)) {}
  explicit Number(double real) : Object(kType), is_float(true), whole(0), real(real) {}

  const bool is_float;
  const int64_t whole;
  const double real;

  bool equals(const Object& other) const override;
  CFHashCode hash() const override;
  std::string description() const override;
};

CFTypeRef make_number(int64_t value);
CFTypeRef make_number(double value);
// Not retained: these are constants.
CFTypeRef boolean(bool value);

}  // namespace axsim
