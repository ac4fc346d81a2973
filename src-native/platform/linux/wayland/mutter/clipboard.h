#pragma once

#include <memory>

#include "platform/linux/wayland/mutter/service.h"
#include "platform/linux/wayland/remote/clipboard.h"

namespace surehand::wayland::mutter {

// The clipboard, by a remote desktop session of its own, which makes no input. It begins with the first use. The connection takes file
// descriptors.
std::unique_ptr<remote::Selection> selection(std::shared_ptr<dbus::Connection> bus);

}  // namespace surehand::wayland::mutter
