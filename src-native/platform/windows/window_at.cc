#include "platform/windows/window_at.h"

#include <algorithm>
#include <cmath>

#include "platform/windows/permissions.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

LONG pixel(double value) {
  return std::isnan(value) ? -32768 : static_cast<LONG>(std::clamp(std::floor(value), -32768.0, 32767.0));
}

bool is_bare_desktop(HWND window) {
  const std::string name = class_of(window);
  return name == "#32769" || name == "Progman" || name == "WorkerW";
}

}  // namespace

Element element_of_window(Session& session, HWND window) {
  const auto application = application_of_window(session, window);
  if (!application) return {};
  return {application->key, name_window(session, application->key, GetAncestor(window, GA_ROOT)).identity};
}

Result<Element> find_window_at(Session& session, double x, double y, const Limits&) {
  if (auto error = without_desktop()) return std::move(*error);
  const HWND found = WindowFromPoint({pixel(x), pixel(y)});
  const HWND window = found ? GetAncestor(found, GA_ROOT) : nullptr;
  if (!window || is_bare_desktop(window)) {
    return Error{ErrorCode::kNotFound, "there is no window at this point of the screen", {}};
  }
  return element_of_window(session, window);
}

}  // namespace surehand::uia
