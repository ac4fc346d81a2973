#include "binding/cancel.h"

namespace surehand::binding {

Napi::Function Cancel::define(Napi::Env env) {
  return DefineClass(env, "NativeCancel", {InstanceMethod<&Cancel::cancel>("cancel")});
}

std::shared_ptr<CancelToken> Cancel::token_of(Napi::Value value) {
  const auto* handle = unwrap(value);
  return handle ? handle->value() : nullptr;
}

void Cancel::cancel(const Napi::CallbackInfo&) { value_->cancel(); }

}  // namespace surehand::binding
