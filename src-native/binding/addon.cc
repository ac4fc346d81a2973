#include <napi.h>

#include "binding/cancel.h"
#include "binding/convert.h"
#include "binding/desktop.h"
#include "binding/diff.h"
#include "binding/env_state.h"
#include "binding/pattern.h"
#include "binding/query.h"
#include "binding/self_test.h"
#include "binding/snapshot.h"
#include "binding/subscription.h"
#include "core/seam/open.h"

namespace surehand::binding {
namespace {

Napi::Value create_cancel(const Napi::CallbackInfo& info) {
  return Cancel::make(info.Env(), EnvState::of(info.Env()).cancel, std::make_shared<CancelToken>());
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  auto state = std::make_unique<EnvState>(env);
  state->snapshot = Napi::Persistent(SnapshotHandle::define(env));
  state->query = Napi::Persistent(QueryHandle::define(env));
  state->pattern = Napi::Persistent(PatternHandle::define(env));
  state->diff = Napi::Persistent(DiffHandle::define(env));
  state->desktop = Napi::Persistent(DesktopHandle::define(env));
  state->subscription = Napi::Persistent(SubscriptionHandle::define(env));
  state->cancel = Napi::Persistent(Cancel::define(env));
  const auto json = env.Global().Get("JSON").As<Napi::Object>();
  state->stringify = Napi::Persistent(json.Get("stringify").As<Napi::Function>());
  env.SetInstanceData(state.release());

  exports.Set("version", SUREHAND_VERSION);
  exports.Set("backends", to_js(env, backend_names()));
  exports.Set("openDesktop", Napi::Function::New<open_desktop>(env, "openDesktop"));
  exports.Set("parseSnapshot", Napi::Function::New<parse_snapshot>(env, "parseSnapshot"));
  exports.Set("diff", Napi::Function::New<diff_snapshots>(env, "diff"));
  exports.Set("compileQuery", Napi::Function::New<compile_query>(env, "compileQuery"));
  exports.Set("compilePattern", Napi::Function::New<compile_pattern>(env, "compilePattern"));
  exports.Set("createCancel", Napi::Function::New<create_cancel>(env, "createCancel"));
  exports.Set("runSelfTestForm", Napi::Function::New<run_self_test_form>(env, "runSelfTestForm"));
  return exports;
}

NODE_API_MODULE(surehand, init)

}  // namespace
}  // namespace surehand::binding
