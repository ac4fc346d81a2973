#include "core/seam/open.h"

namespace surehand {

// Each platform folder defines its own in backend.cc.
Result<std::unique_ptr<Backend>> open_linux(const OpenOptions& options, const Limits& limits);
Result<std::unique_ptr<Backend>> open_macos(const OpenOptions& options, const Limits& limits);
Result<std::unique_ptr<Backend>> open_simulated(const OpenOptions& options, const Limits& limits);
Result<std::unique_ptr<Backend>> open_windows(const OpenOptions& options, const Limits& limits);

const std::vector<std::string_view>& backend_names() {
  static const std::vector<std::string_view> names = {
#if SUREHAND_LINUX
    "linux",
#endif
#if SUREHAND_MACOS
    "macos",
#endif
#if SUREHAND_WINDOWS
    "windows",
#endif
#if SUREHAND_SIMULATED
    "simulated",
#endif
  };
  return names;
}

Result<std::unique_ptr<Backend>> open_backend(const OpenOptions& options, const Limits& limits) {
#if SUREHAND_LINUX
  if (options.backend == "linux") return open_linux(options, limits);
#endif
#if SUREHAND_MACOS
  if (options.backend == "macos") return open_macos(options, limits);
#endif
#if SUREHAND_WINDOWS
  if (options.backend == "windows") return open_windows(options, limits);
#endif
#if SUREHAND_SIMULATED
  if (options.backend == "simulated") return open_simulated(options, limits);
#endif
  static_cast<void>(limits);
  std::string there;
  json::Value names;
  for (const auto name : backend_names()) {
    there.append(there.empty() ? "" : ", ").append(name);
    names.push(name);
  }
  json::Value details;
  details.set("backend", options.backend).set("available", std::move(names));
  return Error{ErrorCode::kUnsupported,
               "there is no backend \"" + options.backend + "\" in this build of surehand; there are: " + there,
               std::move(details)};
}

}  // namespace surehand
