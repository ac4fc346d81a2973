#include "platform/linux/wayland/mutter/screen.h"

#include <algorithm>
#include <utility>

#include "core/run/timed_lock.h"
#include "platform/linux/screen/extent.h"
#include "platform/linux/screen/topmost.h"
#include "platform/linux/wayland/mutter/clipboard.h"
#include "platform/linux/wayland/mutter/devices.h"
#include "platform/linux/wayland/mutter/displays.h"
#include "platform/linux/wayland/mutter/pictures/screen_cast.h"
#include "platform/linux/wayland/mutter/pictures/screenshot.h"
#include "platform/linux/wayland/pipewire/stream.h"
#include "platform/linux/wayland/remote/input.h"
#include "platform/linux/wayland/remote/seat.h"

namespace surehand::wayland::mutter {
namespace {

using screen::ClientWindow;
using screen::WindowId;

constexpr Milliseconds kLookAgain(5);
constexpr const char* kNoPicture = "GNOME gives no picture of what is covered";
constexpr const char* kNoHotkey = "a Wayland compositor reports no keys to other programs";

class MutterScreen final : public screen::Screen {
 public:
  // `pipewire` is the path of PipeWire's socket.
  MutterScreen(std::shared_ptr<dbus::Connection> bus, const std::string& socket, std::string pipewire)
      : bus_(std::move(bus)),
        shell_(bus_),
        desktop_(bus_),
        seat_(socket),
        devices_(desktop_, shell_, seat_),
        input_(devices_),
        clipboard_(selection(bus_)),
        pipewire_(std::move(pipewire)) {}
  ~MutterScreen() override { input_.let_go(); }

  // A session that has a keyboard already gets ours, and the sign that the screen is shared, only with the first input.
  Status begin(const Limits& limits) {
    SUREHAND_TRY(there, seat_.has_keyboard(limits));
    if (*there) return Done{};
    SUREHAND_TRY(begun, devices_.begin(limits));
    return Done{};
  }

  Result<screen::Lacks> lacks(const Limits& limits) override {
    SUREHAND_TRY(shell, shell_.lacks(limits));
    screen::Lacks lacks;
    lacks.windows = lacks.arrange = *shell;
    if (!shell->empty()) {
      SUREHAND_TRY(cast, lacks_screen_cast(*bus_, pipewire_, limits));
      lacks.screenshot = *cast;
    }
    lacks.input_by = kRemoteDesktop;
    lacks.screenshot_by = shell->empty() ? "org.gnome.Shell.Screenshot" : kScreenCast;
    lacks.covered = kNoPicture;
    lacks.hotkey = kNoHotkey;
    return lacks;
  }
  Status sees_windows(const Limits& limits) override {
    SUREHAND_TRY(why, shell_.lacks(limits));
    return why->empty() ? Status(Done{}) : Status(unsupported(std::move(*why)));
  }

  Result<std::vector<ClientWindow>> windows(const Limits& limits) override {
    auto windows = shell_.windows(false, limits);
    if (!windows) return without_permission(windows.take_error());
    return windows;
  }
  Result<std::vector<ClientWindow>> popups(int64_t, const Limits&) override { return std::vector<ClientWindow>(); }
  bool tells_popups() const override { return false; }
  bool clients_know_their_place() const override { return false; }
  Result<std::optional<ClientWindow>> window_at(int32_t x, int32_t y, const Limits& limits) override {
    SUREHAND_TRY(shown, mutter::displays(*bus_, limits));
    if (!screen::is_on(*shown, x, y)) return std::optional<ClientWindow>();
    SUREHAND_TRY(listed, windows(limits));
    return screen::topmost_at(listed.take(), x, y);
  }
  Result<std::vector<surehand::Display>> displays(const Limits& limits) override {
    auto shown = mutter::displays(*bus_, limits);
    // What panels take is known to the shell alone.
    if (shown) (void)shell_.add_work_areas(*shown, limits);
    return shown;
  }

  Status activate(WindowId window, const Limits& limits) override {
    SUREHAND_CHECK(act(window, "Main.activateWindow(w)", limits));
    return wait_for_foreground(window, limits);
  }
  Status close(WindowId window, const Limits& limits) override {
    return act(window, "w.delete(global.get_current_time())", limits);
  }
  Result<std::string> minimize(WindowId window, const Limits& limits) override {
    return named("minimize", act(window, "w.minimize()", limits));
  }
  Result<std::string> maximize(WindowId window, bool maximized, const Limits& limits) override {
    const std::string what = maximized ? "maximize" : "unmaximize";
    // From mutter 49 on it takes no directions.
    return named(what, act(window, "w." + what + "(...(w.get_maximized ? [Meta.MaximizeFlags.BOTH] : []))", limits));
  }
  Result<std::string> show(WindowId window, const Limits& limits) override {
    return named("unminimize", act(window, "Main.activateWindow(w)", limits));
  }
  Result<std::string> place(WindowId window, const Rect&, const Rect& place, const Limits& limits) override {
    const auto number = [](int32_t value) { return std::to_string(value); };
    return named("move_resize_frame", act(window,
                                          "w.move_resize_frame(true, " + number(place.x) + ", " + number(place.y) +
                                              ", " + number(place.width) + ", " + number(place.height) + ")",
                                          limits));
  }

  Result<std::string> input(const std::vector<InputStep>& steps, const screen::Receiver& receiver,
                            const Limits& limits) override {
    SUREHAND_TRY(lock, input_lock_.take("the keyboard and the pointer to be free", limits));
    SUREHAND_CHECK(input_.perform(steps, receiver, limits));
    return std::string("remote desktop input");
  }
  Result<std::string> characters_without_key(const std::string& text, const Limits& limits) override {
    SUREHAND_TRY(lock, input_lock_.take("the keyboard and the pointer to be free", limits));
    return input_.characters_without_key(text, limits);
  }
  Result<std::string> keeps_keys(const Limits& limits) override {
    SUREHAND_TRY(overview, shell_.is_in_overview(limits));
    return std::string(*overview ? kInOverview : "");
  }
  Result<bool> is_in_foreground(WindowId window, const Limits& limits) override {
    SUREHAND_TRY(listed, windows(limits));
    return std::any_of(listed->begin(), listed->end(),
                       [&](const ClientWindow& each) { return each.id == window && each.active; });
  }
  Status wait_for_foreground(WindowId window, const Limits& limits) override {
    while (true) {
      SUREHAND_TRY(there, is_in_foreground(window, limits));
      if (*there) return Done{};
      if (auto error = limits.exceeded("the window to get the keyboard")) return std::move(*error);
      limits.sleep_until(Clock::now() + kLookAgain);
    }
  }

  Result<Image> screenshot(const std::optional<Rect>& area, const Limits& limits) override {
    SUREHAND_TRY(shown, mutter::displays(*bus_, limits));
    SUREHAND_TRY(bounds, screen::shown_part(*shown, area));
    auto image = picture_by_shell(*bus_, *bounds, limits);
    const bool closed =
        !image && (image.error().code == ErrorCode::kPermissionDenied || image.error().code == ErrorCode::kUnsupported);
    return closed ? picture_by_cast(bus_, pipewire_, *bounds, limits) : std::move(image);
  }
  Result<Image> screenshot_of(WindowId, const Rect&, const Limits&) override { return unsupported(kNoPicture); }

  Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits) override {
    return clipboard_.read(format, limits);
  }
  Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) override {
    return clipboard_.write(format, content, limits);
  }
  Result<std::unique_ptr<Subscription>> watch_hotkey(std::vector<std::string>, std::function<void()>,
                                                     const Limits&) override {
    return unsupported(kNoHotkey);
  }

 private:
  Status act(WindowId window, const char* what, const Limits& limits) { return act(window, std::string(what), limits); }
  Status act(WindowId window, const std::string& what, const Limits& limits) {
    auto done = shell_.act(window, what, limits);
    return done ? done : Status(without_permission(done.take_error()));
  }
  static Result<std::string> named(std::string what, Status done) {
    if (!done) return done.take_error();
    return what;
  }
  // What GNOME lets only its own programs do cannot be done here.
  static Error without_permission(Error error) {
    if (error.code == ErrorCode::kPermissionDenied) error.code = ErrorCode::kUnsupported;
    return error;
  }

  TimedLock input_lock_;
  std::shared_ptr<dbus::Connection> bus_;
  Shell shell_;
  RemoteDesktop desktop_;
  remote::Seat seat_;
  Devices devices_;
  remote::Input input_;
  remote::Clipboard clipboard_;
  std::string pipewire_;
};

}  // namespace

Result<std::unique_ptr<screen::Screen>> open(const Environment& environment, const std::string& socket,
                                             const Limits& limits) {
  const std::string runtime = environment.get("XDG_RUNTIME_DIR").value_or("");
  const std::string address = environment.get("DBUS_SESSION_BUS_ADDRESS").value_or("unix:path=" + runtime + "/bus");
  SUREHAND_TRY(bus, dbus::Connection::open(address, runtime, limits, true));
  SUREHAND_TRY(there, has_owner(**bus, kRemoteDesktop, limits));
  if (!*there) return std::unique_ptr<screen::Screen>();
  auto screen = std::make_unique<MutterScreen>(bus.take(), socket, pipewire::socket_in(environment));
  SUREHAND_CHECK(screen->begin(limits));
  return std::unique_ptr<screen::Screen>(std::move(screen));
}

}  // namespace surehand::wayland::mutter
