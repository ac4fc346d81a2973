#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Rect> SimulatedBackend::screen(const Limits&) {
  const auto lock = session_.enter();
  return session_.world->screen;
}

}  // namespace surehand::simulated
