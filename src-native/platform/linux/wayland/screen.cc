#include "platform/linux/wayland/screen.h"

#include <unistd.h>

#include <utility>

#include "core/run/timed_lock.h"
#include "platform/linux/wayland/clipboard.h"
#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/hyprland.h"
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
constexpr const char* kNoHotkey = "a Wayland compositor tells other programs of no keys";

std::string missing(const Connection& connection, const char* interface, const char* what) {
  if (connection.has(interface)) return {};
  return std::string("the compositor does not offer ") + interface + ", which " + what + " needs";
}

// A compositor with wlroots' protocols for input and pictures, which says over a socket of its own where its windows are: sway, Hyprland.
class WlrootsScreen final : public screen::Screen {
 public:
  WlrootsScreen(std::unique_ptr<Connection> connection, std::string socket, std::unique_ptr<Compositor> compositor)
      : connection_(std::move(connection)),
        socket_(std::move(socket)),
        compositor_(std::move(compositor)),
        input_(*connection_, *compositor_),
        clipboard_(socket_) {
    lacks_.input = missing(*connection_, "zwp_virtual_keyboard_manager_v1", "input");
    if (lacks_.input.empty()) lacks_.input = missing(*connection_, "zwlr_virtual_pointer_manager_v1", "input");
    lacks_.screenshot = missing(*connection_, kScreencopy, "a picture");
    lacks_.clipboard = missing(*connection_, kDataControl, "the clipboard");
    lacks_.input_by = "zwp_virtual_keyboard_v1 and zwlr_virtual_pointer_v1" + compositor_->trial();
    lacks_.screenshot_by = "zwlr_screencopy_v1" + compositor_->trial();
    lacks_.covered = compositor_->name() + " gives no picture of what is covered";
    lacks_.hotkey = kNoHotkey;
    lacks_.arrange = compositor_->no_maximizing();
  }
  ~WlrootsScreen() override { input_.let_go(); }

  Status begin(const Limits& limits) { return lacks_.input.empty() ? input_.begin(limits) : Status(Done{}); }

  Result<screen::Lacks> lacks(const Limits&) override { return lacks_; }

  Result<std::vector<ClientWindow>> windows(const Limits& limits) override { return compositor_->windows(limits); }
  // None of these compositors lists popups.
  Result<std::vector<ClientWindow>> popups(int64_t, const Limits&) override { return std::vector<ClientWindow>(); }
  bool tells_popups() const override { return false; }
  bool clients_know_their_place() const override { return false; }
  Result<std::optional<ClientWindow>> window_at(int32_t x, int32_t y, const Limits& limits) override {
    return compositor_->window_at(x, y, limits);
  }
  Result<std::vector<surehand::Display>> displays(const Limits& limits) override {
    return compositor_->displays(limits);
  }

  Status activate(WindowId window, const Limits& limits) override {
    SUREHAND_CHECK(compositor_->focus(window, limits));
    return wait_for_foreground(window, limits);
  }
  Status close(WindowId window, const Limits& limits) override { return compositor_->close(window, limits); }
  Result<std::string> minimize(WindowId, const Limits&) override { return unsupported(lacks_.arrange); }
  Result<std::string> maximize(WindowId, bool, const Limits&) override { return unsupported(lacks_.arrange); }
  Result<std::string> show(WindowId window, const Limits& limits) override {
    SUREHAND_CHECK(compositor_->focus(window, limits));
    return std::string("focus");
  }
  Result<std::string> place(WindowId window, const Rect& content, const Rect& place, const Limits& limits) override {
    return compositor_->place(window, content, place, limits);
  }

  Result<std::string> input(const std::vector<InputStep>& steps, const screen::Receiver& receiver,
                            const Limits& limits) override {
    if (!lacks_.input.empty()) return unsupported(lacks_.input);
    SUREHAND_TRY(lock, input_lock_.take("the keyboard and the pointer to be free", limits));
    SUREHAND_CHECK(input_.perform(steps, receiver, limits));
    return std::string("virtual input");
  }
  Result<bool> is_in_foreground(WindowId window, const Limits& limits) override {
    return compositor_->is_active(window, limits);
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
    SUREHAND_TRY(displays, compositor_->displays(limits));
    // A connection of its own, so that it does not wait for input that pauses.
    SUREHAND_TRY(connection, Connection::open(socket_, limits));
    return wayland::screenshot(**connection, *displays, area, limits);
  }
  Result<Image> screenshot_of(WindowId, const Rect&, const Limits&) override { return unsupported(lacks_.covered); }

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
  std::unique_ptr<Compositor> compositor_;
  Input input_;
  Clipboard clipboard_;
  screen::Lacks lacks_;
};

// The socket of the Hyprland that the environment names, where it is the compositor at the other end of the connection: what sway starts in a
// window of Hyprland's inherits Hyprland's variables, and the other way round. Empty: none.
std::string hyprland_socket(const Connection& connection, const Environment& environment) {
  // What Hyprland offers to every client, and no other compositor does.
  const bool is_hyprland = connection.has("hyprland_global_shortcuts_manager_v1");
  if (!is_hyprland && !environment.get("SWAYSOCK").value_or("").empty()) return {};
  const std::string signature = environment.get("HYPRLAND_INSTANCE_SIGNATURE").value_or("");
  const std::string runtime = environment.get("XDG_RUNTIME_DIR").value_or("");
  if (signature.empty() || runtime.empty()) return {};
  std::string socket = runtime + "/hypr/" + signature + "/.socket.sock";
  // A variable of a Hyprland that has ended.
  return access(socket.c_str(), F_OK) == 0 ? socket : std::string();
}

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
  std::unique_ptr<Compositor> compositor;
  if (std::string hyprland = hyprland_socket(**connection, environment); !hyprland.empty()) {
    compositor = std::make_unique<hyprland::Hyprland>(std::move(hyprland));
  } else if (std::string sway = environment.get("SWAYSOCK").value_or(""); !sway.empty()) {
    compositor = std::make_unique<Sway>(std::move(sway));
  } else {
    auto gnome = mutter::open(environment, socket, limits);
    if (!gnome) return none("GNOME: " + gnome.error().message);
    if (*gnome) return gnome.take();
    return open_portal(
        connection.take(), std::move(socket), environment,
        "this Wayland compositor does not tell other programs where its windows are, and lets none make input for "
        "them (sway, Hyprland, KWin and GNOME do, and desktops whose portal has org.freedesktop.portal.RemoteDesktop); "
        "use "
        "actions, or a session that surehand/headless starts",
        limits);
  }
  auto screen = std::make_unique<WlrootsScreen>(connection.take(), std::move(socket), std::move(compositor));
  if (auto begun = screen->begin(limits); !begun) return none("Wayland: " + begun.error().message);
  return screen;
}

}  // namespace surehand::wayland
