#include <spawn.h>

#include <cstdlib>
#include <cstring>
#include <functional>

#include "system/open.h"

using namespace axsim;

namespace {

using Program = Ended (*)(Desktop&, const std::vector<std::string>&);

Program program_at(const char* path) {
  if (std::strcmp(path, "/usr/bin/open") == 0) return open_application;
  if (std::strcmp(path, "/usr/sbin/screencapture") == 0) return capture_screen;
  return nullptr;
}

}  // namespace

// Stands in for posix_spawn (--wrap). What the program would do is done in the world at once; a shell that says and ends as it would is
// started in its place, so that its process, its pipes and its end are real.
extern "C" __attribute__((visibility("default"))) int __wrap_posix_spawn(pid_t* pid, const char* path,
                                                                         const posix_spawn_file_actions_t* actions,
                                                                         const posix_spawnattr_t* attributes,
                                                                         char* const argv[], char* const envp[]) {
  const Program program = program_at(path);
  const auto desktop = Desktop::current();
  if (program == nullptr || !desktop) return posix_spawn(pid, path, actions, attributes, argv, envp);
  std::vector<std::string> arguments;
  for (char* const* at = argv + 1; *at != nullptr; ++at) arguments.emplace_back(*at);
  const Ended ended = program(*desktop, arguments);
  std::string shell = "sh", option = "-c", script = "printf %s \"$1\" >&2; exit \"$2\"",
              code = std::to_string(ended.code);
  std::string error = ended.error;
  char* const words[] = {shell.data(), option.data(), script.data(), shell.data(), error.data(), code.data(), nullptr};
  return posix_spawn(pid, "/bin/sh", actions, attributes, words, envp);
}
