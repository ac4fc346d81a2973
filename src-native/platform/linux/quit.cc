#include "platform/linux/quit.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>

#include "platform/linux/applications.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/errors.h"
#include "platform/linux/process/process.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/windows.h"
#include "platform/posix/children.h"

namespace surehand::atspi {

namespace {

// How long an application may take to say that it is alive.
constexpr Milliseconds kQuitProbe{500};
// How long an application may take to close its windows before `force` ends it.
constexpr Milliseconds kGrace{2000};
// How long a process may take to end itself before it is killed.
constexpr Milliseconds kTermination{500};

Result<int64_t> pid_of(Session& session, const std::string& app_key, const Limits& limits) {
  Caller caller;
  SUREHAND_TRY(reply, session.bus->call(caller.process_of(app_key), limits));
  return reply->is_reply() ? reply->body().u32() : 0;
}

bool answers(Session& session, const ApplicationRecord& record, const Limits& limits) {
  Caller caller;
  const auto reply =
      session.bus->call(caller.get({record.key, record.root}, Property::kName), limits.capped(kQuitProbe));
  return reply.ok() || reply.error().code != ErrorCode::kTimeout;
}

Status close_windows_of(Session& session, int64_t pid, const Limits& limits) {
  SUREHAND_TRY(windows, session.screen->windows(limits));
  for (const auto& window : *windows) {
    // One that cannot be closed from outside is no reason to leave the others open.
    if (window.pid == pid) (void)session.screen->close(window.id, limits);
  }
  return Done{};
}

// Gives the process some time to go by itself, then some to obey, then none. Half of what is left each, so
// that a short deadline still gets to the end.
void end(const Process& process, Milliseconds grace, const Limits& limits) {
  if (process.wait(limits.capped(std::min(grace, limits.remaining() / 2)))) return;
  process.signal(SIGTERM);
  if (process.wait(limits.capped(std::min(kTermination, limits.remaining() / 2)))) return;
  process.signal(SIGKILL);
  (void)process.wait(limits);
}

}  // namespace

Status close_window(Session& session, const Element& element, const Limits& limits) {
  SUREHAND_TRY(window, displayed_window(session, element, limits, Telling::kKeepingFocus));
  auto done = session.screen->close(window->id, limits);
  return done ? done : done.take_error().maybe_sent();
}

Status quit_application(Session& session, const std::string& app_key, bool force, const Limits& limits) {
  auto record = application_of(session, app_key, limits);
  if (record && (*record)->has_tree() && force && !answers(session, **record, limits))
    record = app_unresponsive(**record, kQuitProbe, "its name");
  if (!record && record.error().code == ErrorCode::kAppExited) return Done{};
  const bool hangs = !record && record.error().code == ErrorCode::kAppUnresponsive;
  if (!record && !(hangs && force)) return record.take_error();
  // One that does not answer is known by its pid only.
  SUREHAND_TRY(pid, hangs ? pid_of(session, app_key, limits) : Result<int64_t>((*record)->pid));
  const std::string name = hangs ? app_key : (*record)->name;
  if (*pid == getpid()) return Error{ErrorCode::kRefused, name + " is this process; it does not end itself", {}};
  const auto process = Process::open(static_cast<pid_t>(*pid));
  if (!process) return Done{};

  if (!hangs) {
    if (auto asked = close_windows_of(session, *pid, limits); !asked && !force) {
      return asked.take_error().maybe_sent();
    }
  }
  if (force) {
    end(*process, hangs ? Milliseconds(0) : kGrace, limits);
  } else {
    (void)process->wait(limits);
  }
  Children::of_this_process().reap();
  if (!process->running()) {
    session.applications.forget(app_key);
    return Done{};
  }
  Error error = limits.exceeded(name + " to end").value_or(Error{ErrorCode::kTimeout, name + " did not end", {}});
  error.message += "; it may be asking whether to save: answer it, or quit with force";
  return std::move(error).maybe_sent();
}

}  // namespace surehand::atspi
