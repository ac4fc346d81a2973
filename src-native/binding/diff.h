#pragma once

#include "binding/handle.h"
#include "core/diff/diff.h"

namespace surehand::binding {

// A diff with the two trees that it speaks of.
struct Compared {
  Diff diff;
  SnapshotPtr before;
  SnapshotPtr after;
};

// NativeDiff.
class DiffHandle final : public Handle<DiffHandle, std::shared_ptr<const Compared>> {
 public:
  static constexpr napi_type_tag kTag = {0x5e0b7c3aa1894d12, 0x9c46f2d8035be7a1};
  static Napi::Function define(Napi::Env env);
  explicit DiffHandle(const Napi::CallbackInfo& info) : Handle(info) {}

 private:
  Napi::Value summary(const Napi::CallbackInfo& info);
  Napi::Value uncertain(const Napi::CallbackInfo& info);
  Napi::Value suppressed(const Napi::CallbackInfo& info);
  Napi::Value added(const Napi::CallbackInfo& info);
  Napi::Value removed(const Napi::CallbackInfo& info);
  Napi::Value modified(const Napi::CallbackInfo& info);
  Napi::Value moved(const Napi::CallbackInfo& info);
  Napi::Value changes(const Napi::CallbackInfo& info);
};

Napi::Value diff_snapshots(const Napi::CallbackInfo& info);

}  // namespace surehand::binding
