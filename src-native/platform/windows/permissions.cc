#include "platform/windows/permissions.h"

#include <windows.h>

#include <array>
#include <string>
#include <utility>

namespace surehand::uia {
namespace {

Error no_desktop(std::string says) { return {ErrorCode::kNoDesktop, std::move(says), {}}; }

std::wstring name_of(HANDLE object) {
  std::array<wchar_t, 256> name{};
  DWORD bytes = 0;
  GetUserObjectInformationW(object, UOI_NAME, name.data(), sizeof(wchar_t) * (name.size() - 1), &bytes);
  return name.data();
}

}  // namespace

std::optional<Error> without_desktop() {
  // The window station that users see has this name in every session; services have others.
  const HWINSTA station = GetProcessWindowStation();
  if (station && _wcsicmp(name_of(station).c_str(), L"WinSta0") != 0) {
    return no_desktop(
        "this process runs where there is no desktop (a service, session 0); start it in the session of a user who is "
        "logged in");
  }
  // Another desktop takes the input while the screen is locked, and while a question of User Account Control is in front; this process may
  // not open it.
  const HDESK input = OpenInputDesktop(0, FALSE, DESKTOP_READOBJECTS);
  if (!input) {
    if (GetLastError() != ERROR_ACCESS_DENIED) return std::nullopt;
    return no_desktop(
        "the desktop is locked, or a question of User Account Control is in front; unlock it, or answer, and try "
        "again");
  }
  const bool mine = name_of(input) == name_of(GetThreadDesktop(GetCurrentThreadId()));
  CloseDesktop(input);
  if (mine) return std::nullopt;
  return no_desktop("another desktop than that of this process has the input (a screen saver's, or a locked one)");
}

Result<std::vector<Permission>> list_permissions(Session&) {
  const auto missing = without_desktop();
  const PermissionState state = missing ? PermissionState::kDenied : PermissionState::kNotNeeded;
  std::vector<Permission> permissions;
  for (const char* name : {"accessibility", "input", "screen"}) {
    permissions.push_back({name, state, missing ? missing->message : ""});
  }
  return permissions;
}

Result<std::vector<Capability>> list_capabilities(Session&, const Limits&) {
  const auto missing = without_desktop();
  const std::string without = missing ? missing->message : "";
  std::vector<Capability> capabilities;
  for (const char* name : {"events", "displays", "windowAt", "foreground", "screenshot", "screenshotCovered",
                           "clipboard", "input", "arrange", "realize", "hotkey"}) {
    capabilities.push_back({name, without.empty(), without});
  }
  return capabilities;
}

}  // namespace surehand::uia
