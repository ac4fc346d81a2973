#include "binding/subscription.h"

#include <utility>

#include "binding/convert.h"
#include "binding/desktop.h"
#include "binding/env_state.h"

namespace surehand::binding {

void ObservedEvents::begin(std::unique_ptr<Subscription> subscription) {
  std::lock_guard lock(mutex_);
  subscription_ = std::move(subscription);
}

void ObservedEvents::end() {
  std::lock_guard lock(mutex_);
  subscription_.reset();
}

Napi::Function SubscriptionHandle::define(Napi::Env env) {
  return DefineClass(
      env, "NativeSubscription",
      {InstanceMethod<&SubscriptionHandle::listen>("listen"), InstanceMethod<&SubscriptionHandle::close>("close")});
}

Napi::Value SubscriptionHandle::of(Napi::Env env, uint64_t id, std::shared_ptr<ObservedEvents> observation) {
  auto& state = EnvState::of(env);
  const auto object = make(env, state.subscription, std::move(observation));
  auto* handle = unwrap(object);
  // A worker that is being terminated makes no objects any more. The subscription ends with what was to hold it.
  if (!handle) return object;
  handle->id_ = id;
  handle->Ref();
  state.subscribed(id, handle);
  return object;
}

void SubscriptionHandle::hand_over(Napi::Env env) {
  if (!open_ || listener_.IsEmpty()) return;
  const auto batch = value_->events()->take();
  if (batch.events.empty()) return;
  auto events = Napi::Array::New(env, batch.events.size());
  for (uint32_t i = 0; i < batch.events.size(); ++i) {
    const Event& event = batch.events[i];
    auto object = Napi::Object::New(env);
    object.Set("kind", to_js(env, to_string(event.kind)));
    object.Set("source", bytes_to_js(env, event.source));
    object.Set("detail", to_js(env, event.detail));
    if (!event.name.empty()) object.Set("name", to_js(env, event.name));
    if (!event.child.empty()) object.Set("child", bytes_to_js(env, event.child));
    events.Set(i, object);
  }
  listener_.MakeCallback(env.Global(), {events, Napi::Number::New(env, batch.dropped)});
  // An error in the listener is an uncaught exception, as in any callback. Left pending, Node would only warn
  // of it (DEP0168), and all else that is handed over on this turn would fail.
  napi_value error = nullptr;
  if (env.IsExceptionPending() && napi_get_and_clear_last_exception(env, &error) == napi_ok) {
    napi_fatal_exception(env, error);
  }
}

void SubscriptionHandle::listen(const Napi::CallbackInfo& info) {
  if (!info[0].IsFunction()) return;
  listener_ = Napi::Persistent(info[0].As<Napi::Function>());
  // What came before anybody listened; not from inside this call.
  EnvState::of(info.Env()).notifier(id_)();
}

void SubscriptionHandle::close(const Napi::CallbackInfo& info) {
  if (!open_) return;
  open_ = false;
  value_->end();
  listener_.Reset();
  EnvState::of(info.Env()).unsubscribed(id_);
  Unref();
}

}  // namespace surehand::binding
