#include "client/held.h"

#include <windows.h>

#include <winternl.h>

#include <cstddef>
#include <vector>

namespace surehand::simulator {
namespace {

// Wine's GetProcessHandleCount says 0 whatever there is; its list of processes has the number.
void count_handles(Held& held) {
  std::vector<unsigned char> list(1 << 18);
  ULONG length = 0;
  while (NtQuerySystemInformation(SystemProcessInformation, list.data(), static_cast<ULONG>(list.size()), &length) <
         0) {
    list.resize(list.size() * 2);
  }
  for (size_t at = 0;;) {
    const auto& one = *reinterpret_cast<const SYSTEM_PROCESS_INFORMATION*>(list.data() + at);
    if (reinterpret_cast<ULONG_PTR>(one.UniqueProcessId) == GetCurrentProcessId()) {
      held.handles = static_cast<int>(one.HandleCount);
      held.threads = static_cast<int>(one.NumberOfThreads);
      return;
    }
    if (one.NextEntryOffset == 0) return;
    at += one.NextEntryOffset;
  }
}

// Wine's GetGuiResources says 0, too. The table that GDI shares with its process is undocumented, but has been where it is since Windows
// 2000: PEB + 0xF8 on 64 bits, entries as below. https://www.geoffchappell.com/studies/windows/win32/gdi32/structs/
int count_pictures() {
  struct Entry {
    void* object;
    ULONG owner;
    USHORT unique;
    UCHAR type;
    UCHAR flags;
    void* user;
  };
  constexpr size_t kTable = 0xF8, kEntries = 65536;
  const auto* peb = reinterpret_cast<const unsigned char*>(NtCurrentTeb()->ProcessEnvironmentBlock);
  const auto* entries = *reinterpret_cast<const Entry* const*>(peb + kTable);
  int count = 0;
  for (size_t i = 0; entries && i < kEntries; ++i) count += entries[i].type != 0;
  return count;
}

int count_windows() {
  int count = 0;
  // The second time those for messages alone.
  for (HWND parent : {static_cast<HWND>(nullptr), HWND_MESSAGE}) {
    for (HWND one = nullptr; (one = FindWindowExW(parent, one, nullptr, nullptr)) != nullptr;) {
      DWORD process = 0;
      GetWindowThreadProcessId(one, &process);
      count += process == GetCurrentProcessId();
    }
  }
  return count;
}

}  // namespace

Held held_now() {
  Held held;
  count_handles(held);
  held.pictures = count_pictures();
  held.windows = count_windows();
  return held;
}

}  // namespace surehand::simulator
