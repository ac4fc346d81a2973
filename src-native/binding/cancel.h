#pragma once

#include <memory>

#include "binding/handle.h"
#include "core/run/limits.h"

namespace surehand::binding {

// NativeCancel.
class Cancel final : public Handle<Cancel, std::shared_ptr<CancelToken>> {
 public:
  static constexpr napi_type_tag kTag = {0x6f2b7a9c41d84e13, 0x9ad0c5b1e7f62a01};
  static Napi::Function define(Napi::Env env);
  explicit Cancel(const Napi::CallbackInfo& info) : Handle(info) {}

  // Null when `value` is no NativeCancel.
  static std::shared_ptr<CancelToken> token_of(Napi::Value value);

 private:
  void cancel(const Napi::CallbackInfo& info);
};

}  // namespace surehand::binding
