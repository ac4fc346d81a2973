#include "platform/posix/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "platform/posix/system.h"

namespace surehand {

Output Output::make() {
  Output output;
  output.file_ = nameless_file();
  // Everything goes to the end, also what the program's children write.
  if (output.file_) fcntl(output.fd(), F_SETFL, O_APPEND);
  return output;
}

ProgramReport::Stream Output::read() const {
  if (!file_) return kept_;
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
  trim();
  return stream;
}

void Output::trim() const {
  if (file_) give_back_old(fd());
}

void Output::settle() {
  if (!file_ || is_open_elsewhere(fd())) return;
  kept_ = read();
  file_ = Fd();
}

}  // namespace surehand
