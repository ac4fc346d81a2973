#include "platform/linux/process/output.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
  ProgramReport::Stream stream;
  if (!file_) return stream;
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

void Output::trim() const {
  if (!file_) return;
  const off_t size = size_of(file_.get());
  if (size <= 2 * kKeptOutput) return;
  const off_t end = (size - kKeptOutput) / kPage * kPage;
  fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, end);
}

}  // namespace surehand::atspi
