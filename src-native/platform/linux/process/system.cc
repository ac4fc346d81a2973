#include "platform/posix/system.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <utility>

#include "core/seam/launch.h"
#include "platform/posix/files.h"

// glibc has it since 2.29, and older ones run Node as well.
extern "C" int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t*, const char*) __attribute__((weak));

namespace surehand {

Fd nameless_file() { return Fd(memfd_create("surehand", MFD_CLOEXEC)); }

void give_back_old(int file) {
  constexpr off_t kPage = 4096;
  struct stat status = {};
  if (fstat(file, &status) != 0 || status.st_size <= 2 * ProgramReport::kKept) return;
  const off_t end = (status.st_size - ProgramReport::kKept) / kPage * kPage;
  fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, end);
}

bool is_open_elsewhere(int file) {
  struct stat own = {};
  if (fstat(file, &own) != 0) return false;
  for (const std::string& name : names_in("/proc")) {
    if (!std::isdigit(static_cast<unsigned char>(name.back())) || name == std::to_string(getpid())) continue;
    const std::string folder = "/proc/" + name;
    for (const char* stream : {"/fd/1", "/fd/2"}) {
      struct stat other = {};
      if (stat((folder + stream).c_str(), &other) != 0) continue;
      if (other.st_dev == own.st_dev && other.st_ino == own.st_ino) return true;
    }
  }
  return false;
}

bool start_in(posix_spawn_file_actions_t& actions, const char* folder) {
  return posix_spawn_file_actions_addchdir_np != nullptr && posix_spawn_file_actions_addchdir_np(&actions, folder) == 0;
}

// sigabbrev_np() came with glibc 2.32, and musl has nothing like it.
std::string signal_name(int number) {
  static constexpr std::pair<int, const char*> kNames[] = {
      {SIGHUP, "SIGHUP"},       {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
      {SIGTRAP, "SIGTRAP"},     {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
      {SIGKILL, "SIGKILL"},     {SIGUSR1, "SIGUSR1"}, {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"},
      {SIGPIPE, "SIGPIPE"},     {SIGALRM, "SIGALRM"}, {SIGTERM, "SIGTERM"}, {SIGSTKFLT, "SIGSTKFLT"},
      {SIGVTALRM, "SIGVTALRM"}, {SIGPROF, "SIGPROF"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"},
      {SIGIO, "SIGIO"},         {SIGPWR, "SIGPWR"},   {SIGSYS, "SIGSYS"},
  };
  for (const auto& [signal, name] : kNames) {
    if (signal == number) return name;
  }
  return std::to_string(number);
}

}  // namespace surehand
