#include "platform/linux/wayland/portal/restore_token.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/linux/wayland/portal/answer.h"
#include "platform/linux/wayland/portal/unguessable.h"
#include "platform/posix/fd.h"

namespace surehand::wayland::portal {
namespace {

constexpr const char* kFile = "portal-restore-token";

std::string folder_in(const Environment& environment) {
  const std::string state = environment.get("XDG_STATE_HOME").value_or("");
  // A path that is not absolute is to be ignored.
  if (!state.empty() && state[0] == '/') return state + "/surehand";
  const std::string home = environment.get("HOME").value_or("");
  return home.empty() || home[0] != '/' ? "" : home + "/.local/state/surehand";
}

// With all folders above it. False unless it is this user's own.
bool make_private(const std::string& folder) {
  for (size_t end = folder.find('/', 1);; end = folder.find('/', end + 1)) {
    if (mkdir(folder.substr(0, end).c_str(), 0700) != 0 && errno != EEXIST) return false;
    if (end == std::string::npos) break;
  }
  const Fd open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat about {};
  if (!open || fstat(open.get(), &about) != 0 || about.st_uid != geteuid()) return false;
  return (about.st_mode & 077) == 0 || fchmod(open.get(), 0700) == 0;
}

std::string own_text_of(const std::string& file) {
  const Fd open(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat about {};
  if (!open || fstat(open.get(), &about) != 0 || !S_ISREG(about.st_mode) || about.st_uid != geteuid()) return {};
  char text[4097];
  const ssize_t size = read(open.get(), text, sizeof text);
  return size > 0 ? std::string(text, static_cast<size_t>(size)) : std::string();
}

}  // namespace

RestoreToken::RestoreToken(const Environment& environment) : folder_(folder_in(environment)) {}

bool RestoreToken::is_kept() const { return !folder_.empty() && access((folder_ + "/" + kFile).c_str(), R_OK) == 0; }

std::string RestoreToken::take() {
  if (folder_.empty()) return {};
  // Of two processes, one gets it.
  const std::string taken = folder_ + "/taken-" + unguessable();
  if (rename((folder_ + "/" + kFile).c_str(), taken.c_str()) != 0) return {};
  std::string token = own_text_of(taken);
  unlink(taken.c_str());
  return is_restore_token(token) ? token : std::string();
}

void RestoreToken::keep(const std::string& token) {
  if (folder_.empty() || !is_restore_token(token) || !make_private(folder_)) return;
  const std::string next = folder_ + "/next-" + unguessable();
  const Fd file(::open(next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return;
  const bool written = write(file.get(), token.data(), token.size()) == static_cast<ssize_t>(token.size());
  if (!written || rename(next.c_str(), (folder_ + "/" + kFile).c_str()) != 0) unlink(next.c_str());
}

}  // namespace surehand::wayland::portal
