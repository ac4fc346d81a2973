#include "platform/windows/arrange.h"

#include "platform/windows/permissions.h"
#include "platform/windows/win32/integrity.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

Result<Dispatch> show(HWND window, int how) {
  // Not waited for: a window that hangs would hold the caller. Of a window of this process it may answer as ShowWindow() does, whether that
  // was shown before: then it has no error.
  SetLastError(ERROR_SUCCESS);
  if (!ShowWindowAsync(window, how) && GetLastError() != ERROR_SUCCESS) {
    return refused_by_windows("the window could not be arranged");
  }
  return Dispatch{Route::kWindow, "ShowWindowAsync"};
}

}  // namespace

Result<Dispatch> arrange_window(Session& session, const Element& element, const Arrangement& arrangement,
                                const Limits&) {
  if (auto error = without_desktop()) return std::move(*error);
  SUREHAND_TRY(window, top_level_of(session, element));
  if (auto error = out_of_reach(*window)) return std::move(*error);
  using Kind = Arrangement::Kind;
  switch (arrangement.kind) {
    case Kind::kMinimize:
      return show(*window, SW_MINIMIZE);
    case Kind::kMaximize:
      return show(*window, SW_MAXIMIZE);
    case Kind::kRestore:
      return show(*window, SW_RESTORE);
    case Kind::kMove:
    case Kind::kResize:
      break;
  }
  // A window's rectangle has an invisible border more than its bounds: what is asked for is how they are to change.
  RECT rect;
  const auto bounds = bounds_of(*window);
  if (!bounds || !GetWindowRect(*window, &rect)) {
    return Error{ErrorCode::kNotActionable, "a minimized window has no place; restore it first", {}};
  }
  const bool moves = arrangement.kind == Kind::kMove;
  const int x = rect.left + arrangement.x - static_cast<int>(bounds->x);
  const int y = rect.top + arrangement.y - static_cast<int>(bounds->y);
  const int width = rect.right - rect.left + arrangement.width - static_cast<int>(bounds->width);
  const int height = rect.bottom - rect.top + arrangement.height - static_cast<int>(bounds->height);
  const UINT flags = SWP_NOZORDER | SWP_NOACTIVATE | SWP_ASYNCWINDOWPOS | (moves ? SWP_NOSIZE : SWP_NOMOVE);
  if (!SetWindowPos(*window, nullptr, x, y, width, height, flags)) {
    return refused_by_windows("the window could not be arranged");
  }
  return Dispatch{Route::kWindow, "SetWindowPos"};
}

}  // namespace surehand::uia
