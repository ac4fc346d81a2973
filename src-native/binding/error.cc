#include "binding/error.h"

#include "binding/convert.h"

namespace surehand::binding {

Napi::Error to_js(Napi::Env env, const Error& error) {
  auto made = Napi::Error::New(env, error.message);
  made.Set("code", Napi::String::New(env, std::string(to_string(error.code))));
  made.Set("sent", Napi::String::New(env, std::string(to_string(error.sent))));
  made.Set("details", error.details.is_null() ? Napi::Object::New(env) : to_js(env, error.details));
  return made;
}

void throw_error(Napi::Env env, const Error& error) { to_js(env, error).ThrowAsJavaScriptException(); }

Error invalid_argument(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message), {}}; }

}  // namespace surehand::binding
