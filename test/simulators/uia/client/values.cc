#include "client/values.h"

#include "client/element.h"
#include "client/element_array.h"
#include "platform/windows/com/bstr.h"

namespace surehand::simulator {
namespace {

class NotSupported final : public Com<IUnknown> {};

SAFEARRAY* to_doubles(const json::Array& numbers) {
  SAFEARRAY* array = SafeArrayCreateVector(VT_R8, 0, static_cast<ULONG>(numbers.size()));
  for (LONG i = 0; i < static_cast<LONG>(numbers.size()); ++i) {
    double number = numbers[static_cast<size_t>(i)].as_number();
    SafeArrayPutElement(array, &i, &number);
  }
  return array;
}

// An element in a property: the whole node, as the provider tells of it.
IUnknown* to_element(const Node& node, const Place& place, const SettingsPtr& settings) {
  return new Element(node, place_of(node, place), settings);
}

}  // namespace

HRESULT to_variant(const Node& node, const Place& place, const SettingsPtr& settings, int property,
                   bool or_not_supported, VARIANT* out) {
  VariantInit(out);
  if (const Pattern* pattern = pattern_available_by(property)) {
    out->vt = VT_BOOL;
    out->boolVal = has_pattern(node, pattern->name) ? VARIANT_TRUE : VARIANT_FALSE;
    return S_OK;
  }
  const Property* known = property_of(property);
  // A property of a newer Windows than the one that is asked.
  if (!known) return E_INVALIDARG;
  const json::Value& value = node[known->name];
  if (value.is_null() && or_not_supported) {
    out->vt = VT_UNKNOWN;
    out->punkVal = not_supported();
    out->punkVal->AddRef();
    return S_OK;
  }
  switch (known->kind) {
    case Kind::kText:
      out->vt = VT_BSTR;
      out->bstrVal = to_bstr(value.as_string());
      break;
    case Kind::kInteger:
      out->vt = VT_I4;
      out->lVal = static_cast<LONG>(value.as_int(static_cast<int64_t>(known->otherwise)));
      break;
    case Kind::kFlag:
      out->vt = VT_BOOL;
      out->boolVal = value.as_bool(known->otherwise != 0) ? VARIANT_TRUE : VARIANT_FALSE;
      break;
    case Kind::kNumber:
      out->vt = VT_R8;
      out->dblVal = value.as_number(known->otherwise);
      break;
    case Kind::kRectangle:
      if (value.is_null()) break;
      out->vt = VT_ARRAY | VT_R8;
      out->parray = to_doubles(value.as_array());
      break;
    case Kind::kIntegers:
      if (value.is_null()) break;
      out->vt = VT_ARRAY | VT_I4;
      out->parray = to_safe_array(id_of(node));
      break;
    case Kind::kElement:
      if (value.is_null()) break;
      out->vt = VT_UNKNOWN;
      out->punkVal = to_element(value, place, settings);
      break;
    case Kind::kElements:
      if (value.is_null()) break;
      out->vt = VT_UNKNOWN;
      out->punkVal = ElementArray::of(value.as_array(), place, settings);
      break;
  }
  return S_OK;
}

BSTR to_bstr(std::string_view text) {
  const std::wstring wide = uia::to_utf16(text);
  return SysAllocStringLen(wide.data(), static_cast<UINT>(wide.size()));
}

std::string from_bstr(BSTR text) { return text ? uia::to_utf8({text, SysStringLen(text)}) : ""; }

json::Value from_variant(const VARIANT& value) {
  switch (value.vt) {
    case VT_BSTR:
      return from_bstr(value.bstrVal);
    case VT_I4:
      return static_cast<int>(value.lVal);
    case VT_BOOL:
      return value.boolVal != VARIANT_FALSE;
    case VT_R8:
      return value.dblVal;
    default:
      return {};
  }
}

SAFEARRAY* to_safe_array(const RuntimeId& id) {
  SAFEARRAY* array = SafeArrayCreateVector(VT_I4, 0, static_cast<ULONG>(id.size()));
  for (LONG i = 0; i < static_cast<LONG>(id.size()); ++i) {
    int part = id[static_cast<size_t>(i)];
    SafeArrayPutElement(array, &i, &part);
  }
  return array;
}

IUnknown* not_supported() {
  static IUnknown* const only = [] {
    auto* made = new NotSupported;
    // There for as long as the process is: no leak of whoever counts.
    Meter::the().remove_object();
    return made;
  }();
  return only;
}

}  // namespace surehand::simulator
