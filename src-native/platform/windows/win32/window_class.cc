#include "platform/windows/win32/window_class.h"

namespace surehand::uia {

std::wstring kind_of(HWND window) {
  wchar_t name[64];
  return {name, RealGetWindowClassW(window, name, 64)};
}

}  // namespace surehand::uia
