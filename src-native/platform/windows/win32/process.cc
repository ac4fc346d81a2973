#include "platform/windows/win32/process.h"

#include <array>
#include <cstdio>

#include "platform/windows/com/text.h"

namespace surehand::uia {
namespace {

uint64_t ticks(const FILETIME& time) { return uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime; }

// Looked up: mingw-w64 10 has no <appmodel.h>, and an addon that imports what a Windows lacks does not load there at all.
using GetApplicationUserModelIdFunction = LONG(WINAPI*)(HANDLE, UINT32*, PWSTR);
GetApplicationUserModelIdFunction get_application_user_model_id() {
  const FARPROC found = GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetApplicationUserModelId");
  return reinterpret_cast<GetApplicationUserModelIdFunction>(reinterpret_cast<void*>(found));
}

}  // namespace

Process::Process(DWORD pid)
    : process_(pid == 0 ? nullptr : OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, pid)) {
  if (!process_ && pid != 0) process_ = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid);
}

Process::~Process() {
  if (process_) CloseHandle(process_);
}

std::optional<Process::Times> Process::times() const {
  FILETIME began, ended, kernel, user;
  if (!process_ || !GetProcessTimes(process_, &began, &ended, &kernel, &user)) return std::nullopt;
  return Times{ticks(began), ticks(ended), ticks(kernel) + ticks(user)};
}

std::optional<uint64_t> Process::began() const {
  const auto known = times();
  if (!known) return std::nullopt;
  return known->began;
}

std::optional<double> Process::worked() const {
  const auto known = times();
  if (!known) return std::nullopt;
  return static_cast<double>(known->worked) / 10000;
}

bool Process::is_running() const {
  if (!process_) return false;
  DWORD code = 0;
  return GetExitCodeProcess(process_, &code) && code == STILL_ACTIVE;
}

std::string Process::executable() const {
  std::array<wchar_t, 32768> path;
  auto length = static_cast<DWORD>(path.size());
  if (!process_ || !QueryFullProcessImageNameW(process_, 0, path.data(), &length)) return {};
  return to_utf8({path.data(), length});
}

std::string Process::app_user_model_id() const {
  std::array<wchar_t, 130> id;  // APPLICATION_USER_MODEL_ID_MAX_LENGTH
  auto length = static_cast<UINT32>(id.size());
  static const auto ask = get_application_user_model_id();
  if (!process_ || !ask || ask(process_, &length, id.data()) != ERROR_SUCCESS || length == 0) return {};
  return to_utf8({id.data(), length - 1});
}

VersionInfo::VersionInfo(const std::string& path) {
  const std::wstring file = to_utf16(path);
  DWORD ignored = 0;
  const DWORD size = path.empty() ? 0 : GetFileVersionInfoSizeW(file.c_str(), &ignored);
  block_.resize(size);
  if (size != 0 && !GetFileVersionInfoW(file.c_str(), 0, size, block_.data())) block_.clear();
}

std::string VersionInfo::text(const char* name) const {
  if (block_.empty()) return {};
  struct Language {
    WORD language, codepage;
  };
  Language* languages = nullptr;
  UINT bytes = 0;
  if (!VerQueryValueW(block_.data(), L"\\VarFileInfo\\Translation", reinterpret_cast<void**>(&languages), &bytes)) {
    return {};
  }
  for (UINT i = 0; i < bytes / sizeof(Language); ++i) {
    std::array<char, 64> entry;
    std::snprintf(entry.data(), entry.size(), "\\StringFileInfo\\%04x%04x\\%s", languages[i].language,
                  languages[i].codepage, name);
    wchar_t* text = nullptr;
    UINT length = 0;
    if (VerQueryValueW(block_.data(), to_utf16(entry.data()).c_str(), reinterpret_cast<void**>(&text), &length) &&
        length > 1) {
      return to_utf8({text, length - 1});
    }
  }
  return {};
}

}  // namespace surehand::uia
