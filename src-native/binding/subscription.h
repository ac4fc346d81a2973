#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "binding/handle.h"
#include "core/run/event_queue.h"
#include "core/seam/backend.h"

namespace surehand::binding {

// A subscription of a backend and the events that wait to be handed over. Shared by the JavaScript handle and the
// desktop's closing.
class Observation {
 public:
  Observation(std::string lane, std::function<void()> ready)
      : lane(std::move(lane)), events_(std::make_shared<EventQueue>(std::move(ready))) {}

  void begin(std::shared_ptr<Backend> backend, std::unique_ptr<Subscription> subscription);
  // Idempotent. Not on the JavaScript thread: it may write to a socket.
  void end();

  const std::shared_ptr<EventQueue>& events() const { return events_; }

  const std::string lane;

 private:
  std::shared_ptr<EventQueue> events_;
  std::mutex mutex_;
  std::shared_ptr<Backend> backend_;  // outlives its subscription
  std::unique_ptr<Subscription> subscription_;
};

// NativeSubscription. Goes on until it is closed or its desktop is, whether or not JavaScript still holds it.
class SubscriptionHandle final : public Handle<SubscriptionHandle, std::shared_ptr<Observation>> {
 public:
  static constexpr napi_type_tag kTag = {0x3c8e1f60d97b4a52, 0xa4b1763f0e25d98c};
  static Napi::Function define(Napi::Env env);
  static Napi::Value of(Napi::Env env, uint64_t id, std::shared_ptr<Observation> observation);
  explicit SubscriptionHandle(const Napi::CallbackInfo& info) : Handle(info) {}

  // Calls the listener with what has come.
  void hand_over(Napi::Env env);

 private:
  void listen(const Napi::CallbackInfo& info);
  Napi::Value close(const Napi::CallbackInfo& info);

  uint64_t id_ = 0;
  bool open_ = true;
  Napi::FunctionReference listener_;
};

}  // namespace surehand::binding
