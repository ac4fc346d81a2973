#include <js_native_api.h>
#include <node_api.h>
#include <windows.h>

#include <string>

#include "client/held.h"
#include "client/meter.h"

// What a test reads of the simulator that it runs on, and how it makes calls fail: the DLL is also a Node addon. Loaded by the path
// that COM knows it by, it is the same instance. https://nodejs.org/api/n-api.html

namespace {

// The program that loaded it has these; looked up, so that no import library is needed.
template <class Function>
Function* node(const char* name) {
  return reinterpret_cast<Function*>(reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(nullptr), name)));
}
#define NODE(name) node<decltype(name)>(#name)

surehand::simulator::Meter& meter() { return surehand::simulator::Meter::the(); }

napi_value number(napi_env env, int value) {
  napi_value out = nullptr;
  NODE(napi_create_int32)(env, value, &out);
  return out;
}

napi_value objects(napi_env env, napi_callback_info) { return number(env, meter().objects()); }
napi_value handlers(napi_env env, napi_callback_info) { return number(env, meter().handlers); }
napi_value trips(napi_env env, napi_callback_info) { return number(env, meter().trips()); }

napi_value forget_trips(napi_env, napi_callback_info) {
  meter().forget_trips();
  return nullptr;
}

napi_value latest(napi_env env, napi_callback_info) {
  napi_value out = nullptr;
  NODE(napi_create_array)(env, &out);
  uint32_t index = 0;
  for (const std::string& one : meter().latest()) {
    napi_value text = nullptr;
    NODE(napi_create_string_utf8)(env, one.data(), one.size(), &text);
    NODE(napi_set_element)(env, out, index++, text);
  }
  return out;
}

napi_value held(napi_env env, napi_callback_info) {
  const surehand::simulator::Held now = surehand::simulator::held_now();
  napi_value out = nullptr;
  NODE(napi_create_object)(env, &out);
  NODE(napi_set_named_property)(env, out, "handles", number(env, now.handles));
  NODE(napi_set_named_property)(env, out, "threads", number(env, now.threads));
  NODE(napi_set_named_property)(env, out, "pictures", number(env, now.pictures));
  NODE(napi_set_named_property)(env, out, "windows", number(env, now.windows));
  return out;
}

// fail(nth, result, times, only)
napi_value fail(napi_env env, napi_callback_info info) {
  size_t count = 4;
  napi_value given[4];
  NODE(napi_get_cb_info)(env, info, &count, given, nullptr, nullptr);
  int32_t nth = 1, times = 1;
  uint32_t result = 0;
  char only[128] = "";
  size_t length = 0;
  NODE(napi_get_value_int32)(env, given[0], &nth);
  NODE(napi_get_value_uint32)(env, given[1], &result);
  NODE(napi_get_value_int32)(env, given[2], &times);
  NODE(napi_get_value_string_utf8)(env, given[3], only, sizeof only, &length);
  meter().fail(nth, static_cast<HRESULT>(result), times, only);
  return nullptr;
}

}  // namespace

extern "C" __declspec(dllexport) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  const struct {
    const char* name;
    napi_callback function;
  } all[] = {{"objects", objects},          {"handlers", handlers}, {"held", held}, {"trips", trips},
             {"forgetTrips", forget_trips}, {"latest", latest},     {"fail", fail}};
  for (const auto& [name, function] : all) {
    napi_value made = nullptr;
    NODE(napi_create_function)(env, name, NAPI_AUTO_LENGTH, function, nullptr, &made);
    NODE(napi_set_named_property)(env, exports, name, made);
  }
  return exports;
}
