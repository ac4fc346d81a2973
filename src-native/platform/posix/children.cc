#include "platform/posix/children.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

#include <algorithm>

#include "platform/posix/system.h"

namespace surehand {

namespace {

// Reports of so many programs that ended are kept: older ones are dropped.
constexpr size_t kReports = 64;

// What posix_spawn is told, freed again.
struct Spawn {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  Spawn() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~Spawn() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;
};

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

  Spawn spawn;
  posix_spawn_file_actions_addopen(&spawn.actions, 0, "/dev/null", O_RDONLY, 0);
  Child child{{}, Output::make(), Output::make()};
  const auto write_to = [&](int stream, const Output& output) {
    if (output.fd() >= 0) {
      posix_spawn_file_actions_adddup2(&spawn.actions, output.fd(), stream);
    } else {
      posix_spawn_file_actions_addopen(&spawn.actions, stream, "/dev/null", O_WRONLY, 0);
    }
  };
  write_to(1, child.output);
  write_to(2, child.error);
  if (!program.working_directory.empty() && !start_in(spawn.actions, program.working_directory.c_str())) {
    return Error{
        ErrorCode::kUnsupported, "this system cannot start a program in a folder of its own: leave cwd out", {}};
  }
  posix_spawnattr_setflags(&spawn.attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&spawn.attributes, &none);
  posix_spawnattr_setsigdefault(&spawn.attributes, &all);

  const std::lock_guard lock(mutex_);
  pid_t pid = 0;
  const int error =
      posix_spawn(&pid, program.file.c_str(), &spawn.actions, &spawn.attributes, arguments.data(), environ.data());
  if (error != 0) {
    const bool no_directory = error == ENOENT && !program.working_directory.empty();
    return Error{error == EACCES ? ErrorCode::kPermissionDenied : ErrorCode::kAppNotFound,
                 "could not start " + program.file + (no_directory ? " in " + program.working_directory : "") + ": " +
                     strerror(error),
                 {}};
  }
  ended_.erase(std::remove(ended_.begin(), ended_.end(), pid), ended_.end());
  adopted_.erase(pid);
  children_.insert_or_assign(pid, std::move(child));
  return pid;
}

void Children::adopt(pid_t pid) {
  const std::lock_guard lock(mutex_);
  if (children_.count(pid) == 0) adopted_.insert(pid);
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
  const std::lock_guard lock(mutex_);
  const auto found = children_.find(id);
  if (found == children_.end()) return 0;
  bury(id, found->second);
  return found->second.status;
}

std::optional<ProgramReport> Children::report(pid_t pid) {
  const std::lock_guard lock(mutex_);
  ProgramReport report;
  const auto found = children_.find(pid);
  if (found == children_.end()) {
    if (adopted_.count(pid) == 0) return std::nullopt;
    report.running = is_running(pid);
    return report;
  }
  Child& child = found->second;
  bury(pid, child);
  report.output = child.output.read();
  report.error = child.error.read();
  report.running = !child.status;
  if (child.status && WIFEXITED(*child.status)) report.exit_code = WEXITSTATUS(*child.status);
  if (child.status && WIFSIGNALED(*child.status)) report.signal = signal_name(WTERMSIG(*child.status));
  return report;
}

void Children::reap() {
  const std::lock_guard lock(mutex_);
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

bool is_running(pid_t pid) { return kill(pid, 0) == 0 || errno != ESRCH; }

bool failed(int status) { return !WIFEXITED(status) || WEXITSTATUS(status) != 0; }

std::string how_it_ended(int status) {
  return WIFEXITED(status) ? "with code " + std::to_string(WEXITSTATUS(status))
                           : "by signal " + std::to_string(WTERMSIG(status));
}

}  // namespace surehand
