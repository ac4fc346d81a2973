#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "binding/handle.h"
#include "core/run/event_queue.h"
#include "core/seam/backend.h"

namespace surehand::binding {

// A subscription of a backend and the events that wait to be handed over. Shared by the JavaScript handle and the
// desktop.
class ObservedEvents {
 public:
  explicit ObservedEvents(std::function<void()> ready) : events_(std::make_shared<EventQueue>(std::move(ready))) {}

  void begin(std::unique_ptr<Subscription> subscription);
  // Idempotent, on any thread; waits for nothing.
  void end();

  const std::shared_ptr<EventQueue>& events() const { return events_; }

 private:
  std::shared_ptr<EventQueue> events_;
  std::mutex mutex_;
  std::unique_ptr<Subscription> subscription_;
};

// NativeSubscription. Goes on until it is closed or its desktop is, whether or not JavaScript still holds it.
class SubscriptionHandle final : public Handle<SubscriptionHandle, std::shared_ptr<ObservedEvents>> {
 public:
  static constexpr napi_type_tag kTag = {0x3c8e1f60d97b4a52, 0xa4b1763f0e25d98c};
  static Napi::Function define(Napi::Env env);
  static Napi::Value of(Napi::Env env, uint64_t id, std::shared_ptr<ObservedEvents> observation);
  explicit SubscriptionHandle(const Napi::CallbackInfo& info) : Handle(info) {}

  // Calls the listener with what has come.
  void hand_over(Napi::Env env);

 private:
  void listen(const Napi::CallbackInfo& info);
  void close(const Napi::CallbackInfo& info);

  uint64_t id_ = 0;
  bool open_ = true;
  Napi::FunctionReference listener_;
};

}  // namespace surehand::binding
