#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include "core/result.h"

namespace surehand {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

// Shared by the caller, who may cancel, and by the threads that wait for it. Thread-safe.
class CancelToken {
 public:
  void cancel();
  bool cancelled() const;

  // Sleeps until `until` or cancellation, whichever is first; true when cancelled.
  bool wait_until(Clock::time_point until) const;

  // Unregisters its callback when destroyed; after that the callback is not running and never runs again.
  class Registration {
   public:
    Registration() = default;
    Registration(std::shared_ptr<const CancelToken> token, uint64_t id) : token_(std::move(token)), id_(id) {}
    Registration(Registration&& other) noexcept : token_(std::move(other.token_)), id_(other.id_) {}
    Registration& operator=(Registration&& other) noexcept;
    ~Registration();

   private:
    std::shared_ptr<const CancelToken> token_;
    uint64_t id_ = 0;
  };

  // Calls `callback` once on cancellation, on the cancelling thread; at once when already cancelled.
  // The callback must not block and must not touch this token.
  static Registration on_cancel(const std::shared_ptr<CancelToken>& token, std::function<void()> callback);

 private:
  void remove(uint64_t id) const;

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool cancelled_ = false;
  mutable uint64_t next_id_ = 1;
  mutable std::map<uint64_t, std::function<void()>> callbacks_;
};

// What bounds a call: a deadline and a cancel token (may be null). Passed to everything that can wait.
struct Limits {
  Clock::time_point deadline = Clock::time_point::max();
  std::shared_ptr<CancelToken> cancel;

  static Limits within(Milliseconds timeout, std::shared_ptr<CancelToken> cancel = nullptr);

  bool cancelled() const { return cancel && cancel->cancelled(); }
  bool expired() const { return Clock::now() >= deadline; }
  // Zero when expired.
  Milliseconds remaining() const;
  // The same limits, ending no later than `timeout` from now.
  Limits capped(Milliseconds timeout) const;
  // Sleeps until then, or until there is no going on.
  void sleep_until(Clock::time_point until) const;
  // ABORTED or TIMEOUT naming `awaited`, or nothing when the call may go on.
  std::optional<Error> exceeded(std::string_view awaited) const;
};

}  // namespace surehand
