#pragma once

#include <napi.h>

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace surehand::binding {

// Brings what other threads finished to the JavaScript thread of one environment: one thread-safe function
// behind a lock and a flag of our own, because a call to it may race with the environment's end
// (nodejs/node#38775). Keeps the event loop alive only while something is awaited.
class Completions : public std::enable_shared_from_this<Completions> {
 public:
  using Completion = std::function<void(Napi::Env)>;

  static std::shared_ptr<Completions> open(Napi::Env env);

  // Any thread. Dropped when the environment is gone.
  void post(Completion completion);

  // JavaScript thread: a promise was made; one was settled.
  void await(Napi::Env env);
  void settled(Napi::Env env);

  // JavaScript thread, before the environment's own clean-up of the thread-safe function.
  void close();

 private:
  void drain(Napi::Env env);

  std::mutex mutex_;
  napi_threadsafe_function function_ = nullptr;
  std::vector<Completion> queue_;
  bool closed_ = false;
  size_t awaited_ = 0;  // JavaScript thread only
};

}  // namespace surehand::binding
