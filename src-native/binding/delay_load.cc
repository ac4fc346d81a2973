// The addon's imports name node.exe. In a program that is called otherwise (Electron, a renamed or packaged Node), that is the program
// itself. node-gyp and cmake-js add a hook of their own where MSVC builds; this is the same for mingw.
#include <windows.h>

#include <delayimp.h>

#include <cstring>

namespace {

FARPROC WINAPI resolve_host(unsigned event, DelayLoadInfo* about) {
  if (event != dliNotePreLoadLibrary || _stricmp(about->szDll, "node.exe") != 0) return nullptr;
  return reinterpret_cast<FARPROC>(GetModuleHandleW(nullptr));
}

}  // namespace

extern "C" {
PfnDliHook __pfnDliNotifyHook2 = resolve_host;
}
