#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "core/tree/rect.h"
#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

// A session of org.gnome.Mutter.RemoteDesktop: a keyboard and a pointer of its own. mutter takes places of the pointer only in a stream of a
// screen cast, so one of the whole screen belongs to it. The cast draws nothing while no program reads it, but it needs PipeWire. GNOME shows
// that the screen is shared for as long as the session lasts. Not thread-safe.
class RemoteDesktop {
 public:
  explicit RemoteDesktop(std::shared_ptr<dbus::Connection> bus) : bus_(std::move(bus)) {}
  ~RemoteDesktop();
  RemoteDesktop(const RemoteDesktop&) = delete;
  RemoteDesktop& operator=(const RemoteDesktop&) = delete;

  // Starts the session unless it runs already. `screen` is what all displays take up.
  Status begin(const Rect& screen, const Limits& limits);
  Status begin_without_pointer(const Limits& limits) { return start({}, false, limits); }
  // PERMISSION_DENIED when the compositor has ended it.
  Status check() const;
  bool begun() const { return !session_.empty(); }
  // Another session when the displays changed since begin().
  bool covers(const Rect& screen) const;

  Status keycode(uint32_t code, bool pressed, const Limits& limits);
  Status keysym(uint32_t keysym, bool pressed, const Limits& limits);
  Status button(uint32_t code, bool pressed, const Limits& limits);
  Status pointer_by(double dx, double dy, const Limits& limits);
  // Notches; axis 0 is vertical.
  Status wheel(uint32_t axis, int32_t notches, const Limits& limits);
  // A place on the screen. UNSUPPORTED without PipeWire.
  Status move(double x, double y, const Limits& limits);
  // A method of the session.
  Result<dbus::Reply> call(std::string_view member, std::string_view signature, const dbus::Writer* body,
                           const Limits& limits);
  const std::string& path() const { return session_; }
  dbus::Connection& bus() { return *bus_; }

 private:
  Status start(const Rect& screen, bool with_cast, const Limits& limits);
  // The screen cast that belongs to `session`.
  Status add_cast(const std::string& session, const Rect& screen, const Limits& limits);
  Error ended() const;

  std::shared_ptr<dbus::Connection> bus_;
  std::string session_, stream_;
  std::string no_pointer_;  // why there is no stream
  Rect screen_;
  std::shared_ptr<std::atomic<bool>> closed_ = std::make_shared<std::atomic<bool>>(false);
  std::unique_ptr<dbus::Connection::Subscription> watch_;
};

}  // namespace surehand::wayland::mutter
