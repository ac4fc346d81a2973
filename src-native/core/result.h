#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/errors.h"
#include "core/json.h"

namespace surehand {

// Whether anything had been sent to an application when a call failed: nothing, or something that may have had its
// effect. Only what sent nothing may be tried again without asking.
enum class Sent : uint8_t { kNo, kUnknown };

// What went wrong: `message` says what was tried, what was seen and what to do; `details` is the same for programs.
// Reading sends nothing; an action says from which moment on that is no longer sure.
struct Error {
  ErrorCode code;
  std::string message;
  json::Value details;
  Sent sent = Sent::kNo;

  Error maybe_sent() && {
    sent = Sent::kUnknown;
    return std::move(*this);
  }
};

constexpr std::string_view to_string(Sent sent) { return sent == Sent::kNo ? "no" : "unknown"; }

// A value or an Error. Nothing in core or platform throws across a thread or into the binding.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() { return std::get<0>(state_); }
  const T& value() const { return std::get<0>(state_); }
  T take() { return std::move(std::get<0>(state_)); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const { return std::get<1>(state_); }
  Error take_error() { return std::move(std::get<1>(state_)); }

 private:
  std::variant<T, Error> state_;
};

// `auto name = expression`, of a Result or Status; where that is an error, the function returns it.
#define SUREHAND_TRY(name, ...) \
  auto name = __VA_ARGS__;      \
  if (!name) return name.take_error()

// The same of a Status, of which there is nothing more to use.
#define SUREHAND_CHECK(...) \
  if (auto surehand_status = __VA_ARGS__; !surehand_status) return surehand_status.take_error()

struct Done {};
using Status = Result<Done>;

}  // namespace surehand
