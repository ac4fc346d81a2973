#include "platform/windows/quit.h"

#include <algorithm>
#include <optional>
#include <string>

#include "platform/windows/permissions.h"
#include "platform/windows/win32/handle.h"
#include "platform/windows/win32/integrity.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

// How long an application may take to close its windows before `force` ends it.
constexpr Milliseconds kGrace{2000};
constexpr Milliseconds kQuitRecheck{10};

bool ended(const Handle& process, const Limits& limits) {
  for (;;) {
    if (WaitForSingleObject(process.get(), 0) == WAIT_OBJECT_0) return true;
    if (limits.exceeded("it to end")) return false;
    limits.sleep_until(Clock::now() + kQuitRecheck);
  }
}

}  // namespace

Status close_window(Session& session, const Element& element, const Limits&) {
  if (auto error = without_desktop()) return std::move(*error);
  SUREHAND_TRY(window, top_level_of(session, element));
  if (auto error = out_of_reach(*window)) return std::move(*error);
  if (!PostMessageW(*window, WM_CLOSE, 0, 0)) return refused_by_windows("the window could not be closed");
  return Done{};
}

Status quit_application(Session& session, const std::string& app_key, bool force, const Limits& limits) {
  // To end a process takes no desktop.
  if (auto error = without_desktop(); error && !force) return std::move(*error);
  auto record = application_of(session, app_key);
  if (!record && record.error().code == ErrorCode::kAppExited) return Done{};
  if (!record) return record.take_error();
  const std::string name = (*record)->name;
  if ((*record)->pid == GetCurrentProcessId()) {
    return Error{ErrorCode::kRefused, name + " is this process; it does not end itself", {}};
  }
  // Held before anything is sent: while it is, its id means it and nothing else.
  const Handle process(OpenProcess(SYNCHRONIZE | (force ? PROCESS_TERMINATE : 0), FALSE, (*record)->pid));
  if (!process) return refused_by_windows(name + " could not be ended");
  if (!application_of(session, app_key)) return Done{};

  // One that cannot be closed from outside is no reason to leave the others open; where none can, waiting is of no use.
  size_t asked = 0;
  std::optional<Error> denied;
  for (const TopLevel& window : windows_of(**record)) {
    if (window.owner) continue;
    auto error = out_of_reach(window.handle);
    if (!error && !PostMessageW(window.handle, WM_CLOSE, 0, 0) && IsWindow(window.handle)) {
      error = refused_by_windows("a window of " + name + " could not be closed");
    }
    asked += !error;
    if (error && !denied) denied = std::move(error);
  }
  if (denied && asked == 0 && !force) return std::move(*denied);
  const Limits grace = force ? limits.capped(std::min(kGrace, limits.remaining() / 2)) : limits;
  bool gone = ended(process, grace);
  if (!gone && force) {
    if (!TerminateProcess(process.get(), 1) && !ended(process, limits.capped(kQuitRecheck))) {
      return refused_by_windows(name + " could not be ended").maybe_sent();
    }
    gone = ended(process, limits);
  }
  if (gone) {
    session.applications.forget(app_key);
    return Done{};
  }
  Error error = limits.exceeded(name + " to end").value_or(Error{ErrorCode::kTimeout, name + " did not end", {}});
  error.message += denied ? "; " + denied->message
                          : std::string("; it may be asking whether to save: answer it, or quit with force");
  return std::move(error).maybe_sent();
}

}  // namespace surehand::uia
