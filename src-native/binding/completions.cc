#include "binding/completions.h"

#include <utility>

namespace surehand::binding {

std::shared_ptr<Completions> Completions::open(Napi::Env env) {
  auto completions = std::make_shared<Completions>();
  // The function owns a share: it is finalised after the environment's instance data is gone.
  auto share = std::make_unique<std::shared_ptr<Completions>>(completions);
  const auto name = Napi::String::New(env, "surehand");
  const napi_status status = napi_create_threadsafe_function(
      env, nullptr, nullptr, name, 0, 1, share.get(),
      [](napi_env, void* owned, void*) { delete static_cast<std::shared_ptr<Completions>*>(owned); }, share.get(),
      [](napi_env called_env, napi_value, void* context, void*) {
        // The environment is null while the function is torn down.
        if (called_env) (*static_cast<std::shared_ptr<Completions>*>(context))->drain(called_env);
      },
      &completions->function_);
  if (status != napi_ok) {
    completions->closed_ = true;
    return completions;
  }
  share.release();
  napi_unref_threadsafe_function(env, completions->function_);
  return completions;
}

void Completions::post(Completion completion) {
  std::lock_guard lock(mutex_);
  if (closed_) return;
  queue_.push_back(std::move(completion));
  if (queue_.size() == 1) napi_call_threadsafe_function(function_, nullptr, napi_tsfn_nonblocking);
}

void Completions::await(Napi::Env env) {
  if (awaited_++ == 0 && !closed_) napi_ref_threadsafe_function(env, function_);
}

void Completions::settled(Napi::Env env) {
  if (--awaited_ == 0 && !closed_) napi_unref_threadsafe_function(env, function_);
}

void Completions::close() {
  std::vector<Completion> dropped;
  std::lock_guard lock(mutex_);
  if (closed_) return;
  closed_ = true;
  dropped.swap(queue_);
  napi_release_threadsafe_function(function_, napi_tsfn_abort);
}

void Completions::drain(Napi::Env env) {
  std::vector<Completion> ready;
  {
    std::lock_guard lock(mutex_);
    ready.swap(queue_);
  }
  for (auto& completion : ready) {
    Napi::HandleScope scope(env);
    completion(env);
  }
}

}  // namespace surehand::binding
