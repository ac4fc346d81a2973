#include <cstdint>
#include <string_view>

#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/hyprland.h"
#include "platform/linux/wayland/sway.h"

using namespace surehand;

// What a compositor sends: events, and the JSON of sway and Hyprland.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::deque<Fd> fds;
  wayland::Event event(1, 0, std::vector<uint8_t>(data, data + size), fds);
  for (size_t i = 0; i < size; ++i) {
    if (data[i] & 1) {
      (void)event.text();
    } else {
      (void)event.u32();
    }
    if (event.fd()) __builtin_trap();
  }
  const auto parsed = json::parse({reinterpret_cast<const char*>(data), size});
  if (const auto* value = std::get_if<json::Value>(&parsed)) {
    for (const auto& window : wayland::windows_in(*value)) {
      if (window.active && window.title.size() > size) __builtin_trap();
    }
    (void)wayland::displays_in(*value);
    // The two answers, each as the other one, too.
    const auto monitors = wayland::hyprland::monitors_in(*value).value_or(std::vector<wayland::hyprland::Monitor>());
    for (const json::Value* windows : {value, &(*value)["clients"]}) {
      const auto stack = wayland::hyprland::stack_in(*windows, monitors, "0x10");
      if (!stack) continue;
      for (const auto& each : *stack) {
        // It becomes part of a program.
        if (each.address.find_first_not_of("0x123456789abcdef") != std::string::npos) __builtin_trap();
        (void)wayland::hyprland::topmost_in(*stack, monitors, each.window.content.x, each.window.content.y);
      }
    }
  }
  return 0;
}
