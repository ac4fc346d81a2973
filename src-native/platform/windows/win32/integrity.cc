#include "platform/windows/win32/integrity.h"

#include <array>
#include <string>

#include "platform/windows/win32/handle.h"

namespace surehand::uia {
namespace {

constexpr const char* kWhatToDo =
    "Windows keeps programs from acting on those that run with more rights: run this one as administrator, too";

std::optional<DWORD> integrity_of(HANDLE process) {
  HANDLE opened = nullptr;
  if (!OpenProcessToken(process, TOKEN_QUERY, &opened)) return std::nullopt;
  const Handle token(opened);
  alignas(TOKEN_MANDATORY_LABEL) std::array<unsigned char, 128> space;
  DWORD size = 0;
  if (!GetTokenInformation(token.get(), TokenIntegrityLevel, space.data(), static_cast<DWORD>(space.size()), &size)) {
    return std::nullopt;
  }
  const PSID sid = reinterpret_cast<const TOKEN_MANDATORY_LABEL*>(space.data())->Label.Sid;
  return *GetSidSubAuthority(sid, *GetSidSubAuthorityCount(sid) - 1u);
}

}  // namespace

std::optional<Error> out_of_reach(HWND window) {
  DWORD pid = 0;
  GetWindowThreadProcessId(window, &pid);
  const Handle process(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid));
  if (!process) return std::nullopt;
  const auto its = integrity_of(process.get()), own = integrity_of(GetCurrentProcess());
  if (!its || !own || *its <= *own) return std::nullopt;
  return Error{
      ErrorCode::kPermissionDenied, std::string("the window belongs to a program with more rights. ") + kWhatToDo, {}};
}

Error refused_by_windows(std::string_view tried) {
  const DWORD error = GetLastError();
  const std::string what = std::string(tried) + " (error " + std::to_string(error) + ")";
  switch (error) {
    case ERROR_ACCESS_DENIED:
      return {ErrorCode::kPermissionDenied, what + ". " + kWhatToDo, {}};
    case ERROR_INVALID_WINDOW_HANDLE:
      return {ErrorCode::kStale, what + ": the window is closed", {}};
    default:
      return {ErrorCode::kRefused, what, {}};
  }
}

}  // namespace surehand::uia
