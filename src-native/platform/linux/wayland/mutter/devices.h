#pragma once

#include <optional>
#include <string>

#include "core/tree/rect.h"
#include "platform/linux/wayland/mutter/remote_desktop.h"
#include "platform/linux/wayland/mutter/shell.h"
#include "platform/linux/wayland/remote/devices.h"
#include "platform/linux/wayland/remote/seat.h"

namespace surehand::wayland::mutter {

// The devices of mutter's remote desktop session. GNOME Shell in unsafe mode adds text and which window is active.
class Devices final : public remote::Devices {
 public:
  Devices(RemoteDesktop& desktop, Shell& shell, remote::Seat& seat) : desktop_(desktop), shell_(shell), seat_(seat) {}

  // Adds a keyboard where the seat has none: a client that never saw one loses the first keys of it.
  Result<bool> begin(const Limits& limits) override;
  Result<remote::Layout> layout(const Limits& limits) override { return seat_.layout(limits); }

  Status keysym(screen::Keysym keysym, bool pressed, const Limits& limits) override {
    return desktop_.keysym(keysym, pressed, limits);
  }
  Status button(uint32_t code, bool pressed, const Limits& limits) override {
    return desktop_.button(code, pressed, limits);
  }
  Status wheel(bool vertical, int32_t notches, const Limits& limits) override;
  Status move(double x, double y, const Limits& limits) override;

  Result<bool> is_active(screen::WindowId window, const Limits& limits) override;
  Result<bool> takes_text(const Limits& limits) override { return shell_.takes_text(limits); }
  Status insert(const std::string& text, const Limits& limits) override { return shell_.commit(text, limits); }
  Error no_key(const std::string& key) const override;
  dbus::Connection& bus() override { return desktop_.bus(); }

 private:
  Status start(const Limits& limits);

  RemoteDesktop& desktop_;
  Shell& shell_;
  remote::Seat& seat_;
  std::optional<Rect> screen_;  // as it was read in this run
};

}  // namespace surehand::wayland::mutter
