#include "platform/posix/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "platform/posix/fd.h"

namespace surehand {
namespace {

Fd opened(const std::string& file, int flags, mode_t mode = 0) {
  int fd = -1;
  do {
    fd = open(file.c_str(), flags | O_CLOEXEC, mode);
  } while (fd < 0 && errno == EINTR);
  return Fd(fd);
}

ssize_t read_some(const Fd& fd, char* into, size_t size) {
  ssize_t got = 0;
  do {
    got = read(fd.get(), into, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace

std::string contents_of(const std::string& file) {
  // A page is what /proc gives at once.
  constexpr size_t kPart = 4096;
  std::string contents;
  read_in_parts(file, kPart, [&](std::string_view part) {
    contents += part;
    return true;
  });
  return contents;
}

void read_in_parts(const std::string& file, size_t part, const std::function<bool(std::string_view)>& visit) {
  const Fd fd = opened(file, O_RDONLY);
  if (!fd) return;
  std::string buffer(part, '\0');
  for (ssize_t got = 0; (got = read_some(fd, buffer.data(), buffer.size())) > 0;) {
    if (!visit(std::string_view(buffer.data(), static_cast<size_t>(got)))) return;
  }
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()), closedir);
  if (!open) return names;
  while (const dirent* const entry = readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

bool append_to(const std::string& file, std::string_view text) {
  const Fd fd = opened(file, O_WRONLY | O_CREAT | O_APPEND, 0666);
  while (fd && !text.empty()) {
    const ssize_t written = write(fd.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return fd && text.empty();
}

}  // namespace surehand
