#include "platform/linux/wayland/kwin/screen.h"

#include <algorithm>
#include <utility>

#include "core/run/timed_lock.h"
#include "platform/linux/dbus/connection.h"
#include "platform/linux/screen/topmost.h"
#include "platform/linux/wayland/clipboard.h"
#include "platform/linux/wayland/kwin/input.h"
#include "platform/linux/wayland/kwin/screenshot.h"
#include "platform/linux/wayland/kwin/script.h"
#include "platform/linux/wayland/kwin/windows.h"
#include "platform/linux/wayland/outputs.h"

namespace surehand::wayland::kwin {
namespace {

using screen::ClientWindow;
using screen::WindowId;

constexpr Milliseconds kPollAgain(5);
constexpr const char* kNoKeysOfOthers = "a Wayland compositor tells other programs of no keys";
constexpr const char* kNoInput =
    "KWin does not let this program make input (org_kde_kwin_fake_input): a desktop file whose Exec is the path of "
    "Node has to say "
    "X-KDE-Wayland-Interfaces=org_kde_kwin_fake_input";
constexpr const char* kNoCopying =
    "the compositor does not offer zwlr_data_control_manager_v1, which the clipboard needs";

// The part of `area` that is on the displays; all of them where no area is said.
std::optional<Rect> on_screen(const std::vector<surehand::Display>& displays, const std::optional<Rect>& area) {
  std::optional<Rect> all;
  for (const surehand::Display& display : displays) {
    Rect part = display.bounds;
    if (area) {
      const int32_t left = std::max(part.x, area->x), top = std::max(part.y, area->y);
      part = {left, top, std::min(part.x + part.width, area->x + area->width) - left,
              std::min(part.y + part.height, area->y + area->height) - top};
    }
    if (part.width <= 0 || part.height <= 0) continue;
    if (!all) all = part;
    const int32_t right = std::max(all->x + all->width, part.x + part.width);
    const int32_t bottom = std::max(all->y + all->height, part.y + part.height);
    all->x = std::min(all->x, part.x);
    all->y = std::min(all->y, part.y);
    all->width = right - all->x;
    all->height = bottom - all->y;
  }
  return all;
}

class KwinScreen final : public screen::Screen {
 public:
  KwinScreen(std::unique_ptr<Connection> connection, std::string socket, std::shared_ptr<dbus::Connection> bus,
             std::string folder)
      : connection_(std::move(connection)),
        outputs_(socket),
        bus_(std::move(bus)),
        script_(bus_, std::move(folder)),
        windows_(script_),
        input_(*connection_, windows_, *bus_),
        clipboard_(std::move(socket)) {
    if (!connection_->has(kFakeInput)) lacks_.input = kNoInput;
    if (!connection_->has(kDataControl)) lacks_.clipboard = kNoCopying;
    lacks_.hotkey = kNoKeysOfOthers;
  }
  ~KwinScreen() override { input_.let_go(); }

  Status begin(const Limits& limits) {
    SUREHAND_CHECK(script_.begin(limits));
    return lacks_.input.empty() ? input_.begin(limits) : Status(Done{});
  }

  // Whether pictures are allowed is found out by taking one.
  Result<screen::Lacks> lacks(const Limits& limits) override {
    screen::Lacks lacks = lacks_;
    lacks.input_by = "org_kde_kwin_fake_input";
    lacks.screenshot_by = "org.kde.KWin.ScreenShot2";
    auto picture = picture_of_area(*bus_, {0, 0, 1, 1}, limits);
    if (!picture && picture.error().code == ErrorCode::kUnsupported) {
      lacks.screenshot = lacks.covered = picture.error().message;
    }
    return lacks;
  }

  Result<std::vector<ClientWindow>> windows(const Limits& limits) override {
    SUREHAND_TRY(all, windows_.all(limits));
    all->erase(std::remove_if(all->begin(), all->end(), [](const ClientWindow& window) { return window.unmanaged; }),
               all->end());
    return all;
  }
  // KWin tells where they are, but GTK 3 tells the places in them from a corner that is off by their shadow, and Qt 5 and 6 make a popup
  // that no click opened a window that KWin places elsewhere. So what is in one is where the toolkit says, or has no place.
  Result<std::vector<ClientWindow>> popups(int64_t, const Limits&) override { return std::vector<ClientWindow>(); }
  bool tells_popups() const override { return false; }
  bool clients_know_their_place() const override { return false; }
  Result<std::optional<ClientWindow>> window_at(int32_t x, int32_t y, const Limits& limits) override {
    SUREHAND_TRY(shown, outputs_.read(limits));
    if (!screen::is_on(*shown, x, y)) return std::optional<ClientWindow>();
    SUREHAND_TRY(listed, windows_.all(limits));
    return screen::topmost_at(listed.take(), x, y);
  }
  Result<std::vector<surehand::Display>> displays(const Limits& limits) override {
    SUREHAND_TRY(displays, outputs_.read(limits));
    SUREHAND_CHECK(windows_.measure(*displays, limits));
    return displays;
  }

  Status activate(WindowId window, const Limits& limits) override {
    SUREHAND_CHECK(windows_.command(window, "activate", {}, limits));
    return wait_for_foreground(window, limits);
  }
  Status close(WindowId window, const Limits& limits) override { return windows_.command(window, "close", {}, limits); }
  Result<std::string> minimize(WindowId window, const Limits& limits) override {
    SUREHAND_CHECK(windows_.command(window, "minimize", json::Value().set("on", true), limits));
    return std::string("minimized");
  }
  Result<std::string> maximize(WindowId window, bool maximized, const Limits& limits) override {
    SUREHAND_CHECK(windows_.command(window, "maximize", json::Value().set("on", maximized), limits));
    return std::string("setMaximize");
  }
  Result<std::string> show(WindowId window, const Limits& limits) override {
    SUREHAND_CHECK(windows_.command(window, "minimize", json::Value().set("on", false), limits));
    return std::string("minimized");
  }
  Result<std::string> place(WindowId window, const Rect& content, const Rect& place, const Limits& limits) override {
    SUREHAND_TRY(windows, windows_.all(limits));
    const auto found =
        std::find_if(windows->begin(), windows->end(), [&](const ClientWindow& each) { return each.id == window; });
    if (found == windows->end()) return screen::gone(window);
    // What differs from what is asked of: `content` is where the caller saw it.
    Rect to = found->content;
    if (place.x != content.x || place.y != content.y) to.x = place.x, to.y = place.y;
    if (place.width != content.width) to.width = place.width;
    if (place.height != content.height) to.height = place.height;
    // KWin counts the frame that it draws.
    const screen::Insets& frame = found->frame;
    json::Value sides = json::Array();
    sides.push(to.x - frame.left).push(to.y - frame.top);
    sides.push(to.width + frame.left + frame.right).push(to.height + frame.top + frame.bottom);
    SUREHAND_CHECK(windows_.command(window, "place", json::Value().set("frame", std::move(sides)), limits));
    return std::string("frameGeometry");
  }

  Result<std::string> input(const std::vector<InputStep>& steps, const screen::Receiver& receiver,
                            const Limits& limits) override {
    if (!lacks_.input.empty()) return unsupported(lacks_.input);
    SUREHAND_TRY(lock, input_lock_.take("the keyboard and the pointer to be free", limits));
    SUREHAND_CHECK(input_.perform(steps, receiver, limits));
    return std::string("fake input");
  }
  Result<std::string> characters_without_key(const std::string& text, const Limits& limits) override {
    if (!lacks_.input.empty()) return unsupported(lacks_.input);
    SUREHAND_TRY(lock, input_lock_.take("the keyboard and the pointer to be free", limits));
    return input_.characters_without_key(text, limits);
  }
  Result<bool> is_in_foreground(WindowId window, const Limits& limits) override {
    return windows_.is_active(window, limits);
  }
  Status wait_for_foreground(WindowId window, const Limits& limits) override {
    while (true) {
      SUREHAND_TRY(there, windows_.is_active(window, limits));
      if (*there) return Done{};
      if (auto error = limits.exceeded("the window to get the keyboard")) return std::move(*error);
      limits.sleep_until(Clock::now() + kPollAgain);
    }
  }

  Result<Image> screenshot(const std::optional<Rect>& area, const Limits& limits) override {
    SUREHAND_TRY(displays, outputs_.read(limits));
    const auto part = on_screen(*displays, area);
    if (!part) return Error{ErrorCode::kInvalidArgument, "no part of this area is on the screen", {}};
    return picture_of_area(*bus_, *part, limits);
  }
  Result<Image> screenshot_of(WindowId window, const Rect& content, const Limits& limits) override {
    SUREHAND_TRY(name, windows_.name_of(window, limits));
    return picture_of_window(*bus_, *name, content, limits);
  }

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
    return unsupported(kNoKeysOfOthers);
  }

 private:
  TimedLock input_lock_;
  std::unique_ptr<Connection> connection_;
  Outputs outputs_;
  std::shared_ptr<dbus::Connection> bus_;
  Script script_;
  Windows windows_;
  Input input_;
  Clipboard clipboard_;
  screen::Lacks lacks_;
};

std::unique_ptr<screen::Screen> none(const Error& why) {
  return std::make_unique<screen::Screen>("Wayland: " + why.message);
}

}  // namespace

// What it offers to every client, and no other compositor does.
bool is_kwin(const Connection& connection) { return connection.has("org_kde_plasma_shell"); }

std::unique_ptr<screen::Screen> open(std::unique_ptr<Connection> connection, std::string socket,
                                     const Environment& environment, const Limits& limits) {
  const std::string runtime = environment.get("XDG_RUNTIME_DIR").value_or("");
  const std::string address = environment.get("DBUS_SESSION_BUS_ADDRESS").value_or("unix:path=" + runtime + "/bus");
  auto bus = dbus::Connection::open(address, runtime, limits, true);
  if (!bus) return none(bus.error());
  auto screen = std::make_unique<KwinScreen>(std::move(connection), std::move(socket), bus.take(),
                                             runtime.empty() ? std::string("/tmp") : runtime);
  if (auto begun = screen->begin(limits); !begun) return none(begun.error());
  return screen;
}

}  // namespace surehand::wayland::kwin
