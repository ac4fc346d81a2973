#pragma once

#include <napi.h>

#include "core/result.h"

namespace surehand::binding {

// An Error with `code`, `message`, `sent` and `details`.
Napi::Error to_js(Napi::Env env, const Error& error);

void throw_error(Napi::Env env, const Error& error);

Error invalid_argument(std::string message);

}  // namespace surehand::binding
