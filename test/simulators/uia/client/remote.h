#pragma once

#include <windows.h>

#include <atomic>
#include <memory>
#include <string>

#include "wire/node.h"
#include "wire/results.h"

namespace surehand::simulator {

// IUIAutomation2's timeouts, which the elements share that an automation object handed out.
struct Settings {
  std::atomic<DWORD> connection{2000};
  std::atomic<DWORD> transaction{20000};
  std::atomic<bool> auto_set_focus{true};
};
using SettingsPtr = std::shared_ptr<Settings>;

// Where an element is. The desktop has process 0.
struct Place {
  DWORD process = 0;
  HWND window = nullptr;
  RuntimeId id;
  int number = 0;  // for what shares its runtime id with others in its window
};

struct Reply {
  HRESULT result = S_OK;
  json::Value value;
};

Place desktop_place();
bool is_desktop(const Place& place);
// A node that was read at, or below, that place.
Place place_of(const Node& node, const Place& around);
Place place_of_window(HWND window);

// Each asks another process once, and is counted as a trip; all end when the transaction timeout has passed.
Reply read(const Place& place, const std::string& scope, const Settings& settings);
Reply parent_of(const Place& place, const Settings& settings);
Reply act(const Place& place, const std::string& what, json::Array with, const Settings& settings);

}  // namespace surehand::simulator
