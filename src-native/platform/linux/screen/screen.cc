#include "platform/linux/screen/screen.h"

namespace surehand::screen {

Status Screen::present() const { return reason_.empty() ? Status(Done{}) : unsupported(reason_); }

Result<Lacks> Screen::lacks(const Limits&) {
  return Lacks{reason_, reason_, reason_, reason_, reason_, reason_, reason_, "", ""};
}

Result<std::vector<ClientWindow>> Screen::windows(const Limits&) { return unsupported(reason_); }
Result<std::vector<ClientWindow>> Screen::popups(int64_t, const Limits&) { return unsupported(reason_); }
Result<std::optional<ClientWindow>> Screen::window_at(int32_t, int32_t, const Limits&) { return unsupported(reason_); }
Result<std::vector<surehand::Display>> Screen::displays(const Limits&) { return unsupported(reason_); }

Status Screen::activate(WindowId, const Limits&) { return unsupported(reason_); }
Status Screen::close(WindowId, const Limits&) { return unsupported(reason_); }
Result<std::string> Screen::minimize(WindowId, const Limits&) { return unsupported(reason_); }
Result<std::string> Screen::maximize(WindowId, bool, const Limits&) { return unsupported(reason_); }
Result<std::string> Screen::show(WindowId, const Limits&) { return unsupported(reason_); }
Result<std::string> Screen::place(WindowId, const Rect&, const Rect&, const Limits&) { return unsupported(reason_); }
bool Screen::has_read_its_events(WindowId, Milliseconds, const Limits&) { return false; }

Result<std::string> Screen::input(const std::vector<InputStep>&, const Receiver&, const Limits&) {
  return unsupported(reason_);
}
Result<bool> Screen::is_in_foreground(WindowId, const Limits&) { return unsupported(reason_); }
Status Screen::wait_for_foreground(WindowId, const Limits&) { return unsupported(reason_); }

Result<Image> Screen::screenshot(const std::optional<Rect>&, const Limits&) { return unsupported(reason_); }
Result<Image> Screen::screenshot_of(WindowId, const Rect&, const Limits&) { return unsupported(reason_); }

Result<std::string> Screen::read_clipboard(ClipboardFormat, const Limits&) { return unsupported(reason_); }
Status Screen::write_clipboard(ClipboardFormat, const std::string&, const Limits&) { return unsupported(reason_); }
Result<std::unique_ptr<Subscription>> Screen::watch_hotkey(std::vector<std::string>, std::function<void()>,
                                                           const Limits&) {
  return unsupported(reason_);
}
Result<std::unique_ptr<Subscription>> Screen::watch_user_input(UserInputSink, const Limits&) {
  return unsupported(reason_.empty() ? "the compositor does not tell what a person does" : reason_);
}

}  // namespace surehand::screen
