#include "binding/query.h"

#include "binding/convert.h"
#include "binding/env_state.h"
#include "binding/error.h"
#include "core/query/needs.h"

namespace surehand::binding {

Napi::Function QueryHandle::define(Napi::Env env) {
  return DefineClass(
      env, "NativeQuery",
      {InstanceAccessor<&QueryHandle::reads>("reads"), InstanceAccessor<&QueryHandle::told>("told"),
       InstanceAccessor<&QueryHandle::local>("local"), InstanceAccessor<&QueryHandle::has_pattern>("hasPattern")});
}

QueryPtr QueryHandle::query_of(Napi::Value value) {
  const auto* handle = unwrap(value);
  if (handle) return handle->value();
  throw_error(value.Env(), invalid_argument("a query must come from compileQuery()"));
  return nullptr;
}

Napi::Value QueryHandle::reads(const Napi::CallbackInfo& info) {
  const SnapshotOptions options = reads_for(*value_);
  auto object = Napi::Object::New(info.Env());
  object.Set("bounds", options.bounds);
  object.Set("text", options.text);
  object.Set("namesFromText", options.names_from_text);
  object.Set("actions", options.actions);
  object.Set("attributes", options.attributes);
  return object;
}

Napi::Value QueryHandle::told(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), is_told(*value_));
}

Napi::Value QueryHandle::local(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), is_local(*value_));
}

Napi::Value QueryHandle::has_pattern(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), surehand::has_pattern(*value_));
}

Napi::Value compile_query(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto ast = to_json(info[0]);
  auto query = ast ? Query::from_json(*ast) : Result<QueryPtr>(ast.error());
  if (!query) {
    throw_error(env, query.error());
    return {};
  }
  return QueryHandle::make(env, EnvState::of(env).query, query.take());
}

}  // namespace surehand::binding
