#pragma once

#include <napi.h>

namespace surehand::binding {

// Blocks the thread of JavaScript until the window is closed: for a process of its own.
void run_self_test_form(const Napi::CallbackInfo& info);

}  // namespace surehand::binding
