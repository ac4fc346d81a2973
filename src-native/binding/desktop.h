#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "binding/handle.h"
#include "binding/subscription.h"
#include "core/run/lanes.h"
#include "core/seam/backend.h"

namespace surehand::binding {

// A backend and its lanes, shared by the JavaScript handle, the closing and the environment's end.
class OpenDesktop {
 public:
  explicit OpenDesktop(std::shared_ptr<Backend> backend)
      : name(backend->name()),
        click_interval(backend->click_interval()),
        refs(backend->refs()),
        backend_(std::move(backend)) {}

  // Null once closed.
  std::shared_ptr<Backend> backend() const {
    std::lock_guard lock(mutex_);
    return backend_;
  }
  Lanes& lanes() { return lanes_; }

  // What is under way begins to end, and nothing is announced any more. Waits for nothing.
  void cancel();
  // Ends what is under way and frees the backend; blocks for at most about a second. Idempotent.
  void close();

  // Ended with the desktop, if it goes on until then; at once, when that has ended.
  void remember(const std::shared_ptr<ObservedEvents>& observation);

  const std::string name;
  const Milliseconds click_interval;
  const std::shared_ptr<RefBook> refs;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Backend> backend_;
  std::vector<std::weak_ptr<ObservedEvents>> observations_;
  bool cancelled_ = false;
  Lanes lanes_;
};

// NativeDesktop.
class DesktopHandle final : public Handle<DesktopHandle, std::shared_ptr<OpenDesktop>> {
 public:
  static constexpr napi_type_tag kTag = {0x91d4a73be05c4826, 0xb7e2085d63fa1c03};
  static Napi::Function define(Napi::Env env);
  explicit DesktopHandle(const Napi::CallbackInfo& info);
  void Finalize(Napi::BasicEnv env) override;

 private:
  Napi::Value backend(const Napi::CallbackInfo& info);
  Napi::Value click_interval(const Napi::CallbackInfo& info);
  Napi::Value applications(const Napi::CallbackInfo& info);
  Napi::Value windows(const Napi::CallbackInfo& info);
  Napi::Value snapshot(const Napi::CallbackInfo& info);
  Napi::Value find(const Napi::CallbackInfo& info);
  Napi::Value find_among(const Napi::CallbackInfo& info);
  Napi::Value invoke(const Napi::CallbackInfo& info);
  Napi::Value input(const Napi::CallbackInfo& info);
  Napi::Value observe(const Napi::CallbackInfo& info);
  Napi::Value hotkey(const Napi::CallbackInfo& info);
  Napi::Value user_input(const Napi::CallbackInfo& info);
  Napi::Value fingerprint(const Napi::CallbackInfo& info);
  Napi::Value kept_trees(const Napi::CallbackInfo& info);
  Napi::Value processor_time(const Napi::CallbackInfo& info);
  Napi::Value window_at(const Napi::CallbackInfo& info);
  Napi::Value popups(const Napi::CallbackInfo& info);
  Napi::Value element_at(const Napi::CallbackInfo& info);
  Napi::Value selected_range(const Napi::CallbackInfo& info);
  Napi::Value text_bounds(const Napi::CallbackInfo& info);
  Napi::Value foreground(const Napi::CallbackInfo& info);
  Napi::Value screenshot(const Napi::CallbackInfo& info);
  Napi::Value displays(const Napi::CallbackInfo& info);
  Napi::Value permissions(const Napi::CallbackInfo& info);
  Napi::Value capabilities(const Napi::CallbackInfo& info);
  Napi::Value characters_without_key(const Napi::CallbackInfo& info);
  Napi::Value read_clipboard(const Napi::CallbackInfo& info);
  Napi::Value write_clipboard(const Napi::CallbackInfo& info);
  Napi::Value realize(const Napi::CallbackInfo& info);
  Napi::Value launch(const Napi::CallbackInfo& info);
  Napi::Value program(const Napi::CallbackInfo& info);
  Napi::Value activate(const Napi::CallbackInfo& info);
  Napi::Value arrange(const Napi::CallbackInfo& info);
  Napi::Value close(const Napi::CallbackInfo& info);
  Napi::Value quit(const Napi::CallbackInfo& info);
  Napi::Value element_of_ref(const Napi::CallbackInfo& info);
  Napi::Value record(const Napi::CallbackInfo& info);
  Napi::Value apply(const Napi::CallbackInfo& info);
  Napi::Value dispose(const Napi::CallbackInfo& info);

  template <class T, class Convert>
  Napi::Value run(Napi::Env env, LaneCall call, std::function<Result<T>(Backend&, const Limits&)> work, Convert convert,
                  Lanes::Pending<T> pending = nullptr);
  // Promises a NativeSubscription to what `begin` begins.
  Napi::Value subscribe(Napi::Env env, LaneCall call,
                        std::function<Result<std::unique_ptr<Subscription>>(Backend&, EventSink, const Limits&)> begin);

  std::shared_ptr<Lanes> env_lanes_;
};

Napi::Value open_desktop(const Napi::CallbackInfo& info);

}  // namespace surehand::binding
