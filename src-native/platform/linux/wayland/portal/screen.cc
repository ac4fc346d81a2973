#include "platform/linux/wayland/portal/screen.h"

#include <utility>

#include "core/run/timed_lock.h"
#include "platform/linux/screen/extent.h"
#include "platform/linux/wayland/clipboard.h"
#include "platform/linux/wayland/mutter/shell.h"
#include "platform/linux/wayland/outputs.h"
#include "platform/linux/wayland/pipewire/library.h"
#include "platform/linux/wayland/portal/clipboard.h"
#include "platform/linux/wayland/portal/devices.h"
#include "platform/linux/wayland/portal/picture.h"
#include "platform/linux/wayland/portal/session.h"
#include "platform/linux/wayland/remote/input.h"

namespace surehand::wayland::portal {
namespace {

using screen::ClientWindow;
using screen::WindowId;

constexpr const char* kNoWindows =
    "the desktop portal does not tell where windows are, nor which one has the keyboard; use actions, and keys while "
    "the application's own window has the keyboard";
constexpr const char* kNoPicture = "the desktop portal gives no picture of what is covered";
constexpr const char* kNoHotkey = "a Wayland compositor reports no keys to other programs";

class PortalScreen final : public screen::Screen {
 public:
  PortalScreen(std::shared_ptr<dbus::Connection> bus, std::unique_ptr<Connection> connection, const std::string& socket,
               const Environment& environment, bool has_clipboard)
      : copies_(connection->has(kDataControl) && !(has_clipboard && environment.get("SUREHAND_WAYLAND"))),
        has_clipboard_(has_clipboard),
        shell_(bus),
        session_(bus, std::move(connection), socket, environment),
        outputs_(socket),
        devices_(session_, outputs_, socket),
        input_(devices_),
        clipboard_(socket) {
    // A person is asked for no more than is needed.
    if (!copies_) shared_clipboard_ = std::make_unique<remote::Clipboard>(selection(session_));
  }
  ~PortalScreen() override { input_.let_go(); }

  Result<screen::Lacks> lacks(const Limits&) override {
    screen::Lacks lacks;
    lacks.windows = lacks.arrange = kNoWindows;
    lacks.covered = kNoPicture;
    lacks.hotkey = kNoHotkey;
    if (!copies_) lacks.clipboard = no_clipboard();
    lacks.input_by = kRemoteDesktop;
    lacks.screenshot_by = kScreenCast;
    if (const auto library = pipewire::Library::get(); !library) lacks.screenshot = library.error().message;
    if (const auto over = session_.over()) {
      lacks.input = lacks.screenshot = over->message;
    } else if (!session_.begun()) {
      lacks.consent = session_.keeps_token()
                          ? "a person agreed before; the first input or picture asks again if that is no longer valid"
                          : "make input or a picture, and agree in the dialog that the desktop then opens";
    } else {
      lacks.consented = true;
      const auto keyboard = session_.has(kKeyboard), pointer = session_.has(kPointer);
      if (!keyboard && !pointer) lacks.input = keyboard.error().message;
      const auto stream = session_.stream();
      if (!stream) lacks.screenshot = stream.error().message;
    }
    return lacks;
  }
  Status sees_windows(const Limits&) override { return unsupported(kNoWindows); }

  Result<std::vector<ClientWindow>> windows(const Limits&) override { return unsupported(kNoWindows); }
  Result<std::vector<ClientWindow>> popups(int64_t, const Limits&) override { return std::vector<ClientWindow>(); }
  bool tells_popups() const override { return false; }
  bool clients_know_their_place() const override { return false; }
  Result<std::optional<ClientWindow>> window_at(int32_t, int32_t, const Limits&) override {
    return unsupported(kNoWindows);
  }
  Result<std::vector<surehand::Display>> displays(const Limits& limits) override { return outputs_.read(limits); }

  Status activate(WindowId, const Limits&) override { return unsupported(kNoWindows); }
  Status close(WindowId, const Limits&) override { return unsupported(kNoWindows); }
  Result<std::string> minimize(WindowId, const Limits&) override { return unsupported(kNoWindows); }
  Result<std::string> maximize(WindowId, bool, const Limits&) override { return unsupported(kNoWindows); }
  Result<std::string> show(WindowId, const Limits&) override { return unsupported(kNoWindows); }
  Result<std::string> place(WindowId, const Rect&, const Rect&, const Limits&) override {
    return unsupported(kNoWindows);
  }

  Result<std::string> input(const std::vector<InputStep>& steps, const screen::Receiver& receiver,
                            const Limits& limits) override {
    SUREHAND_TRY(lock, input_lock_.take("the keyboard and the pointer to be free", limits));
    SUREHAND_CHECK(input_.perform(steps, receiver, limits));
    return std::string("portal input");
  }
  Result<std::string> characters_without_key(const std::string& text, const Limits& limits) override {
    SUREHAND_TRY(lock, input_lock_.take("the keyboard and the pointer to be free", limits));
    return input_.characters_without_key(text, limits);
  }
  // On GNOME, where programs go on to say that they have the keyboard in the overview.
  Result<std::string> keeps_keys(const Limits& limits) override {
    auto overview = shell_.is_in_overview(limits);
    if (overview) return std::string(*overview ? mutter::kInOverview : "");
    // A sandbox may keep the shell from us.
    const ErrorCode code = overview.error().code;
    const bool is_hidden = code == ErrorCode::kPermissionDenied || code == ErrorCode::kUnsupported;
    return is_hidden ? Result<std::string>(std::string()) : overview.take_error();
  }
  Result<bool> is_in_foreground(WindowId, const Limits&) override { return unsupported(kNoWindows); }
  Status wait_for_foreground(WindowId, const Limits&) override { return unsupported(kNoWindows); }

  Result<Image> screenshot(const std::optional<Rect>& area, const Limits& limits) override {
    SUREHAND_CHECK(pipewire::Library::get());
    if (auto over = session_.over()) return std::move(*over);
    SUREHAND_TRY(shown, outputs_.read(limits));
    SUREHAND_TRY(bounds, screen::shown_part(*shown, area));
    SUREHAND_TRY(begun, session_.begin(limits));
    SUREHAND_TRY(stream, session_.stream());
    SUREHAND_TRY(place, place_of(*stream, *shown));
    if (!(intersection(*bounds, *place) == *bounds)) {
      return unsupported(
          "the person shared one display, and the picture is of others, too; take one of that display (the option "
          "`display`), or open the desktop again and share another");
    }
    return picture_of(session_, *stream, *place, *bounds, limits);
  }
  Result<Image> screenshot_of(WindowId, const Rect&, const Limits&) override { return unsupported(kNoPicture); }

  Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits) override {
    if (copies_) return clipboard_.read(format, limits);
    if (!has_clipboard_) return unsupported(kNoClipboard);
    if (auto over = session_.over()) return std::move(*over);
    return shared_clipboard_->read(format, limits);
  }
  Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) override {
    if (copies_) return clipboard_.write(format, content, limits);
    if (!has_clipboard_) return unsupported(kNoClipboard);
    if (auto over = session_.over()) return std::move(*over);
    return shared_clipboard_->write(format, content, limits);
  }
  Result<std::unique_ptr<Subscription>> watch_hotkey(std::vector<std::string>, std::function<void()>,
                                                     const Limits&) override {
    return unsupported(kNoHotkey);
  }

 private:
  std::string no_clipboard() {
    if (!has_clipboard_) return kNoClipboard;
    if (const auto over = session_.over()) return over->message;
    const auto given = session_.begun() ? session_.clipboard() : Status(Done{});
    return given ? std::string() : given.error().message;
  }

  const bool copies_;         // the compositor lets every program copy, and a person did not choose portals
  const bool has_clipboard_;  // the portal does
  TimedLock input_lock_;
  mutter::Shell shell_;
  Session session_;
  Outputs outputs_;
  Devices devices_;
  remote::Input input_;
  Clipboard clipboard_;
  std::unique_ptr<remote::Clipboard> shared_clipboard_;  // where not copies_
};

}  // namespace

Result<std::unique_ptr<screen::Screen>> open(std::unique_ptr<Connection> connection, std::string socket,
                                             const Environment& environment, const Limits& limits) {
  // Portals are started on demand, and start others.
  constexpr Milliseconds kStart(5000);
  const std::string runtime = environment.get("XDG_RUNTIME_DIR").value_or("");
  const std::string address = environment.get("DBUS_SESSION_BUS_ADDRESS").value_or("unix:path=" + runtime + "/bus");
  SUREHAND_TRY(bus, dbus::Connection::open(address, runtime, limits, true));
  SUREHAND_TRY(portal, Portal::find(**bus, limits.capped(kStart)));
  if (!*portal) return std::unique_ptr<screen::Screen>();
  return std::unique_ptr<screen::Screen>(
      std::make_unique<PortalScreen>(bus.take(), std::move(connection), socket, environment, (*portal)->has_clipboard));
}

}  // namespace surehand::wayland::portal
