#include "platform/macos/process/responsible.h"

#include <dlfcn.h>
#include <sys/types.h>
#include <unistd.h>

#include "platform/macos/applications.h"

namespace surehand::ax {

std::string whom_to_allow() {
  // In no header; Chromium and LLDB ask it, too.
  using Responsible = pid_t (*)(pid_t);
  const auto ask = reinterpret_cast<Responsible>(dlsym(RTLD_DEFAULT, "responsibility_get_pid_responsible_for_pid"));
  const pid_t responsible = ask ? ask(getpid()) : -1;
  const std::string name = responsible > 0 ? program_of(responsible) : std::string();
  if (name.empty()) return "the program that started this one (a terminal, an editor)";
  return responsible == getpid() ? name : name + ", which started this program,";
}

}  // namespace surehand::ax
