#pragma once

#include <napi.h>

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "binding/completions.h"
#include "binding/error.h"
#include "core/run/lanes.h"

namespace surehand::binding {

class OpenDesktop;
class SubscriptionHandle;

// All that one Node environment (the main thread, a worker) has of this addon; what outlives it are its Closings. Its
// clean-up hook has what is under way end before Node finalises anything, and waits for none of it.
class EnvState {
 public:
  static EnvState& of(Napi::Env env) { return *env.GetInstanceData<EnvState>(); }
  explicit EnvState(Napi::Env env);

  // A promise for what `work` gives on a lane; `convert(env, T&)` makes its JavaScript value.
  template <class T, class Convert>
  Napi::Value promise(Napi::Env env, Lanes& lanes, LaneCall call, Lanes::Work<T> work, Convert convert,
                      Lanes::Pending<T> pending = nullptr) {
    const auto deferred = Napi::Promise::Deferred::New(env);
    completions_->await(env);
    auto answer = [completions = completions_, deferred, convert](Result<T> result) {
      auto settle = [completions = completions.get(), deferred, convert,
                     result = std::make_shared<Result<T>>(std::move(result))](Napi::Env env) {
        completions->settled(env);
        if (result->ok()) {
          deferred.Resolve(convert(env, result->value()));
        } else {
          deferred.Reject(to_js(env, result->error()).Value());
        }
      };
      completions->post(std::move(settle));
    };
    lanes.run<T>(std::move(call), std::move(work), std::move(answer), std::move(pending));
    return deferred.Promise();
  }

  // For calls that belong to no desktop: opening, closing, matching, comparing.
  const std::shared_ptr<Lanes>& lanes() const { return lanes_; }
  // A lane that nothing else uses, and one of a few for matching and comparing.
  std::string new_lane() { return "once " + std::to_string(next_lane_++); }
  std::string matching_lane() { return "match " + std::to_string(next_lane_++ % 4); }

  // Closed with the environment, if it is still open then.
  void remember(const std::shared_ptr<OpenDesktop>& desktop);

  // Subscriptions that go on, by a number: other threads know them by nothing else.
  uint64_t new_subscription() { return next_subscription_++; }
  void subscribed(uint64_t id, SubscriptionHandle* handle) { subscriptions_[id] = handle; }
  void unsubscribed(uint64_t id) { subscriptions_.erase(id); }
  // For any thread: has the subscription hand over its events on the JavaScript thread.
  std::function<void()> notifier(uint64_t id) const;

  Napi::FunctionReference snapshot;
  Napi::FunctionReference subscription;
  Napi::FunctionReference query;
  Napi::FunctionReference pattern;
  Napi::FunctionReference diff;
  Napi::FunctionReference desktop;
  Napi::FunctionReference cancel;
  Napi::FunctionReference stringify;  // JSON.stringify

 private:
  void tear_down();

  std::shared_ptr<Completions> completions_;
  std::shared_ptr<Lanes> lanes_ = std::make_shared<Lanes>();
  std::vector<std::weak_ptr<OpenDesktop>> desktops_;
  uint64_t next_lane_ = 0;
  std::unordered_map<uint64_t, SubscriptionHandle*> subscriptions_;
  uint64_t next_subscription_ = 0;
};

}  // namespace surehand::binding
