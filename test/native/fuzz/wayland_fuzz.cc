#include <cstdint>
#include <string_view>

#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/sway.h"

using namespace surehand;

// What a compositor sends: events, and sway's JSON.
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
  }
  return 0;
}
