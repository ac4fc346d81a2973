#include "binding/env_state.h"

#include <algorithm>

#include "binding/closings.h"
#include "binding/desktop.h"
#include "binding/subscription.h"

namespace surehand::binding {

// Cleanup hooks run last in, first out, and before any finaliser (nodejs/node#45903): this one is added after
// the thread-safe function's own, so it runs before it.
EnvState::EnvState(Napi::Env env) : completions_(Completions::open(env)) {
  napi_add_env_cleanup_hook(
      env, [](void* self) { static_cast<EnvState*>(self)->tear_down(); }, this);
}

void EnvState::remember(const std::shared_ptr<OpenDesktop>& desktop) {
  desktops_.erase(std::remove_if(desktops_.begin(), desktops_.end(), [](const auto& known) { return known.expired(); }),
                  desktops_.end());
  desktops_.push_back(desktop);
}

std::function<void()> EnvState::notifier(uint64_t id) const {
  return [completions = completions_, id] {
    completions->post([id](Napi::Env env) {
      const auto& known = EnvState::of(env).subscriptions_;
      const auto found = known.find(id);
      if (found != known.end()) found->second->hand_over(env);
    });
  };
}

void EnvState::tear_down() {
  completions_->close();
  lanes_->cancel_all();
  std::vector<std::shared_ptr<OpenDesktop>> open;
  for (const auto& known : desktops_) {
    if (auto desktop = known.lock()) open.push_back(std::move(desktop));
  }
  for (const auto& desktop : open) desktop->cancel();
  Closings::of_this_process().run([open = std::move(open), lanes = lanes_] {
    for (const auto& desktop : open) desktop->close();
    lanes->shut_down(Milliseconds(1500));
  });
}

}  // namespace surehand::binding
