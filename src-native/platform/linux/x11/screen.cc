#include "platform/linux/x11/screen.h"

#include <utility>

#include "platform/linux/x11/arrange.h"
#include "platform/linux/x11/clipboard.h"
#include "platform/linux/x11/display.h"
#include "platform/linux/x11/displays.h"
#include "platform/linux/x11/hotkey.h"
#include "platform/linux/x11/input.h"
#include "platform/linux/x11/ping.h"
#include "platform/linux/x11/properties.h"
#include "platform/linux/x11/screenshot.h"
#include "platform/linux/x11/user_input.h"
#include "platform/linux/x11/windows.h"

namespace surehand::x11 {
namespace {

class X11Screen final : public screen::Screen {
 public:
  X11Screen(std::unique_ptr<Display> display, std::string name, std::string authority_file)
      : display_(std::move(display)),
        name_(std::move(name)),
        authority_file_(std::move(authority_file)),
        input_(*display_),
        clipboard_(name_, authority_file_) {}

  Result<screen::Lacks> lacks(const Limits& limits) override {
    screen::Lacks lacks;
    lacks.input_by = "XTEST";
    lacks.screenshot_by = "X11";
    if (display_->xtest() == 0) lacks.input = "the X server lacks the XTEST extension, which makes input";
    if (!is_composited(*display_, limits)) lacks.covered = kNotComposited;
    SUREHAND_TRY(talk, display_->talk(limits));
    SUREHAND_TRY(managed, manager_supports(*talk, Name::kStateMaximizedVert));
    if (!*managed) lacks.arrange = "no window manager runs that minimizes and maximizes windows";
    return lacks;
  }

  Result<std::vector<ClientWindow>> windows(const Limits& limits) override { return x11::windows(*display_, limits); }
  Result<std::vector<ClientWindow>> popups(int64_t pid, const Limits& limits) override {
    return x11::popups(*display_, pid, limits);
  }
  bool tells_modality() const override { return true; }
  Result<std::optional<ClientWindow>> window_at(int32_t x, int32_t y, const Limits& limits) override {
    return x11::window_at(*display_, x, y, limits);
  }
  Result<std::vector<surehand::Display>> displays(const Limits& limits) override {
    return x11::displays(*display_, limits);
  }

  Status activate(Window window, const Limits& limits) override { return x11::activate(*display_, window, limits); }
  Status close(Window window, const Limits& limits) override { return x11::close(*display_, window, limits); }
  Result<std::string> minimize(Window window, const Limits& limits) override {
    return x11::minimize(*display_, window, limits);
  }
  Result<std::string> maximize(Window window, bool maximized, const Limits& limits) override {
    return x11::maximize(*display_, window, maximized, limits);
  }
  Result<std::string> show(Window window, const Limits& limits) override {
    return x11::show(*display_, window, limits);
  }
  Result<std::string> place(Window window, const Rect& content, const Rect& place, const Limits& limits) override {
    return x11::place(*display_, window, content, place, limits);
  }
  bool has_read_its_events(Window window, Milliseconds patience, const Limits& limits) override {
    auto talk = display_->talk(limits);
    if (!talk) return false;
    const auto answers = answers_ping(*talk, window);
    if (!answers || !*answers) return false;
    const auto answered = ping(*talk, window, patience);
    return answered && *answered;
  }

  Result<std::string> input(const std::vector<InputStep>& steps, const screen::Receiver& receiver,
                            const Limits& limits) override {
    SUREHAND_CHECK(input_.perform(steps, receiver, limits));
    return std::string("XTEST");
  }
  Result<bool> is_in_foreground(Window window, const Limits& limits) override {
    return input_.is_in_foreground(window, limits);
  }
  Status wait_for_foreground(Window window, const Limits& limits) override {
    return input_.wait_for_foreground(window, limits);
  }

  Result<Image> screenshot(const std::optional<Rect>& area, const Limits& limits) override {
    return x11::screenshot(*display_, memory_, area, limits);
  }
  Result<Image> screenshot_of(Window window, const Rect& content, const Limits& limits) override {
    return x11::screenshot_of(*display_, memory_, window, content, limits);
  }

  Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits) override {
    return clipboard_.read(format, limits);
  }
  Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) override {
    return clipboard_.write(format, content, limits);
  }
  Result<std::unique_ptr<Subscription>> watch_hotkey(std::vector<std::string> keys, std::function<void()> pressed,
                                                     const Limits& limits) override {
    // What goes on beside all else has a connection of its own.
    SUREHAND_TRY(display, Display::open(name_, authority_file_, limits));
    return x11::watch_hotkey(display.take(), std::move(keys), std::move(pressed), limits);
  }
  Result<std::unique_ptr<Subscription>> watch_user_input(UserInputSink sink, const Limits& limits) override {
    SUREHAND_TRY(board, input_.announce_from_now(limits));
    SUREHAND_TRY(display, Display::open(name_, authority_file_, limits));
    return x11::watch_user_input(display.take(), *board, std::move(sink), limits);
  }

 private:
  std::unique_ptr<Display> display_;
  std::string name_, authority_file_;
  Input input_;  // lets go of its keys before the display goes
  SharedMemory memory_;
  Clipboard clipboard_;
};

}  // namespace

std::unique_ptr<screen::Screen> open(const Environment& environment, const Limits& limits) {
  const auto name = environment.get("DISPLAY");
  if (!name) {
    return std::make_unique<screen::Screen>(
        "DISPLAY is not set, so there is no X11 display to make input on or to see; set it, or start a "
        "display with surehand/headless");
  }
  std::string authority = environment.get("XAUTHORITY").value_or("");
  if (authority.empty()) authority = environment.get("HOME").value_or("") + "/.Xauthority";
  auto opened = Display::open(*name, authority, limits);
  if (!opened) return std::make_unique<screen::Screen>(opened.error().message);
  return std::make_unique<X11Screen>(opened.take(), *name, std::move(authority));
}

}  // namespace surehand::x11
