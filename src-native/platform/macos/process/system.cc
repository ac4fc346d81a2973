#include "platform/posix/system.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <utility>

namespace surehand {

Fd nameless_file() {
  const char* const folder = getenv("TMPDIR");  // of this process; the file is never shown
  std::string path = std::string(folder && *folder ? folder : "/tmp") + "/surehand-XXXXXX";
  Fd file(mkstemp(path.data()));
  if (!file) return file;
  unlink(path.c_str());
  fcntl(file.get(), F_SETFD, FD_CLOEXEC);
  return file;
}

void give_back_old(int) {}

bool is_open_elsewhere(int) { return false; }

bool start_in(posix_spawn_file_actions_t& actions, const char* folder) {
  return posix_spawn_file_actions_addchdir_np(&actions, folder) == 0;
}

std::string signal_name(int number) {
  constexpr std::pair<int, const char*> kNames[] = {
      {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},   {SIGTRAP, "SIGTRAP"},
      {SIGABRT, "SIGABRT"}, {SIGFPE, "SIGFPE"},   {SIGKILL, "SIGKILL"}, {SIGBUS, "SIGBUS"},   {SIGSEGV, "SIGSEGV"},
      {SIGSYS, "SIGSYS"},   {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"}, {SIGTERM, "SIGTERM"},
  };
  for (const auto& [each, name] : kNames) {
    if (each == number) return name;
  }
  return std::to_string(number);
}

}  // namespace surehand
