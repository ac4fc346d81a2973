#include "binding/pattern.h"

#include <optional>
#include <string>

#include "binding/env_state.h"
#include "binding/error.h"

namespace surehand::binding {

Napi::Function PatternHandle::define(Napi::Env env) {
  return DefineClass(env, "NativePattern", {InstanceMethod<&PatternHandle::search>("search")});
}

Napi::Value PatternHandle::search(const Napi::CallbackInfo& info) {
  const std::string text = info[0].ToString();
  const std::optional<bool> found = value_->search(text);
  return found ? Napi::Boolean::New(info.Env(), *found) : info.Env().Undefined();
}

Napi::Value compile_pattern(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::string source = info[0].ToString();
  const std::string flags = info[1].ToString();
  Result<Regex> regex = Regex::compile(source, flags);
  if (!regex) {
    throw_error(env, regex.error());
    return {};
  }
  return PatternHandle::make(env, EnvState::of(env).pattern, std::make_shared<const Regex>(regex.take()));
}

}  // namespace surehand::binding
