#pragma once

#include <memory>

#include "platform/linux/wayland/portal/session.h"
#include "platform/linux/wayland/remote/clipboard.h"

namespace surehand::wayland::portal {

// org.freedesktop.portal.Clipboard, of the session that makes input, too: a person is asked for all of it at once.
std::unique_ptr<remote::Selection> selection(Session& session);

}  // namespace surehand::wayland::portal
