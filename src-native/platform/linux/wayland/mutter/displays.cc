#include "platform/linux/wayland/mutter/displays.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace surehand::wayland::mutter {
namespace {

constexpr uint32_t kPhysicalLayout = 2;

// Hands each value of an a{sv} to `take`, which reads it, or not.
template <class Take>
void each_property(dbus::Reader& reader, Take take) {
  for (auto properties = reader.begin_array(8); reader.more(properties);) {
    reader.begin_struct();
    const std::string_view name = reader.string();
    const std::string_view type = reader.begin_variant();
    if (!take(name, type)) reader.skip(type);
  }
}

struct Size {
  int32_t width = 0, height = 0;
};

// The size in px of the mode that a monitor has, from a((ssss)a(siiddada{sv})a{sv}).
std::map<std::string, Size> sizes_in(dbus::Reader& reader) {
  std::map<std::string, Size> sizes;
  for (auto monitors = reader.begin_array(8); reader.more(monitors);) {
    reader.begin_struct();
    reader.begin_struct();
    const std::string connector(reader.string());
    for (int i = 0; i < 3; ++i) reader.string();  // vendor, product, serial
    for (auto modes = reader.begin_array(8); reader.more(modes);) {
      reader.begin_struct();
      reader.string();
      const int32_t width = reader.i32(), height = reader.i32();
      reader.f64();  // refresh rate
      reader.f64();  // preferred scale
      reader.skip("ad");
      each_property(reader, [&](std::string_view name, std::string_view type) {
        if (name != "is-current" || type != "b") return false;
        if (reader.boolean()) sizes[connector] = {width, height};
        return true;
      });
    }
    each_property(reader, [](auto, auto) { return false; });
  }
  return sizes;
}

}  // namespace

std::vector<surehand::Display> displays_in(dbus::Reader reader) {
  reader.u32();  // serial
  const auto sizes = sizes_in(reader);
  std::vector<surehand::Display> displays;
  for (auto logical = reader.begin_array(8); reader.more(logical);) {
    reader.begin_struct();
    surehand::Display display;
    display.bounds.x = reader.i32();
    display.bounds.y = reader.i32();
    display.scale = reader.f64();
    const bool turned = reader.u32() % 2 == 1;  // by a quarter
    display.primary = reader.boolean();
    for (auto monitors = reader.begin_array(8); reader.more(monitors);) {
      reader.begin_struct();
      const std::string connector(reader.string());
      for (int i = 0; i < 3; ++i) reader.string();
      const auto size = sizes.find(connector);
      // Mirrored ones show the same.
      if (!display.id.empty() || size == sizes.end()) continue;
      display.id = connector;
      display.bounds.width = turned ? size->second.height : size->second.width;
      display.bounds.height = turned ? size->second.width : size->second.height;
    }
    reader.skip("a{sv}");
    if (!display.id.empty()) displays.push_back(std::move(display));
  }
  uint32_t layout = 1;
  each_property(reader, [&](std::string_view name, std::string_view type) {
    if (name != "layout-mode" || type != "u") return false;
    layout = reader.u32();
    return true;
  });
  if (!reader.ok()) return {};
  for (surehand::Display& display : displays) {
    if (layout != kPhysicalLayout && display.scale > 0) {
      display.bounds.width = static_cast<int32_t>(std::lround(display.bounds.width / display.scale));
      display.bounds.height = static_cast<int32_t>(std::lround(display.bounds.height / display.scale));
    }
    display.work_area = display.bounds;
  }
  return displays;
}

Result<std::vector<surehand::Display>> displays(dbus::Connection& bus, const Limits& limits) {
  const dbus::Call call{kDisplayConfig, "/org/gnome/Mutter/DisplayConfig", kDisplayConfig, "GetCurrentState"};
  SUREHAND_TRY(reply, ask(bus, call, limits));
  auto found = displays_in(reply->body());
  if (found.empty()) return Error{ErrorCode::kRefused, "the compositor has no display", {}};
  return found;
}

}  // namespace surehand::wayland::mutter
