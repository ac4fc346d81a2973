#include "platform/linux/wayland/screen.h"

#include <algorithm>
#include <utility>

#include "core/run/timed_lock.h"
#include "platform/linux/screen/topmost.h"
#include "platform/linux/wayland/clipboard.h"
#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/input.h"
#include "platform/linux/wayland/kwin/screen.h"
#include "platform/linux/wayland/mutter/screen.h"
#include "platform/linux/wayland/portal/screen.h"
#include "platform/linux/wayland/screenshot.h"
#include "platform/linux/wayland/sway.h"

namespace surehand::wayland {
namespace {

using screen::ClientWindow;
using screen::WindowId;

constexpr Milliseconds kLookAgain(5);
constexpr const char* kNoMaximizing = "sway tiles windows or lets them float, and neither minimizes nor maximizes them";
constexpr const char* kNoPicture = "sway gives no picture of what is covered";
constexpr const char* kNoHotkey = "a Wayland compositor tells other programs of no keys";

std::string missing(const Connection& connection, const char* interface, const char* what) {
  if (connection.has(interface)) return {};
  return std::string("the compositor does not offer ") + interface + ", which " + what + " needs";
}

class SwayScreen final : public screen::Screen {
 public:
  SwayScreen(std::unique_ptr<Connection> connection, std::string socket, std::string ipc)
      : connection_(std::move(connection)),
        socket_(std::move(socket)),
        sway_(std::move(ipc)),
        input_(*connection_, sway_),
        clipboard_(socket_) {
    lacks_.input = missing(*connection_, "zwp_virtual_keyboard_manager_v1", "input");
    if (lacks_.input.empty()) lacks_.input = missing(*connection_, "zwlr_virtual_pointer_manager_v1", "input");
    lacks_.screenshot = missing(*connection_, kScreencopy, "a picture");
    lacks_.clipboard = missing(*connection_, kDataControl, "the clipboard");
    lacks_.input_by = "zwp_virtual_keyboard_v1 and zwlr_virtual_pointer_v1";
    lacks_.screenshot_by = "zwlr_screencopy_v1";
    lacks_.covered = kNoPicture;
    lacks_.hotkey = kNoHotkey;
    lacks_.arrange = kNoMaximizing;
  }
  ~SwayScreen() override { input_.let_go(); }

  Status begin(const Limits& limits) { return lacks_.input.empty() ? input_.begin(limits) : Status(Done{}); }

  Result<screen::Lacks> lacks(const Limits&) override { return lacks_; }

  Result<std::vector<ClientWindow>> windows(const Limits& limits) override { return sway_.windows(limits); }
  // sway's tree has no popups.
  Result<std::vector<ClientWindow>> popups(int64_t, const Limits&) override { return std::vector<ClientWindow>(); }
  bool tells_popups() const override { return false; }
  bool clients_know_their_place() const override { return false; }
  Result<std::optional<ClientWindow>> window_at(int32_t x, int32_t y, const Limits& limits) override {
    SUREHAND_TRY(shown, sway_.displays(limits));
    if (!screen::is_on(*shown, x, y)) return std::optional<ClientWindow>();
    SUREHAND_TRY(listed, sway_.windows(limits));
    return screen::topmost_at(listed.take(), x, y);
  }
  Result<std::vector<surehand::Display>> displays(const Limits& limits) override { return sway_.displays(limits); }

  Status activate(WindowId window, const Limits& limits) override {
    SUREHAND_CHECK(sway_.command(window, "focus", limits));
    return wait_for_foreground(window, limits);
  }
  Status close(WindowId window, const Limits& limits) override { return sway_.command(window, "kill", limits); }
  Result<std::string> minimize(WindowId, const Limits&) override { return unsupported(kNoMaximizing); }
  Result<std::string> maximize(WindowId, bool, const Limits&) override { return unsupported(kNoMaximizing); }
  Result<std::string> show(WindowId window, const Limits& limits) override {
    SUREHAND_CHECK(sway_.command(window, "focus", limits));
    return std::string("focus");
  }
  Result<std::string> place(WindowId window, const Rect& content, const Rect& place, const Limits& limits) override {
    SUREHAND_TRY(windows, sway_.windows(limits));
    const auto found =
        std::find_if(windows->begin(), windows->end(), [&](const ClientWindow& each) { return each.id == window; });
    if (found == windows->end()) return screen::gone(window);
    // sway counts the frame that it draws.
    const screen::Insets& frame = found->frame;
    const auto px = [](int32_t value) { return std::to_string(value) + " px"; };
    std::string what;
    if (place.width != content.width || place.height != content.height) {
      const int32_t width = place.width + frame.left + frame.right, height = place.height + frame.top + frame.bottom;
      what = "resize set " + px(width) + " " + px(height) + ", ";
    }
    // Also after it was resized, which keeps its middle where it was.
    what += "move absolute position " + px(place.x - frame.left) + " " + px(place.y - frame.top);
    SUREHAND_CHECK(sway_.command(window, what, limits));
    return what;
  }

  Result<std::string> input(const std::vector<InputStep>& steps, const screen::Receiver& receiver,
                            const Limits& limits) override {
    if (!lacks_.input.empty()) return unsupported(lacks_.input);
    SUREHAND_TRY(lock, input_lock_.take("the keyboard and the pointer to be free", limits));
    SUREHAND_CHECK(input_.perform(steps, receiver, limits));
    return std::string("virtual input");
  }
  Result<bool> is_in_foreground(WindowId window, const Limits& limits) override {
    SUREHAND_TRY(windows, sway_.windows(limits));
    return std::any_of(windows->begin(), windows->end(),
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
    if (!lacks_.screenshot.empty()) return unsupported(lacks_.screenshot);
    SUREHAND_TRY(displays, sway_.displays(limits));
    // A connection of its own, so that it does not wait for input that pauses.
    SUREHAND_TRY(connection, Connection::open(socket_, limits));
    return wayland::screenshot(**connection, *displays, area, limits);
  }
  Result<Image> screenshot_of(WindowId, const Rect&, const Limits&) override { return unsupported(kNoPicture); }

  Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits) override {
    if (!lacks_.clipboard.empty()) return unsupported(lacks_.clipboard);
    return clipboard_.read(format, limits);
  }
  Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) override {
    if (!lacks_.clipboard.empty()) return unsupported(lacks_.clipboard);
    return clipboard_.write(format, content, limits);
  }
  Result<std::unique_ptr<Subscription>> watch_hotkey(std::vector<std::string>, std::function<void()>,
                                                     const Limits&) override {
    return unsupported(kNoHotkey);
  }

 private:
  TimedLock input_lock_;
  std::unique_ptr<Connection> connection_;
  std::string socket_;
  Sway sway_;
  Input input_;
  Clipboard clipboard_;
  screen::Lacks lacks_;
};

std::unique_ptr<screen::Screen> none(std::string why) { return std::make_unique<screen::Screen>(std::move(why)); }

std::unique_ptr<screen::Screen> open_portal(std::unique_ptr<Connection> connection, std::string socket,
                                            const Environment& environment, std::string without, const Limits& limits) {
  auto portal = portal::open(std::move(connection), std::move(socket), environment, limits);
  if (!portal) return none("the desktop portal: " + portal.error().message);
  return *portal ? portal.take() : none(std::move(without));
}

}  // namespace

std::unique_ptr<screen::Screen> open(const Environment& environment, const Limits& limits) {
  std::string socket = environment.get("WAYLAND_DISPLAY").value_or("");
  if (!socket.empty() && socket[0] != '/') socket = environment.get("XDG_RUNTIME_DIR").value_or("") + "/" + socket;
  auto connection = Connection::open(socket, limits);
  if (!connection) {
    return none("could not connect to the Wayland compositor (" + connection.error().message + "); is it running?");
  }
  if (const auto route = environment.get("SUREHAND_WAYLAND")) {
    if (*route != "portal")
      return none("SUREHAND_WAYLAND is \"" + *route + "\"; the one value that it may have is \"portal\"");
    return open_portal(
        connection.take(), std::move(socket), environment,
        "SUREHAND_WAYLAND asks for the desktop portal, and no program on the session bus has "
        "org.freedesktop.portal.RemoteDesktop; install xdg-desktop-portal and a backend for this desktop",
        limits);
  }
  if (kwin::is_kwin(**connection)) return kwin::open(connection.take(), std::move(socket), environment, limits);
  const std::string ipc = environment.get("SWAYSOCK").value_or("");
  if (ipc.empty()) {
    auto gnome = mutter::open(environment, socket, limits);
    if (!gnome) return none("GNOME: " + gnome.error().message);
    if (*gnome) return gnome.take();
    return open_portal(
        connection.take(), std::move(socket), environment,
        "this Wayland compositor does not tell other programs where its windows are, and lets none make input for "
        "them (sway, KWin and GNOME do, and desktops whose portal has org.freedesktop.portal.RemoteDesktop); use "
        "actions, or a session that surehand/headless starts",
        limits);
  }
  auto screen = std::make_unique<SwayScreen>(connection.take(), std::move(socket), ipc);
  if (auto begun = screen->begin(limits); !begun) return none("Wayland: " + begun.error().message);
  return screen;
}

}  // namespace surehand::wayland
