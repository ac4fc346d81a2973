#pragma once

#include <winerror.h>

namespace surehand::simulator {

// What UI Automation answers with of its own. The SDK's names (UIA_E_…); mingw-w64 10 does not have them.
constexpr HRESULT kElementNotEnabled = static_cast<HRESULT>(0x80040200);
constexpr HRESULT kElementNotAvailable = static_cast<HRESULT>(0x80040201);
constexpr HRESULT kNotSupported = static_cast<HRESULT>(0x80040204);
constexpr HRESULT kInvalidOperation = static_cast<HRESULT>(0x80131509);
constexpr HRESULT kTimedOut = static_cast<HRESULT>(0x80131505);

}  // namespace surehand::simulator
