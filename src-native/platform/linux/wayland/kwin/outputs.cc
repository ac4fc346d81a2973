#include "platform/linux/wayland/kwin/outputs.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace surehand::wayland::kwin {
namespace {

// wl_output
constexpr uint16_t kMode = 1, kName = 4;
constexpr uint32_t kCurrent = 1;
constexpr uint16_t kGetXdgOutput = 1;                    // zxdg_output_manager_v1
constexpr uint16_t kLogicalPlace = 0, kLogicalSize = 1;  // zxdg_output_v1
constexpr uint16_t kFirstOutput = 0;                     // kde_output_order_v1

struct Output {
  surehand::Display display;
  int32_t pixels = 0;  // of its width
};

}  // namespace

Result<std::vector<surehand::Display>> outputs(Connection& connection, const Limits& limits) {
  const ObjectId manager = connection.bind("zxdg_output_manager_v1", 2);
  if (manager == kNull) {
    return Error{ErrorCode::kUnsupported,
                 "the compositor does not offer zxdg_output_manager_v1, which tells where displays are",
                 {}};
  }
  std::string first;
  if (const ObjectId order = connection.bind("kde_output_order_v1", 1); order != kNull) {
    connection.on(order, [&](Event& event) {
      if (event.opcode == kFirstOutput && first.empty()) first = event.text();
    });
  }
  std::map<ObjectId, Output> found;
  for (const Connection::Global& global : connection.globals("wl_output")) {
    const ObjectId id = connection.bind("wl_output", global, 4), logical = connection.new_id();
    Output& output = found[id];
    connection.on(id, [&output](Event& event) {
      if (event.opcode == kName) output.display.id = event.text();
      if (event.opcode == kMode && (event.u32() & kCurrent) != 0) output.pixels = event.i32();
    });
    connection.on(logical, [&output](Event& event) {
      Rect& bounds = output.display.bounds;
      if (event.opcode != kLogicalPlace && event.opcode != kLogicalSize) return;
      (event.opcode == kLogicalPlace ? bounds.x : bounds.width) = event.i32();
      (event.opcode == kLogicalPlace ? bounds.y : bounds.height) = event.i32();
    });
    SUREHAND_CHECK(connection.send(Request(manager, kGetXdgOutput).u32(logical).u32(id), limits));
  }
  SUREHAND_CHECK(connection.roundtrip(limits));
  std::vector<surehand::Display> displays;
  for (auto& [id, output] : found) {
    surehand::Display& display = output.display;
    if (display.bounds.width <= 0 || display.bounds.height <= 0) continue;
    display.work_area = display.bounds;
    display.primary = display.id == first;
    if (output.pixels > 0) display.scale = static_cast<double>(output.pixels) / display.bounds.width;
    displays.push_back(std::move(display));
  }
  const auto is_primary = [](const surehand::Display& display) { return display.primary; };
  if (!displays.empty() && std::none_of(displays.begin(), displays.end(), is_primary)) displays.front().primary = true;
  return displays;
}

}  // namespace surehand::wayland::kwin
