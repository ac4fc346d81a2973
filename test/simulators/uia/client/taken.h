#pragma once

#include <utility>

#include "client/com.h"

namespace surehand::simulator {

// Copies a value out of a VARIANT, which has let go of it then.
inline void take(VARIANT& value, BSTR* out) {
  *out = value.vt == VT_BSTR ? std::exchange(value.bstrVal, nullptr) : nullptr;
}
inline void take(VARIANT& value, UIA_HWND* out) {
  *out = reinterpret_cast<UIA_HWND>(static_cast<intptr_t>(value.vt == VT_I4 ? value.lVal : 0));
}
inline void take(VARIANT& value, RECT* out) {
  *out = {};
  if (value.vt != (VT_ARRAY | VT_R8)) return;
  double* at = nullptr;
  SafeArrayAccessData(value.parray, reinterpret_cast<void**>(&at));
  *out = {static_cast<LONG>(at[0]), static_cast<LONG>(at[1]), static_cast<LONG>(at[0] + at[2]),
          static_cast<LONG>(at[1] + at[3])};
  SafeArrayUnaccessData(value.parray);
}
template <class Interface>
void take(VARIANT& value, Interface** out) {
  *out = value.vt == VT_UNKNOWN ? static_cast<Interface*>(std::exchange(value.punkVal, nullptr)) : nullptr;
}
inline void take(VARIANT& value, double* out) { *out = value.vt == VT_R8 ? value.dblVal : 0; }
// BOOL is int; enumerations are.
template <class Number>
void take(VARIANT& value, Number* out) {
  *out = static_cast<Number>(value.vt == VT_BOOL ? value.boolVal != VARIANT_FALSE : value.vt == VT_I4 ? value.lVal : 0);
}

template <class T>
HRESULT taken(HRESULT result, VARIANT& value, T* out) {
  if (FAILED(result)) {
    *out = {};
    return result;
  }
  take(value, out);
  VariantClear(&value);
  return S_OK;
}

}  // namespace surehand::simulator
