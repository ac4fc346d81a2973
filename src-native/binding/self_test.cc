#include "binding/self_test.h"

#include "binding/error.h"
#include "core/seam/self_test.h"

namespace surehand::binding {

void run_self_test_form(const Napi::CallbackInfo& info) {
  const auto hang = self_test_hang(info[0].As<Napi::String>().Utf8Value());
  if (const Status status = surehand::run_self_test_form(hang); !status) throw_error(info.Env(), status.error());
}

}  // namespace surehand::binding
