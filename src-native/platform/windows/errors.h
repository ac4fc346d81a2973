#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace surehand::uia {

// What an HRESULT means, and what a caller is told of it: one table for all that is asked and done. An int32_t is an HRESULT, so that
// no header of Windows is needed. S_OK with a null pointer is no failure: the thing is absent.

inline constexpr int32_t kElementNotAvailable = static_cast<int32_t>(0x80040201);
inline constexpr int32_t kTimedOut = static_cast<int32_t>(0x80131505);

// `UIA_E_ELEMENTNOTAVAILABLE (0x80040201)`
std::string hresult_name(int32_t result);

// The element is no more, or the window or the process that it was in.
bool is_gone(int32_t result);
// Its application did not answer in time.
bool is_timeout(int32_t result);
// Its application refuses calls for the moment (a busy STA); asked again a little later it may answer.
bool is_busy(int32_t result);
// The element, or this UI Automation, has no such thing.
bool is_unsupported(int32_t result);

// A question that failed: nothing was sent. `tried` ends "could not …": `read the window`.
Error read_failed(int32_t result, std::string_view tried);
// A failed act: whether anything was sent is what the table says. A provider that could not announce the end of what it did answers
// as one that is gone does (EVENT_E_ALL_SUBSCRIBERS_FAILED is UIA_E_ELEMENTNOTAVAILABLE), so that is OUTCOME_UNKNOWN here.
Error act_failed(int32_t result, std::string_view tried);

Error app_exited(std::string_view name, int64_t pid);
Error app_unresponsive(std::string_view name, int64_t pid, std::string_view awaited);

}  // namespace surehand::uia
