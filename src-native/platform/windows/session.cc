#include "platform/windows/session.h"

#include <utility>

#include "platform/windows/displays.h"

namespace surehand::uia {

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits&) {
  pin_module();
  see_physical_pixels();
  SUREHAND_TRY(apartment, Apartment::open());
  auto session = std::make_unique<Session>(apartment.take());
  session->environment = options.environment;
  // Whether there is any is known now, not when the first window is read.
  SUREHAND_TRY(client, session->client.get());
  return session;
}

}  // namespace surehand::uia
