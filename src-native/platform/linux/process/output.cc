#include "platform/linux/process/output.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>
#include <string>

namespace surehand::atspi {
namespace {

constexpr off_t kPage = 4096;
constexpr off_t kKeptOutput = ProgramReport::kKept;

off_t size_of(int fd) {
  struct stat status {};
  return fstat(fd, &status) == 0 ? status.st_size : 0;
}

}  // namespace

Output Output::make() {
  Output output;
  output.file_ = Fd(memfd_create("surehand", MFD_CLOEXEC));
  // Everything goes to the end, also what the program's children write.
  if (output.file_) fcntl(output.file_.get(), F_SETFL, O_APPEND);
  return output;
}

ProgramReport::Stream Output::read() const {
  if (!file_) return kept_;
  ProgramReport::Stream stream;
  const off_t size = size_of(file_.get());
  const off_t begin = size > kKeptOutput ? size - kKeptOutput : 0;
  stream.dropped = static_cast<uint64_t>(begin);
  stream.bytes.resize(static_cast<size_t>(size - begin));
  size_t have = 0;
  while (have < stream.bytes.size()) {
    const ssize_t more =
        pread(file_.get(), stream.bytes.data() + have, stream.bytes.size() - have, begin + static_cast<off_t>(have));
    if (more <= 0) break;
    have += static_cast<size_t>(more);
  }
  stream.bytes.resize(have);
  trim();
  return stream;
}

void Output::settle() {
  if (!file_ || is_open_elsewhere()) return;
  kept_ = read();
  file_ = Fd();
}

// As its output or errors, by any process that may be looked at.
bool Output::is_open_elsewhere() const {
  struct stat own {};
  if (fstat(file_.get(), &own) != 0) return false;
  std::error_code failure;
  for (std::filesystem::directory_iterator entry("/proc", failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string folder = entry->path().string();
    if (!std::isdigit(static_cast<unsigned char>(folder.back())) || folder == "/proc/" + std::to_string(getpid())) {
      continue;
    }
    for (const char* stream : {"/fd/1", "/fd/2"}) {
      struct stat other {};
      if (stat((folder + stream).c_str(), &other) != 0) continue;
      if (other.st_dev == own.st_dev && other.st_ino == own.st_ino) return true;
    }
  }
  return false;
}

void Output::trim() const {
  if (!file_) return;
  const off_t size = size_of(file_.get());
  if (size <= 2 * kKeptOutput) return;
  const off_t end = (size - kKeptOutput) / kPage * kPage;
  fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, end);
}

}  // namespace surehand::atspi
