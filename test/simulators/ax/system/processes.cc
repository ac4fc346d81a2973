#include "system/processes.h"

#include <libproc.h>
#include <mach/mach_time.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>

namespace axsim {

std::string untranslated_name(const App& app) { return app.other_names.empty() ? app.name : app.other_names.front(); }
std::string bundle_path(const App& app) { return "/Applications/" + untranslated_name(app) + ".app"; }
std::string executable_path(const App& app) { return bundle_path(app) + "/Contents/MacOS/" + app.executable; }

const App* app_of_bundle(const World& world, const std::string& path) {
  for (auto at = world.apps.rbegin(); at != world.apps.rend(); ++at) {
    if (path == bundle_path(**at) || path == bundle_path(**at) + "/") return at->get();
  }
  return nullptr;
}

}  // namespace axsim

using namespace axsim;

namespace {

int copied(const std::string& text, void* buffer, uint32_t size) {
  if (text.size() >= size) {
    errno = ENOMEM;
    return 0;
  }
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  return static_cast<int>(text.size());
}

int no_process() {
  errno = ESRCH;
  return 0;
}

}  // namespace

int proc_listallpids(void* buffer, int buffersize) {
  const auto desktop = Desktop::current();
  if (!desktop) return 0;
  const auto lock = desktop->enter();
  std::vector<pid_t> pids{1};
  for (const auto& app : desktop->world.apps) {
    if (!app->exited) pids.push_back(static_cast<pid_t>(app->pid));
  }
  // Asked how many there are, the system says some more.
  if (buffer == nullptr) return static_cast<int>(pids.size()) + 20;
  const size_t room = static_cast<size_t>(buffersize) / sizeof(pid_t);
  const size_t given = std::min(room, pids.size());
  std::memcpy(buffer, pids.data(), given * sizeof(pid_t));
  return static_cast<int>(given);
}

int proc_listchildpids(pid_t, void*, int) { return 0; }

int proc_pidpath(int pid, void* buffer, uint32_t buffersize) {
  const auto desktop = Desktop::current();
  if (!desktop) return no_process();
  if (pid == 1) return copied("/sbin/launchd", buffer, buffersize);
  const auto lock = desktop->enter();
  const App* app = app_by_pid(desktop->world, pid);
  return app ? copied(executable_path(*app), buffer, buffersize) : no_process();
}

int proc_name(int pid, void* buffer, uint32_t buffersize) {
  const auto desktop = Desktop::current();
  if (!desktop) return no_process();
  const auto lock = desktop->enter();
  const App* app = app_by_pid(desktop->world, pid);
  return app ? copied(app->executable, buffer, buffersize) : no_process();
}

int proc_pidinfo(int pid, int flavor, uint64_t, void* buffer, int buffersize) {
  const auto desktop = Desktop::current();
  if (!desktop) return no_process();
  const auto lock = desktop->enter();
  const App* app = app_by_pid(desktop->world, pid);
  if (app == nullptr) return no_process();
  if (flavor == PROC_PIDTBSDINFO && buffersize >= PROC_PIDTBSDINFO_SIZE) {
    proc_bsdinfo info{};
    info.pbi_pid = static_cast<uint32_t>(pid);
    info.pbi_ppid = 1;
    info.pbi_status = 2;
    // Another application under a number that was used before has another.
    info.pbi_start_tvsec =
        1700000000 + std::hash<std::string>()(app->key + std::to_string(desktop->generation)) % 10000000;
    std::strncpy(info.pbi_name, app->executable.c_str(), sizeof info.pbi_name - 1);
    std::strncpy(info.pbi_comm, app->executable.c_str(), sizeof info.pbi_comm - 1);
    std::memcpy(buffer, &info, sizeof info);
    return PROC_PIDTBSDINFO_SIZE;
  }
  if (flavor == PROC_PIDTASKINFO && buffersize >= PROC_PIDTASKINFO_SIZE) {
    proc_taskinfo info{};
    // In ticks, which are no nanoseconds on Apple's processors.
    info.pti_total_user = static_cast<uint64_t>(desktop->world.worked(*app) * 1e6 * 3 / 125);
    std::memcpy(buffer, &info, sizeof info);
    return PROC_PIDTASKINFO_SIZE;
  }
  errno = EINVAL;
  return 0;
}

// Private, and found by dlsym: whom macOS asks about when this process wants something. The terminal of the world, where it has one.
extern "C" __attribute__((visibility("default"))) pid_t responsibility_get_pid_responsible_for_pid(pid_t pid) {
  const auto desktop = Desktop::current();
  if (!desktop) return pid;
  const auto lock = desktop->enter();
  for (const auto& app : desktop->world.apps) {
    if (app->name == "Terminal" && !app->exited) return static_cast<pid_t>(app->pid);
  }
  return pid;
}

kern_return_t mach_timebase_info(mach_timebase_info_t info) {
  info->numer = 125;
  info->denom = 3;
  return 0;
}

uint64_t mach_absolute_time() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration<double, std::nano>(now).count() * 3 / 125);
}

// Stands in for kill (--wrap): the processes of a world are no processes, and their numbers may be others'.
extern "C" __attribute__((visibility("default"))) int __wrap_kill(pid_t pid, int signal) {
  const auto desktop = Desktop::current();
  if (!desktop) return kill(pid, signal);
  const auto lock = desktop->enter();
  const auto& apps = desktop->world.apps;
  if (std::none_of(apps.begin(), apps.end(), [&](const auto& one) { return one->pid == pid; }))
    return kill(pid, signal);
  App* app = app_by_pid(desktop->world, pid);
  if (app == nullptr) {
    errno = ESRCH;
    return -1;
  }
  if (signal == 0) return 0;
  desktop->world.note(desktop->world.entry("quit", app, nullptr).set("signal", signal));
  desktop->world.exit(*app, 0, signal == SIGKILL ? "SIGKILL" : "SIGTERM");
  return 0;
}
