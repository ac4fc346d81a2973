#include "platform/posix/system.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>

#include "core/seam/launch.h"

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
  std::error_code failure;
  for (std::filesystem::directory_iterator entry("/proc", failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string folder = entry->path().string();
    if (!std::isdigit(static_cast<unsigned char>(folder.back())) || folder == "/proc/" + std::to_string(getpid())) {
      continue;
    }
    for (const char* stream : {"/fd/1", "/fd/2"}) {
      struct stat other = {};
      if (stat((folder + stream).c_str(), &other) != 0) continue;
      if (other.st_dev == own.st_dev && other.st_ino == own.st_ino) return true;
    }
  }
  return false;
}

std::string signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return name ? std::string("SIG") + name : std::to_string(number);
}

}  // namespace surehand
