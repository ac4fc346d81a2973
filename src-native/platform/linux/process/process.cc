#include "platform/linux/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>

namespace surehand::atspi {

namespace {

// Reports of so many programs that ended are kept: older ones are dropped.
constexpr size_t kReports = 64;

}  // namespace

Children& Children::of_this_process() {
  static auto* children = new Children();  // never destroyed: threads may outlive static objects
  return *children;
}

Result<pid_t> Children::start(const Program& program, const Environment& environment) {
  std::map<std::string, std::string> variables;  // of a name given twice, the last counts
  for (const auto& [name, value] : environment.variables()) variables[name] = value;
  std::vector<std::string> lines;
  for (const auto& [name, value] : variables) lines.push_back(name + "=" + value);
  std::vector<char*> arguments, environ;
  for (const std::string& each : program.arguments) arguments.push_back(const_cast<char*>(each.c_str()));
  for (const std::string& each : lines) environ.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  environ.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  Child child{{}, Output::make(), Output::make()};
  const auto write_to = [&actions](int stream, const Output& output) {
    if (output.fd() >= 0) {
      posix_spawn_file_actions_adddup2(&actions, output.fd(), stream);
    } else {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
    }
  };
  write_to(1, child.output);
  write_to(2, child.error);
  if (!program.working_directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, program.working_directory.c_str());
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);

  std::lock_guard lock(mutex_);
  pid_t pid = 0;
  const int error = posix_spawn(&pid, program.file.c_str(), &actions, &attributes, arguments.data(), environ.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    const bool no_directory = error == ENOENT && !program.working_directory.empty();
    return Error{error == EACCES ? ErrorCode::kPermissionDenied : ErrorCode::kAppNotFound,
                 "could not start " + program.file + (no_directory ? " in " + program.working_directory : "") + ": " +
                     strerror(error),
                 {}};
  }
  ended_.erase(std::remove(ended_.begin(), ended_.end(), pid), ended_.end());
  children_.insert_or_assign(pid, std::move(child));
  return pid;
}

void Children::bury(pid_t id, Child& child) {
  if (child.status) return;
  int how = 0;
  const pid_t waited = waitpid(id, &how, WNOHANG);
  if (waited == id) child.status = how;
  if (waited < 0 && errno == ECHILD) child.status = 0;  // another part of this process has waited for it
  if (child.status) ended_.push_back(id);
}

std::optional<int> Children::ended(pid_t id) {
  std::lock_guard lock(mutex_);
  const auto found = children_.find(id);
  if (found == children_.end()) return 0;
  bury(id, found->second);
  return found->second.status;
}

std::optional<ProgramReport> Children::report(pid_t id) {
  std::lock_guard lock(mutex_);
  const auto found = children_.find(id);
  if (found == children_.end()) return std::nullopt;
  Child& child = found->second;
  bury(id, child);
  ProgramReport report;
  report.output = child.output.read();
  report.error = child.error.read();
  report.running = !child.status;
  if (child.status && WIFEXITED(*child.status)) report.exit_code = WEXITSTATUS(*child.status);
  if (child.status && WIFSIGNALED(*child.status)) {
    const char* name = sigabbrev_np(WTERMSIG(*child.status));
    report.signal = name ? std::string("SIG") + name : std::to_string(WTERMSIG(*child.status));
  }
  return report;
}

void Children::reap() {
  std::lock_guard lock(mutex_);
  for (auto& [id, child] : children_) {
    bury(id, child);
    child.output.trim();
    child.error.trim();
    if (!child.status || kill(-id, 0) == 0) continue;  // of its process group some run
    child.output.settle();
    child.error.settle();
  }
  for (; ended_.size() > kReports; ended_.pop_front()) children_.erase(ended_.front());
}

std::optional<Process> Process::open(pid_t pid) {
  if (pid <= 1) return std::nullopt;
#ifdef SYS_pidfd_open
  Fd fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!fd && errno == ESRCH) return std::nullopt;
#else
  Fd fd;
#endif
  if (!fd && kill(pid, 0) != 0 && errno == ESRCH) return std::nullopt;
  return Process(pid, std::move(fd));
}

bool Process::running() const {
  if (!fd_) return kill(pid_, 0) == 0;
  pollfd ready = {fd_.get(), POLLIN, 0};
  return poll(&ready, 1, 0) == 0;
}

void Process::signal(int number) const {
#ifdef SYS_pidfd_send_signal
  if (fd_) {
    syscall(SYS_pidfd_send_signal, fd_.get(), number, nullptr, 0);
    return;
  }
#endif
  kill(pid_, number);
}

bool Process::wait(const Limits& limits) const {
  while (running()) {
    if (limits.expired() || limits.cancelled()) return false;
    pollfd ready = {fd_.get(), POLLIN, 0};
    poll(&ready, fd_ ? 1 : 0, static_cast<int>(std::min<int64_t>(limits.remaining().count(), 20)));
  }
  return true;
}

}  // namespace surehand::atspi
