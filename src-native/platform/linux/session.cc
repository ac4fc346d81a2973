#include "platform/linux/session.h"

#include "platform/linux/atspi/bus.h"

namespace surehand::atspi {

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits& limits) {
  auto session = std::make_unique<Session>();
  session->environment = Environment(options.environment);
  auto bus = open_bus(session->environment, limits);
  if (!bus.ok()) return bus.take_error();
  session->bus = bus.take();
  session->screen = screen::open(session->environment, limits);
  return session;
}

}  // namespace surehand::atspi
