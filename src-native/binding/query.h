#pragma once

#include "binding/handle.h"
#include "core/query/query.h"

namespace surehand::binding {

// NativeQuery: a compiled selector.
class QueryHandle final : public Handle<QueryHandle, QueryPtr> {
 public:
  static constexpr napi_type_tag kTag = {0x2c91e0d3b5a74f68, 0x8b13f6d92e40c702};
  static Napi::Function define(Napi::Env env);
  explicit QueryHandle(const Napi::CallbackInfo& info) : Handle(info) {}

  // Null, with an exception pending, when `value` is no NativeQuery.
  static QueryPtr query_of(Napi::Value value);

 private:
  Napi::Value reads(const Napi::CallbackInfo& info);
  Napi::Value told(const Napi::CallbackInfo& info);
  Napi::Value local(const Napi::CallbackInfo& info);
  Napi::Value has_pattern(const Napi::CallbackInfo& info);
};

Napi::Value compile_query(const Napi::CallbackInfo& info);

}  // namespace surehand::binding
