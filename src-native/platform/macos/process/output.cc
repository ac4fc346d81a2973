#include "platform/macos/process/output.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace surehand::ax {

Output Output::make() {
  const char* const folder = getenv("TMPDIR");  // of this process; the file is never shown
  std::string path = std::string(folder && *folder ? folder : "/tmp") + "/surehand-XXXXXX";
  Output output;
  const int fd = mkstemp(path.data());
  if (fd < 0) return output;
  unlink(path.c_str());
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, O_APPEND);
  output.file_ = std::shared_ptr<const int>(new int(fd), [](const int* each) {
    close(*each);
    delete each;
  });
  return output;
}

ProgramReport::Stream Output::read() const {
  if (fd() < 0) return kept_;
  ProgramReport::Stream stream;
  struct stat status = {};
  if (fstat(fd(), &status) != 0) return stream;
  const off_t from = std::max<off_t>(0, status.st_size - ProgramReport::kKept);
  stream.dropped = static_cast<uint64_t>(from);
  stream.bytes.resize(static_cast<size_t>(status.st_size - from));
  size_t filled = 0;
  while (filled < stream.bytes.size()) {
    const ssize_t got =
        pread(fd(), stream.bytes.data() + filled, stream.bytes.size() - filled, from + static_cast<off_t>(filled));
    if (got <= 0) break;
    filled += static_cast<size_t>(got);
  }
  stream.bytes.resize(filled);
  return stream;
}

void Output::settle() {
  if (fd() < 0) return;
  kept_ = read();
  file_.reset();
}

}  // namespace surehand::ax
