#include "cf/number.h"

#include <cmath>
#include <functional>

namespace axsim {

bool Number::equals(const Object& other) const {
  const auto& number = static_cast<const Number&>(other);
  return is_float == number.is_float && !is_float ? whole == number.whole : real == number.real;
}

CFHashCode Number::hash() const { return std::hash<double>()(real); }

std::string Number::description() const {
  return "CFNumber " + (is_float ? std::to_string(real) : std::to_string(whole));
}

CFTypeRef make_number(int64_t value) { return ref<CFTypeRef>(new Number(value)); }
CFTypeRef make_number(double value) { return ref<CFTypeRef>(new Number(value)); }
CFTypeRef boolean(bool value) { return value ? kCFBooleanTrue : kCFBooleanFalse; }

namespace {

// False when it does not fit: what fits is stored, as CoreFoundation does.
template <class Whole>
Boolean give_whole(const Number& number, void* out) {
  if (number.is_float) {
    const double cut = std::trunc(number.real);
    const bool in_range = cut >= -9.2e18 && cut <= 9.2e18;
    const auto value = static_cast<Whole>(in_range ? static_cast<int64_t>(cut) : 0);
    *static_cast<Whole*>(out) = value;
    return in_range && static_cast<double>(value) == number.real;
  }
  const auto value = static_cast<Whole>(number.whole);
  *static_cast<Whole*>(out) = value;
  return static_cast<int64_t>(value) == number.whole;
}

template <class Real>
Boolean give_real(const Number& number, void* out) {
  const auto value = static_cast<Real>(number.real);
  *static_cast<Real*>(out) = value;
  if (number.is_float) return static_cast<double>(value) == number.real || number.real != number.real;
  // 2^63 - 1 as a double is 2^63.
  return value < static_cast<Real>(9223372036854775807.0) && static_cast<int64_t>(value) == number.whole;
}

}  // namespace
}  // namespace axsim

using axsim::as;
using axsim::ref;

const CFBooleanRef kCFBooleanTrue = ref<CFBooleanRef>(new axsim::BooleanValue(true));
const CFBooleanRef kCFBooleanFalse = ref<CFBooleanRef>(new axsim::BooleanValue(false));

CFTypeID CFBooleanGetTypeID() { return static_cast<CFTypeID>(axsim::BooleanValue::kType); }
Boolean CFBooleanGetValue(CFBooleanRef boolean) { return as<axsim::BooleanValue>(boolean, "CFBooleanGetValue").value; }

CFTypeID CFNumberGetTypeID() { return static_cast<CFTypeID>(axsim::Number::kType); }
Boolean CFNumberIsFloatType(CFNumberRef number) { return as<axsim::Number>(number, "CFNumberIsFloatType").is_float; }

CFNumberRef CFNumberCreate(CFAllocatorRef, CFNumberType theType, const void* valuePtr) {
  const auto whole = [&](auto example) {
    return ref<CFNumberRef>(new axsim::Number(static_cast<int64_t>(*static_cast<const decltype(example)*>(valuePtr))));
  };
  const auto real = [&](auto example) {
    return ref<CFNumberRef>(new axsim::Number(static_cast<double>(*static_cast<const decltype(example)*>(valuePtr))));
  };
  if (valuePtr == nullptr) axsim::misused("CFNumberCreate was given NULL");
  switch (theType) {
    case kCFNumberSInt8Type:
    case kCFNumberCharType:
      return whole(int8_t());
    case kCFNumberSInt16Type:
    case kCFNumberShortType:
      return whole(int16_t());
    case kCFNumberSInt32Type:
    case kCFNumberIntType:
      return whole(int32_t());
    case kCFNumberFloat32Type:
    case kCFNumberFloatType:
      return real(float());
    case kCFNumberFloat64Type:
    case kCFNumberDoubleType:
    case kCFNumberCGFloatType:
      return real(double());
    default:
      return whole(int64_t());
  }
}

Boolean CFNumberGetValue(CFNumberRef number, CFNumberType theType, void* valuePtr) {
  const auto& from = as<axsim::Number>(number, "CFNumberGetValue");
  if (valuePtr == nullptr) axsim::misused("CFNumberGetValue was given NULL");
  switch (theType) {
    case kCFNumberSInt8Type:
    case kCFNumberCharType:
      return axsim::give_whole<int8_t>(from, valuePtr);
    case kCFNumberSInt16Type:
    case kCFNumberShortType:
      return axsim::give_whole<int16_t>(from, valuePtr);
    case kCFNumberSInt32Type:
    case kCFNumberIntType:
      return axsim::give_whole<int32_t>(from, valuePtr);
    case kCFNumberFloat32Type:
    case kCFNumberFloatType:
      return axsim::give_real<float>(from, valuePtr);
    case kCFNumberFloat64Type:
    case kCFNumberDoubleType:
    case kCFNumberCGFloatType:
      return axsim::give_real<double>(from, valuePtr);
    default:
      return axsim::give_whole<int64_t>(from, valuePtr);
  }
}
