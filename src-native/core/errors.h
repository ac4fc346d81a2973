#pragma once

#include <string_view>

namespace surehand {

// The one table of error codes. The text is what JavaScript sees as `SurehandError.code`; lib/errors.ts holds
// the same list and a test compares the two.
#define SUREHAND_ERRORS(X)                  \
  X(kInvalidSelector, "INVALID_SELECTOR")   \
  X(kNotFound, "NOT_FOUND")                 \
  X(kAmbiguous, "AMBIGUOUS")                \
  X(kStale, "STALE")                        \
  X(kNotActionable, "NOT_ACTIONABLE")       \
  X(kTimeout, "TIMEOUT")                    \
  X(kVerifyFailed, "VERIFY_FAILED")         \
  X(kOutcomeUnknown, "OUTCOME_UNKNOWN")     \
  X(kIncompleteTree, "INCOMPLETE_TREE")     \
  X(kAppNotFound, "APP_NOT_FOUND")          \
  X(kAppUnresponsive, "APP_UNRESPONSIVE")   \
  X(kAppExited, "APP_EXITED")               \
  X(kPermissionDenied, "PERMISSION_DENIED") \
  X(kNoDesktop, "NO_DESKTOP")               \
  X(kUnsupported, "UNSUPPORTED")            \
  X(kInvalidArgument, "INVALID_ARGUMENT")   \
  X(kRefused, "REFUSED")                    \
  X(kAborted, "ABORTED")                    \
  X(kNativeLoadFailed, "NATIVE_LOAD_FAILED")

enum class ErrorCode {
#define SUREHAND_ERROR_ENUM(name, text) name,
  SUREHAND_ERRORS(SUREHAND_ERROR_ENUM)
#undef SUREHAND_ERROR_ENUM
};

constexpr std::string_view to_string(ErrorCode code) {
  switch (code) {
#define SUREHAND_ERROR_CASE(name, text) \
  case ErrorCode::name:                 \
    return text;
    SUREHAND_ERRORS(SUREHAND_ERROR_CASE)
#undef SUREHAND_ERROR_CASE
  }
  return "UNSUPPORTED";
}

}  // namespace surehand
