#include "core/run/limits.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

namespace surehand {

void CancelToken::cancel() {
  std::unique_lock lock(mutex_);
  if (cancelled_) return;
  cancelled_ = true;
  changed_.notify_all();
  // Under the lock on purpose: ~Registration() takes it, so a callback never outlives its registration.
  for (auto& [id, callback] : callbacks_) callback();
  callbacks_.clear();
}

bool CancelToken::cancelled() const {
  std::lock_guard lock(mutex_);
  return cancelled_;
}

bool CancelToken::wait_until(Clock::time_point until) const {
  std::unique_lock lock(mutex_);
  if (until == Clock::time_point::max()) {
    changed_.wait(lock, [this] { return cancelled_; });
    return true;
  }
  return changed_.wait_until(lock, until, [this] { return cancelled_; });
}

void CancelToken::remove(uint64_t id) const {
  std::lock_guard lock(mutex_);
  callbacks_.erase(id);
}

CancelToken::Registration CancelToken::on_cancel(const std::shared_ptr<CancelToken>& token,
                                                 std::function<void()> callback) {
  if (!token) return {};
  std::unique_lock lock(token->mutex_);
  if (token->cancelled_) {
    lock.unlock();
    callback();
    return {};
  }
  const uint64_t id = token->next_id_++;
  token->callbacks_.emplace(id, std::move(callback));
  return {token, id};
}

CancelToken::Registration& CancelToken::Registration::operator=(Registration&& other) noexcept {
  if (this != &other) {
    if (token_) token_->remove(id_);
    token_ = std::move(other.token_);
    id_ = other.id_;
  }
  return *this;
}

CancelToken::Registration::~Registration() {
  if (token_) token_->remove(id_);
}

Limits Limits::within(Milliseconds timeout, std::shared_ptr<CancelToken> cancel) {
  return {Clock::now() + timeout, std::move(cancel)};
}

Milliseconds Limits::remaining() const {
  const auto now = Clock::now();
  if (now >= deadline) return Milliseconds(0);
  return std::chrono::ceil<Milliseconds>(deadline - now);
}

Limits Limits::capped(Milliseconds timeout) const {
  const auto end = Clock::now() + timeout;
  return {end < deadline ? end : deadline, cancel};
}

void Limits::sleep_until(Clock::time_point until) const {
  const auto end = std::min(until, deadline);
  if (cancel) {
    cancel->wait_until(end);
  } else {
    std::this_thread::sleep_until(end);
  }
}

std::optional<Error> Limits::exceeded(std::string_view awaited) const {
  if (cancelled()) return Error{ErrorCode::kAborted, "aborted while waiting for " + std::string(awaited), {}};
  if (expired()) return Error{ErrorCode::kTimeout, "timed out waiting for " + std::string(awaited), {}};
  return std::nullopt;
}

}  // namespace surehand
