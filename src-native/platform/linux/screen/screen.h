#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/clipboard.h"
#include "core/seam/display.h"
#include "core/seam/events.h"
#include "core/seam/image.h"
#include "core/seam/input.h"
#include "core/seam/user_input.h"
#include "platform/linux/screen/window.h"
#include "platform/posix/environment.h"

namespace surehand::screen {

// Whom input is for.
struct Receiver {
  WindowId window = kNoWindow;  // kNoWindow: any that has the keyboard
  // It finds out only some frames later that the pointer came into a popup of its own. A press has to wait for that.
  bool lags_in_popups = false;
  // Where windows cannot be seen: whether the application says that its window has the keyboard.
  std::function<Result<bool>()> has_keyboard;
  // Waits until it has read what was sent, as far as it can be asked. Nothing where it cannot.
  std::function<Status()> catch_up;
};

// Why something cannot be done here; empty where it can. Then by what input and pictures are made.
struct Lacks {
  std::string input, screenshot, covered, clipboard, hotkey, arrange, windows;
  std::string input_by, screenshot_by;
  // Where a person has to agree first: how to ask, while that was not done; afterwards, that the person agreed.
  std::string consent;
  bool consented = false;
};

// The window system of a desktop. This class is the desktop that has none: what needs one is UNSUPPORTED and says why, and everything that
// accessibility alone can do works.
class Screen {
 public:
  explicit Screen(std::string reason) : reason_(std::move(reason)) {}
  virtual ~Screen() = default;
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Why there is no window system that could be used; empty where there is one.
  const std::string& reason() const { return reason_; }
  // UNSUPPORTED with the reason.
  Status present() const;
  virtual Result<Lacks> lacks(const Limits& limits);
  // UNSUPPORTED where the window system tells nothing of its clients' windows, with the reason.
  virtual Status sees_windows(const Limits&) { return present(); }

  // The clients' windows from the bottom of the stack to its top. Without a window manager menus and tooltips too.
  virtual Result<std::vector<ClientWindow>> windows(const Limits& limits);
  // The popups of a process that show, from the bottom of the stack to its top: what no window manager places (menus, the lists of
  // combo boxes, popovers, tooltips). They say of what kind they are. None where the window system tells of none: tells_popups().
  virtual Result<std::vector<ClientWindow>> popups(int64_t pid, const Limits& limits);
  virtual bool tells_popups() const { return true; }
  // Whether a window that is not said to be modal is not.
  virtual bool tells_modality() const { return false; }
  // Whether every client tells places on the screen: ClientWindow::knows_its_place.
  virtual bool clients_know_their_place() const { return true; }
  // The client window that would receive a click at a point; nothing over the bare desktop.
  virtual Result<std::optional<ClientWindow>> window_at(int32_t x, int32_t y, const Limits& limits);
  virtual Result<std::vector<surehand::Display>> displays(const Limits& limits);

  // Brings a window to the front and gives it the keyboard. Shows its workspace first. Returns once it is the active one; TIMEOUT otherwise.
  virtual Status activate(WindowId window, const Limits& limits);
  // Asks the client to close its window, as the close button of its frame would. Does not wait for it.
  virtual Status close(WindowId window, const Limits& limits);
  // What a window manager is asked to do with a window. It may do otherwise, and nothing here waits for it. STALE when the window is
  // gone, UNSUPPORTED where no window manager runs that can. What they give is the name of what was asked.
  virtual Result<std::string> minimize(WindowId window, const Limits& limits);
  virtual Result<std::string> maximize(WindowId window, bool maximized, const Limits& limits);
  // Shows one that was minimized.
  virtual Result<std::string> show(WindowId window, const Limits& limits);
  // Of `place`, what differs from `content`, the client's own area now, is asked for.
  virtual Result<std::string> place(WindowId window, const Rect& content, const Rect& place, const Limits& limits);
  // Whether the client of a window has read all events that were sent to it. False where that cannot be known.
  virtual bool has_read_its_events(WindowId window, Milliseconds patience, const Limits& limits);

  // Returns when every step was taken. INVALID_ARGUMENT for an unknown key, before anything is done. What presses, turns or types is sent
  // only while the receiver's window has the keyboard: foreground_lost(). When it ends early it lets go of all keys and buttons. Gives the
  // name of what made the input.
  virtual Result<std::string> input(const std::vector<InputStep>& steps, const Receiver& receiver,
                                    const Limits& limits);
  // The characters of a text that input() cannot type, each once.
  virtual Result<std::string> characters_without_key(const std::string&, const Limits&) { return std::string(); }
  // Why no window gets what is typed now; empty where one does.
  virtual Result<std::string> keeps_keys(const Limits&) { return std::string(); }
  // Whether what is typed goes to this window or one in it.
  virtual Result<bool> is_in_foreground(WindowId window, const Limits& limits);
  // An active window gets the keyboard a moment later where its client takes it by itself. TIMEOUT.
  virtual Status wait_for_foreground(WindowId window, const Limits& limits);

  // The screen, or the part of `area` that is on it. INVALID_ARGUMENT when no part of it is.
  virtual Result<Image> screenshot(const std::optional<Rect>& area, const Limits& limits);
  // A window's own picture, of `content`, where it is on the screen, also where something covers it. UNSUPPORTED where none is kept.
  virtual Result<Image> screenshot_of(WindowId window, const Rect& content, const Limits& limits);

  virtual Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits);
  virtual Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits);
  // Calls back, on a thread of its own, when all these keys (DOM names; modifiers first) are down and the last of them went down last.
  virtual Result<std::unique_ptr<Subscription>> watch_hotkey(std::vector<std::string> keys,
                                                             std::function<void()> pressed, const Limits& limits);
  // Tells what a person does: Actions::user_input.
  virtual Result<std::unique_ptr<Subscription>> watch_user_input(UserInputSink sink, const Limits& limits);

 protected:
  Screen() = default;
  Error unsupported(std::string why) const { return {ErrorCode::kUnsupported, std::move(why), {}}; }

 private:
  std::string reason_;
};

}  // namespace surehand::screen
