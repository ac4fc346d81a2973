#pragma once

#include <map>
#include <string>

#include "platform/linux/applications.h"
#include "platform/linux/read/tree.h"

namespace surehand::atspi {

// Whose process an object lives in: an application may show another's in its tree, which its toolkit embeds (a plug in its
// socket, the page of a WebKitGTK view) or which it only names. An element belongs to its owner, not to the application that lists it.

// The application that has that bus name, or the process, where it is not listed as an application. APP_EXITED when there
// is none, APP_UNRESPONSIVE when it does not say who it is.
Result<ApplicationPtr> owner_of(Session& session, const std::string& bus, const Limits& limits);

// The owners of what another application shows in a tree; those that cannot be known are missing.
using Owners = std::map<std::string, ApplicationPtr, std::less<>>;
Owners owners_in(Session& session, const Tree& tree, const Limits& limits);

}  // namespace surehand::atspi
