#pragma once

#include <memory>

#include "binding/handle.h"
#include "core/regex/regex.h"

namespace surehand::binding {

// NativePattern: a compiled regular expression.
class PatternHandle final : public Handle<PatternHandle, std::shared_ptr<const Regex>> {
 public:
  static constexpr napi_type_tag kTag = {0x51d7c3a6e8f24b09, 0x9e26b7405d1fc8a3};
  static Napi::Function define(Napi::Env env);
  explicit PatternHandle(const Napi::CallbackInfo& info) : Handle(info) {}

 private:
  Napi::Value search(const Napi::CallbackInfo& info);
};

Napi::Value compile_pattern(const Napi::CallbackInfo& info);

}  // namespace surehand::binding
