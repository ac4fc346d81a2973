#pragma once

#include <sys/types.h>

#include <string_view>
#include <vector>

#include "core/seam/backend.h"
#include "platform/linux/applications.h"

// Applications that show windows and publish no accessibility tree (xterm). They are known by their process; what can be said of
// them is what the display says.
namespace surehand::atspi {

// The key that a process has as such an application; empty when it does not run.
std::string treeless_key(int64_t pid);
// Whether it is the key of such an application.
bool is_treeless(std::string_view app_key);

// Those that are on the display besides the `published` ones. None where there is no display. A program of a toolkit that publishes
// is given some time to do so first.
std::vector<ApplicationPtr> treeless_applications(Session& session, const std::vector<Application>& published,
                                                  const Limits& limits);

// Whether a process of this session (setsid) has a toolkit that publishes, and may yet do so.
bool may_yet_publish(pid_t session);

// APP_EXITED when its process has ended.
Result<ApplicationPtr> treeless_application(Session& session, const std::string& app_key);

// From the bottom of the stack to its top.
Result<std::vector<Window>> treeless_windows(Session& session, const std::string& app_key, const Limits& limits);

// One node, the application or a window of it, with the cut that says so.
Result<SnapshotPtr> treeless_snapshot(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                      const Limits& limits);

// The window of the display that an identity names.
std::string identity_of_window(uint32_t window);
std::optional<uint32_t> window_named(std::string_view identity);

// UNSUPPORTED: `what` needs a tree.
Error no_tree(Session& session, const std::string& app_key, std::string_view what);

}  // namespace surehand::atspi
