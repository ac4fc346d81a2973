#include "platform/windows/activate.h"

#include "platform/windows/permissions.h"
#include "platform/windows/win32/bring_to_front.h"

namespace surehand::uia {

Status activate_window(Session& session, const Element& element, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  SUREHAND_TRY(window, top_level_of(session, element));
  auto done = bring_to_front(keyboard_window(*window), limits);
  return done ? done : done.take_error().maybe_sent();
}

}  // namespace surehand::uia
