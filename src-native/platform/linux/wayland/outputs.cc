#include "platform/linux/wayland/outputs.h"

#include <algorithm>
#include <utility>

namespace surehand::wayland {
namespace {

constexpr uint32_t kOutputVersion = 4;
constexpr uint16_t kMode = 1, kName = 4;  // wl_output
constexpr uint16_t kRelease = 0;
constexpr uint32_t kReleaseSince = 3;
constexpr uint32_t kCurrent = 1;
constexpr uint16_t kGetXdgOutput = 1;                    // zxdg_output_manager_v1
constexpr uint16_t kLogicalPlace = 0, kLogicalSize = 1;  // zxdg_output_v1
constexpr uint16_t kDestroy = 0;
constexpr uint16_t kNextOutput = 0, kOrderDone = 1;  // kde_output_order_v1

}  // namespace

struct Outputs::Output {
  ObjectId id = kNull, logical = kNull;
  uint32_t version = 0;
  surehand::Display display;
  int32_t pixels = 0;  // of its width

  void hear(Event& event) {
    if (event.opcode == kName) display.id = event.text();
    if (event.opcode == kMode && (event.u32() & kCurrent) != 0) pixels = event.i32();
  }
  void hear_logical(Event& event) {
    Rect& bounds = display.bounds;
    if (event.opcode != kLogicalPlace && event.opcode != kLogicalSize) return;
    (event.opcode == kLogicalPlace ? bounds.x : bounds.width) = event.i32();
    (event.opcode == kLogicalPlace ? bounds.y : bounds.height) = event.i32();
  }
};

Status Outputs::connect(const Limits& limits) {
  outputs_.clear();
  first_.clear();
  order_is_told_ = false;
  SUREHAND_TRY(connection, Connection::open(socket_, limits));
  manager_ = (*connection)->bind("zxdg_output_manager_v1", 2);
  if (manager_ == kNull) {
    return Error{ErrorCode::kUnsupported,
                 "the compositor does not offer zxdg_output_manager_v1, which tells where displays are",
                 {}};
  }
  connection_ = connection.take();
  // It tells all of them each time that their order changes.
  if (const ObjectId order = connection_->bind("kde_output_order_v1", 1); order != kNull) {
    connection_->on(order, [this](Event& event) {
      if (event.opcode == kOrderDone) order_is_told_ = true;
      if (event.opcode != kNextOutput) return;
      if (std::exchange(order_is_told_, false)) first_.clear();
      if (first_.empty()) first_ = event.text();
    });
  }
  return Done{};
}

Status Outputs::follow(const Limits& limits) {
  const auto globals = connection_->globals("wl_output");
  for (auto each = outputs_.begin(); each != outputs_.end();) {
    const bool is_there = std::any_of(globals.begin(), globals.end(),
                                      [&](const Connection::Global& global) { return global.name == each->first; });
    if (is_there) {
      ++each;
      continue;
    }
    SUREHAND_CHECK(connection_->send(Request(each->second->logical, kDestroy), limits));
    if (each->second->version >= kReleaseSince) {
      SUREHAND_CHECK(connection_->send(Request(each->second->id, kRelease), limits));
    }
    connection_->forget(each->second->logical);
    connection_->forget(each->second->id);
    each = outputs_.erase(each);
  }
  for (const Connection::Global& global : globals) {
    if (outputs_.count(global.name) != 0) continue;
    const auto output = std::make_shared<Output>();
    outputs_.emplace(global.name, output);
    output->id = connection_->bind("wl_output", global, kOutputVersion);
    output->logical = connection_->new_id();
    output->version = global.version;
    connection_->on(output->id, [output](Event& event) { output->hear(event); });
    connection_->on(output->logical, [output](Event& event) { output->hear_logical(event); });
    SUREHAND_CHECK(connection_->send(Request(manager_, kGetXdgOutput).u32(output->logical).u32(output->id), limits));
  }
  return Done{};
}

Result<std::vector<surehand::Display>> Outputs::read(const Limits& limits) {
  SUREHAND_TRY(turn, lock_.take("the compositor to tell others of its displays", limits));
  if (!connection_ || connection_->lost()) SUREHAND_CHECK(connect(limits));
  // What came and went since is heard in the first round, what is new is told of in the second.
  SUREHAND_CHECK(connection_->roundtrip(limits));
  SUREHAND_CHECK(follow(limits));
  SUREHAND_CHECK(connection_->roundtrip(limits));
  std::vector<surehand::Display> displays;
  for (const auto& [name, output] : outputs_) {
    surehand::Display display = output->display;
    if (display.bounds.width <= 0 || display.bounds.height <= 0) continue;
    display.work_area = display.bounds;
    display.primary = display.id == first_;
    if (output->pixels > 0) display.scale = static_cast<double>(output->pixels) / display.bounds.width;
    displays.push_back(std::move(display));
  }
  const auto is_primary = [](const surehand::Display& display) { return display.primary; };
  if (!displays.empty() && std::none_of(displays.begin(), displays.end(), is_primary)) displays.front().primary = true;
  return displays;
}

}  // namespace surehand::wayland
