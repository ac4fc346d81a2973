#pragma once

#include "client/com.h"
#include "client/remote.h"
#include "wire/properties.h"

namespace surehand::simulator {

// The value of a property as UI Automation hands it out. `node` was read at `place`.
HRESULT to_variant(const Node& node, const Place& place, const SettingsPtr& settings, int property,
                   bool or_not_supported, VARIANT* out);
BSTR to_bstr(std::string_view text);
std::string from_bstr(BSTR text);
// Of the kind that a property has.
json::Value from_variant(const VARIANT& value);
SAFEARRAY* to_safe_array(const RuntimeId& id);
// What UI Automation hands out in the place of a value that a provider does not have.
IUnknown* not_supported();

}  // namespace surehand::simulator
