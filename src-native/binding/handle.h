#pragma once

#include <napi.h>

#include <utility>

namespace surehand::binding {

// What the classes that JavaScript holds (Snapshot, Query, Desktop, Cancel) have in common: each keeps one
// C++ value, is made by C++ alone, and is recognised by a type tag, so that no other object can pass for it.
// `Self` has a static `kTag` and a constructor from CallbackInfo that calls this one.
template <class Self, class T>
class Handle : public Napi::ObjectWrap<Self> {
 public:
  static Napi::Object make(Napi::Env env, const Napi::FunctionReference& constructor, T value) {
    auto holder = Napi::External<T>::New(env, &value);
    return constructor.New({holder});
  }

  static Self* unwrap(Napi::Value value) {
    if (value.IsEmpty() || !value.IsObject()) return nullptr;
    bool tagged = false;
    if (napi_check_object_type_tag(value.Env(), value, &Self::kTag, &tagged) != napi_ok || !tagged) return nullptr;
    return Self::Unwrap(value.As<Napi::Object>());
  }

  const T& value() const { return value_; }

 protected:
  explicit Handle(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Self>(info) {
    if (info.Length() != 1 || !info[0].IsExternal()) {
      Napi::TypeError::New(info.Env(), "surehand makes its handles itself").ThrowAsJavaScriptException();
      return;
    }
    value_ = std::move(*info[0].As<Napi::External<T>>().Data());
    info.This().As<Napi::Object>().TypeTag(&Self::kTag);
  }

  T value_{};
};

}  // namespace surehand::binding
