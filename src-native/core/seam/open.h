#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/backend.h"

namespace surehand {

// How a desktop is opened. `environment` replaces the process environment for everything the backend looks up
// (DISPLAY, DBUS_SESSION_BUS_ADDRESS, …), so that several desktops can be open at once.
struct OpenOptions {
  std::string backend;  // `linux`, `simulated`
  std::vector<std::pair<std::string, std::string>> environment;
  json::Value world;                     // simulated only
  bool enhanced_user_interface = false;  // macOS only: programs are told that a screen reader is there

  static Result<OpenOptions> from_json(const json::Value& value);
};

// The backends compiled in, the platform's own first. Declared here for the binding and tests; defined in platform/, because core
// knows none by name.
const std::vector<std::string_view>& backend_names();

// Makes the backend that `options` names, of those compiled in. UNSUPPORTED names the ones there are.
Result<std::unique_ptr<Backend>> open_backend(const OpenOptions& options, const Limits& limits);

}  // namespace surehand
