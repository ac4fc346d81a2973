#pragma once

#include <oleauto.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/windows/com/text.h"

namespace surehand::uia {

// What an array holds, of T's own type.
template <class T>
std::vector<T> elements_of(SAFEARRAY* array) {
  std::vector<T> out;
  LONG first = 0, last = -1;
  if (!array || SafeArrayGetDim(array) != 1 || SafeArrayGetElemsize(array) != sizeof(T)) return out;
  if (FAILED(SafeArrayGetLBound(array, 1, &first)) || FAILED(SafeArrayGetUBound(array, 1, &last))) return out;
  void* elements = nullptr;
  if (last < first || FAILED(SafeArrayAccessData(array, &elements))) return out;
  const T* begin = static_cast<const T*>(elements);
  out.assign(begin, begin + (last - first + 1));
  SafeArrayUnaccessData(array);
  return out;
}

// Owns a value of COM's. A provider may give another type than the property has, or none: then there is nothing.
class Variant {
 public:
  Variant() { VariantInit(&value_); }
  Variant(const Variant&) = delete;
  Variant& operator=(const Variant&) = delete;
  ~Variant() { VariantClear(&value_); }

  static VARIANT of(int number) {
    VARIANT value;
    VariantInit(&value);
    value.vt = VT_I4;
    value.lVal = number;
    return value;
  }
  static VARIANT of(bool flag) {
    VARIANT value;
    VariantInit(&value);
    value.vt = VT_BOOL;
    value.boolVal = flag ? VARIANT_TRUE : VARIANT_FALSE;
    return value;
  }
  // Of a text that outlives it.
  static VARIANT of(BSTR text) {
    VARIANT value;
    VariantInit(&value);
    value.vt = VT_BSTR;
    value.bstrVal = text;
    return value;
  }

  const VARIANT& get() const { return value_; }
  VARIANT* put() {
    VariantClear(&value_);
    return &value_;
  }

  std::optional<std::string> text() const {
    if (value_.vt != VT_BSTR) return std::nullopt;
    const std::wstring_view text(value_.bstrVal ? value_.bstrVal : L"", SysStringLen(value_.bstrVal));
    return to_utf8(text.substr(0, text.find(L'\0')));
  }
  std::optional<int32_t> integer() const {
    if (value_.vt == VT_I4) return value_.lVal;
    if (value_.vt == VT_I2) return value_.iVal;
    if (value_.vt == VT_UI4) return static_cast<int32_t>(value_.ulVal);
    return std::nullopt;
  }
  std::optional<bool> flag() const {
    if (value_.vt != VT_BOOL) return std::nullopt;
    return value_.boolVal != VARIANT_FALSE;
  }
  std::optional<double> number() const {
    if (value_.vt == VT_R8 && std::isfinite(value_.dblVal)) return value_.dblVal;
    if (value_.vt == VT_R4 && std::isfinite(value_.fltVal)) return value_.fltVal;
    if (const auto whole = integer()) return *whole;
    return std::nullopt;
  }
  std::vector<double> numbers() const { return list<double>(VT_R8); }
  std::vector<int32_t> integers() const { return list<int32_t>(VT_I4); }

 private:
  template <class T>
  std::vector<T> list(VARTYPE type) const {
    if (value_.vt != (VT_ARRAY | type) || !value_.parray) return {};
    return elements_of<T>(value_.parray);
  }

  VARIANT value_;
};

// Owns an array of COM's.
class SafeArray {
 public:
  SafeArray() = default;
  SafeArray(const SafeArray&) = delete;
  SafeArray& operator=(const SafeArray&) = delete;
  ~SafeArray() {
    if (array_) SafeArrayDestroy(array_);
  }
  SAFEARRAY* get() const { return array_; }
  SAFEARRAY** put() {
    if (array_) SafeArrayDestroy(array_);
    array_ = nullptr;
    return &array_;
  }

 private:
  SAFEARRAY* array_ = nullptr;
};

}  // namespace surehand::uia
