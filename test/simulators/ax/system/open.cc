#include "system/open.h"

#include <algorithm>

#include "system/processes.h"

namespace axsim {
namespace {

struct Request {
  std::string name, bundle, path;
  bool new_instance = false;
  bool background = false;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
};

Request read(const std::vector<std::string>& given) {
  Request request;
  for (size_t i = 0; i < given.size(); ++i) {
    const auto next = [&] { return i + 1 < given.size() ? given[++i] : std::string(); };
    if (given[i] == "-a") {
      request.name = next();
    } else if (given[i] == "-b") {
      request.bundle = next();
    } else if (given[i] == "-n") {
      request.new_instance = true;
    } else if (given[i] == "-g") {
      request.background = true;
    } else if (given[i] == "--env") {
      request.environment.push_back(next());
    } else if (given[i] == "--args") {
      request.arguments.assign(given.begin() + static_cast<std::ptrdiff_t>(i) + 1, given.end());
      break;
    } else if (given[i][0] != '-') {
      request.path = given[i];
    }
  }
  return request;
}

App* running(const World& world, const Request& request) {
  for (const auto& app : world.apps) {
    if (app->exited) continue;
    const bool by_id = !request.bundle.empty() && app->id == request.bundle;
    const bool by_name =
        !request.name.empty() && (app->name == request.name || untranslated_name(*app) == request.name ||
                                  app->executable == request.name || bundle_path(*app) == request.name);
    if (by_id || by_name || (!request.path.empty() && bundle_path(*app) == request.path)) return app.get();
  }
  return nullptr;
}

}  // namespace

Ended open_application(Desktop& desktop, const std::vector<std::string>& arguments) {
  const Request request = read(arguments);
  const auto lock = desktop.enter();
  World& world = desktop.world;
  if (App* app = request.new_instance ? nullptr : running(world, request)) {
    if (!request.background && !app->windows.empty()) world.raise(*app->windows.back());
    return {};
  }
  const std::string wanted = !request.bundle.empty() ? request.bundle
                             : !request.name.empty() ? request.name
                                                     : request.path;
  auto started = world.launch(wanted);
  if (!started) {
    const bool by_id = !request.bundle.empty();
    return {1, by_id
                   ? "LSCopyApplicationURLsForBundleIdentifier() failed while trying to determine the application with "
                     "bundle identifier " +
                         wanted + ".\n"
                   : "Unable to find application named '" + wanted + "'\n"};
  }
  App& app = **started;
  app.launched = true;
  auto entry = world.entry("launch", &app, nullptr);
  json::Value list = json::Array();
  for (const auto& argument : request.arguments) list.push(argument);
  entry.set("command", wanted).set("arguments", std::move(list));
  world.note(std::move(entry));
  return {};
}

}  // namespace axsim
