#include "platform/windows/processor_time.h"

#include <tlhelp32.h>

#include <vector>

#include "platform/windows/win32/process.h"

namespace surehand::uia {
namespace {

struct Parentage {
  DWORD pid, parent;
};

std::vector<Parentage> processes() {
  std::vector<Parentage> all;
  const HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  if (snapshot == INVALID_HANDLE_VALUE) return all;
  PROCESSENTRY32W entry;
  entry.dwSize = sizeof entry;
  for (BOOL more = Process32FirstW(snapshot, &entry); more; more = Process32NextW(snapshot, &entry)) {
    all.push_back({entry.th32ProcessID, entry.th32ParentProcessID});
  }
  CloseHandle(snapshot);
  return all;
}

}  // namespace

Result<double> read_processor_time(Session& session, const std::string& app_key, const Limits&) {
  SUREHAND_TRY(application, application_of(session, app_key));
  struct Worker {
    DWORD pid;
    uint64_t began;
  };
  const Process process((*application)->pid);
  const auto worked = process.worked();
  if (!worked)
    return Error{ErrorCode::kUnsupported, "Windows does not report the processor time of this application", {}};
  double sum = *worked;
  std::vector<Worker> family = {{(*application)->pid, process.began().value_or(0)}};
  const auto all = processes();
  for (size_t i = 0; i < family.size(); ++i) {
    for (const Parentage& other : all) {
      if (other.parent != family[i].pid || other.pid == other.parent) continue;
      const Process child(other.pid);
      const auto began = child.began();
      // A parent's pid is given again: a process that began before it is not its child.
      if (!began || *began < family[i].began) continue;
      sum += child.worked().value_or(0);
      family.push_back({other.pid, *began});
    }
  }
  return sum;
}

}  // namespace surehand::uia
