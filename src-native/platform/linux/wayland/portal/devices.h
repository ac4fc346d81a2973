#pragma once

#include <optional>
#include <string>
#include <utility>

#include "platform/linux/wayland/outputs.h"
#include "platform/linux/wayland/portal/session.h"
#include "platform/linux/wayland/remote/devices.h"
#include "platform/linux/wayland/remote/seat.h"

namespace surehand::wayland::portal {

// The devices that a person lets the portal give.
class Devices final : public remote::Devices {
 public:
  Devices(Session& session, Outputs& outputs, std::string socket)
      : session_(session), outputs_(outputs), seat_(std::move(socket)) {}

  Result<bool> begin(const Limits& limits) override;
  Status check(const std::vector<InputStep>& steps) override;
  // Adds a keyboard where the seat has none.
  Result<remote::Layout> layout(const Limits& limits) override;

  Status keysym(screen::Keysym keysym, bool pressed, const Limits& limits) override;
  Status button(uint32_t code, bool pressed, const Limits& limits) override;
  Status wheel(bool vertical, int32_t notches, const Limits& limits) override;
  Status move(double x, double y, const Limits& limits) override;

  Result<bool> is_active(screen::WindowId window, const Limits& limits) override;
  Error no_key(const std::string& key) const override;
  dbus::Connection& bus() override { return session_.bus(); }

 private:
  Status add_keyboard(const Limits& limits);
  Status send(uint32_t device, std::string_view member, std::string_view signature, const Limits& limits,
              const std::function<void(dbus::Writer&)>& arguments);

  Session& session_;
  Outputs& outputs_;
  remote::Seat seat_;
  std::optional<Rect> screen_, cast_;  // all displays and the one that is shared, as read in this run
};

// Where a stream is on the screen. UNSUPPORTED where that cannot be known.
Result<Rect> place_of(const Stream& stream, const std::vector<surehand::Display>& displays);

}  // namespace surehand::wayland::portal
