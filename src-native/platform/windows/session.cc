#include "platform/windows/session.h"

#include <utility>

#include "platform/windows/displays.h"

namespace surehand::uia {

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits&) {
  pin_module();
  see_physical_pixels();
  auto apartment = Apartment::open();
  if (!apartment) return apartment.take_error();
  auto session = std::make_unique<Session>(apartment.take());
  session->environment = options.environment;
  // Whether there is any is known now, not when the first window is read.
  auto client = session->client.get();
  if (!client) return client.take_error();
  return session;
}

}  // namespace surehand::uia
