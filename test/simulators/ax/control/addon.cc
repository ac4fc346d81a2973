// axsim_control for Node: control(function, json) gives JSON, or throws.

#include <node_api.h>

#include <string>

#include "control/control.h"

namespace {

std::string text_of(napi_env env, napi_value value) {
  size_t length = 0;
  napi_get_value_string_utf8(env, value, nullptr, 0, &length);
  std::string text(length, '\0');
  napi_get_value_string_utf8(env, value, text.data(), length + 1, &length);
  return text;
}

struct Answer {
  bool well = false;
  std::string text;
};

napi_value control(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value given[2] = {};
  napi_get_cb_info(env, info, &count, given, nullptr, nullptr);
  Answer answer;
  const auto take = [](void* context, bool well, const char* text) {
    *static_cast<Answer*>(context) = Answer{well, text};
  };
  axsim_control(text_of(env, given[0]).c_str(), text_of(env, given[1]).c_str(), take, &answer);
  napi_value made = nullptr;
  if (answer.well) {
    napi_create_string_utf8(env, answer.text.c_str(), answer.text.size(), &made);
  } else {
    napi_throw_error(env, nullptr, answer.text.c_str());
  }
  return made;
}

}  // namespace

NAPI_MODULE_INIT() {
  napi_value made = nullptr;
  napi_create_function(env, "control", NAPI_AUTO_LENGTH, control, nullptr, &made);
  napi_set_named_property(env, exports, "control", made);
  return exports;
}
