#include "platform/macos/backend.h"

#include <utility>

#include "platform/macos/activate.h"
#include "platform/macos/applications.h"
#include "platform/macos/arrange.h"
#include "platform/macos/clipboard.h"
#include "platform/macos/displays.h"
#include "platform/macos/events.h"
#include "platform/macos/foreground.h"
#include "platform/macos/input.h"
#include "platform/macos/invoke.h"
#include "platform/macos/launch.h"
#include "platform/macos/permissions.h"
#include "platform/macos/processor_time.h"
#include "platform/macos/quirks/wake.h"
#include "platform/macos/quit.h"
#include "platform/macos/realize.h"
#include "platform/macos/screenshot.h"
#include "platform/macos/snapshot.h"
#include "platform/macos/text_ranges.h"
#include "platform/macos/window_at.h"
#include "platform/macos/windows.h"
#include "platform/posix/children.h"

namespace surehand {

namespace ax {

Result<std::unique_ptr<Backend>> MacBackend::open(const OpenOptions& options, const Limits& limits) {
  SUREHAND_TRY(session, open_session(options, limits));
  return std::unique_ptr<Backend>(new MacBackend(session.take()));
}

MacBackend::~MacBackend() { let_sleep(*session_); }

Result<std::vector<Application>> MacBackend::applications(const Limits& limits) {
  Children::of_this_process().reap();
  return list_applications(*session_, limits);
}

Result<std::vector<Window>> MacBackend::windows(const std::string& app_key, const Limits& limits) {
  auto windows = list_windows(*session_, *refs(), app_key, limits);
  if (windows) session_->seen.keep(app_key, *windows);
  return windows;
}

Result<SnapshotPtr> MacBackend::snapshot(const Target& target, const SnapshotOptions& options, const Limits& limits) {
  return take_snapshot(*session_, refs(), target, options, limits);
}

Result<Dispatch> MacBackend::invoke(const Element& element, const Action& action, Sending& sending,
                                    const Limits& limits) {
  return invoke_action(*session_, element, action, sending, limits);
}

Result<Dispatch> MacBackend::input(const std::vector<InputStep>& steps, const InputTarget& target,
                                   const Limits& limits) {
  return make_input(*session_, steps, target, limits);
}

Result<std::unique_ptr<Subscription>> MacBackend::observe(const Target& target, EventKinds kinds, EventSink sink,
                                                          const Limits& limits) {
  return observe_application(*session_, target, kinds, std::move(sink), limits);
}

Result<double> MacBackend::processor_time(const std::string& app_key, const Limits& limits) {
  static_cast<void>(limits);
  return read_processor_time(*session_, app_key);
}

Result<TextRange> MacBackend::selected_range(const Element& element, const Limits& limits) {
  return read_selected_range(*session_, element, limits);
}

Result<std::optional<Rect>> MacBackend::text_bounds(const Element& element, TextRange range, const Limits& limits) {
  return read_text_bounds(*session_, element, range, limits);
}

Result<Element> MacBackend::window_at(double x, double y, const Limits& limits) {
  return find_window_at(*session_, x, y, limits);
}

Result<Foreground> MacBackend::foreground(const Limits& limits) { return read_foreground(*session_, limits); }

Result<Image> MacBackend::screenshot(const Capture& capture, const Limits& limits) {
  return take_screenshot(*session_, capture, limits);
}

Result<std::vector<Display>> MacBackend::displays(const Limits& limits) {
  static_cast<void>(limits);
  return list_displays();
}

Result<std::vector<Permission>> MacBackend::permissions(const Limits& limits) { return list_permissions(limits); }

Result<std::vector<Capability>> MacBackend::capabilities(const Limits& limits) {
  static_cast<void>(limits);
  return list_capabilities();
}

Result<std::string> MacBackend::read_clipboard(ClipboardFormat format, const Limits& limits) {
  return ax::read_clipboard(format, limits);
}

Status MacBackend::write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) {
  return ax::write_clipboard(format, content, limits);
}

Result<Element> MacBackend::realize(const Element& container, const std::string& name, const Limits& limits) {
  return realize_row(*session_, *refs(), container, name, limits);
}

Result<Launched> MacBackend::launch(const LaunchOptions& options, const Limits& limits) {
  return launch_application(*session_, options, limits);
}

Result<ProgramReport> MacBackend::program(int64_t process, bool ended, const Limits& limits) {
  return report_program(process, ended, limits);
}

Status MacBackend::activate(const Element& window, const Limits& limits) {
  return activate_window(*session_, window, limits);
}

Result<Dispatch> MacBackend::arrange(const Element& window, const Arrangement& arrangement, const Limits& limits) {
  return arrange_window(*session_, window, arrangement, limits);
}

Status MacBackend::close(const Element& window, const Limits& limits) {
  return close_window(*session_, window, limits);
}

Status MacBackend::quit(const std::string& app_key, bool force, const Limits& limits) {
  return quit_application(*session_, app_key, force, limits);
}

}  // namespace ax

Result<std::unique_ptr<Backend>> open_macos(const OpenOptions& options, const Limits& limits) {
  return ax::MacBackend::open(options, limits);
}

}  // namespace surehand
