#include <windows.h>

#include "provider/hwnd_world.h"
#include "provider/server.h"
#include "provider/watch.h"

// The provider for a window that node.exe shows itself, loaded as a Node addon on the thread of that window. On Windows there is no
// need of it: Windows answers for its own controls in every process.

extern "C" __declspec(dllexport) void* napi_register_module_v1(void*, void*) {
  // As long as the process.
  static surehand::simulator::HwndWorld world;
  static surehand::simulator::Server server(world);
  static const surehand::simulator::Watch watch(world, server);
  return nullptr;
}
