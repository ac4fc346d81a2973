#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "core/run/limits.h"
#include "core/seam/application.h"
#include "platform/simulated/world/input.h"
#include "platform/simulated/world/world.h"

namespace surehand::simulated {

// What one open simulated desktop holds, and how its calls get at it.
class Session {
 public:
  explicit Session(std::unique_ptr<World> made) : world(std::move(made)), input(*world) {}

  std::unique_ptr<World> world;
  Input input;

  // The world, locked and up to date.
  std::unique_lock<std::mutex> enter();
  // As enter(), with an application that answers.
  struct Access {
    std::unique_lock<std::mutex> lock;
    App* app;
  };
  // Waits while the application hangs: APP_UNRESPONSIVE by the deadline, APP_EXITED when it ended.
  Result<Access> answering(const std::string& app_key, const Limits& limits);
  Result<App*> running(const std::string& app_key) const;
  // STALE when it is gone.
  Result<Node*> element(App& app, const std::string& identity) const;
  Application described(const App& app) const;
};

// UNSUPPORTED: `what` needs a tree.
Error no_tree(const App& app, std::string_view what);

}  // namespace surehand::simulated
