#include "binding/query.h"

#include "binding/convert.h"
#include "binding/env_state.h"
#include "binding/error.h"

namespace surehand::binding {

QueryPtr QueryHandle::query_of(Napi::Value value) {
  const auto* handle = unwrap(value);
  if (handle) return handle->value();
  throw_error(value.Env(), invalid_argument("a query must come from compileQuery()"));
  return nullptr;
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
