#include "platform/windows/backend.h"

#include <utility>

#include "platform/windows/activate.h"
#include "platform/windows/applications.h"
#include "platform/windows/arrange.h"
#include "platform/windows/clipboard.h"
#include "platform/windows/displays.h"
#include "platform/windows/events.h"
#include "platform/windows/find.h"
#include "platform/windows/find_among.h"
#include "platform/windows/foreground.h"
#include "platform/windows/hotkey.h"
#include "platform/windows/input.h"
#include "platform/windows/invoke.h"
#include "platform/windows/launch.h"
#include "platform/windows/permissions.h"
#include "platform/windows/processor_time.h"
#include "platform/windows/quit.h"
#include "platform/windows/realize.h"
#include "platform/windows/screenshot.h"
#include "platform/windows/snapshot.h"
#include "platform/windows/text_ranges.h"
#include "platform/windows/window_at.h"
#include "platform/windows/windows.h"

namespace surehand::uia {

Result<std::unique_ptr<Backend>> WindowsBackend::open(const OpenOptions& options, const Limits& limits) {
  SUREHAND_TRY(session, open_session(options, limits));
  return std::unique_ptr<Backend>(new WindowsBackend(session.take()));
}

Result<std::vector<Application>> WindowsBackend::applications(const Limits& limits) {
  const PhysicalPixels pixels;
  return list_applications(*session_, limits);
}
Result<std::vector<Window>> WindowsBackend::windows(const std::string& app_key, const Limits& limits) {
  const PhysicalPixels pixels;
  return list_windows(*session_, app_key, limits);
}

Result<SnapshotPtr> WindowsBackend::snapshot(const Target& target, const SnapshotOptions& options,
                                             const Limits& limits) {
  const PhysicalPixels pixels;
  return take_snapshot(*session_, refs(), target, options, limits);
}

Result<Matches> WindowsBackend::find(const Target& target, const Query& query, const FindOptions& options,
                                     const Limits& limits) {
  const PhysicalPixels pixels;
  return find_elements(*session_, refs(), target, query, options, limits);
}

Result<Matches> WindowsBackend::find_among(const std::vector<std::string>& identities, const Target& target,
                                           const Query& query, const Limits& limits) {
  const PhysicalPixels pixels;
  return find_elements_among(*session_, refs(), identities, target, query, limits);
}

Result<Dispatch> WindowsBackend::invoke(const Element& element, const Action& action, Sending& sending,
                                        const Limits& limits) {
  const PhysicalPixels pixels;
  return invoke_action(*session_, element, action, sending, limits);
}
Result<Dispatch> WindowsBackend::input(const std::vector<InputStep>& steps, const InputTarget& target,
                                       const Limits& limits) {
  const PhysicalPixels pixels;
  return make_input(*session_, steps, target, limits);
}
Result<std::unique_ptr<Subscription>> WindowsBackend::observe(const Target& target, EventKinds kinds, EventSink sink,
                                                              const Limits& limits) {
  const PhysicalPixels pixels;
  return observe_application(*session_, target, kinds, std::move(sink), limits);
}
Result<std::unique_ptr<Subscription>> WindowsBackend::hotkey(const std::vector<std::string>& keys,
                                                             std::function<void()> pressed, const Limits& limits) {
  return watch_hotkey(keys, std::move(pressed), limits);
}
Result<double> WindowsBackend::processor_time(const std::string& app_key, const Limits& limits) {
  return read_processor_time(*session_, app_key, limits);
}
Result<Element> WindowsBackend::window_at(double x, double y, const Limits& limits) {
  const PhysicalPixels pixels;
  return find_window_at(*session_, x, y, limits);
}
Result<TextRange> WindowsBackend::selected_range(const Element& element, const Limits& limits) {
  const PhysicalPixels pixels;
  return read_selected_range(*session_, element, limits);
}
Result<std::optional<Rect>> WindowsBackend::text_bounds(const Element& element, TextRange range, const Limits& limits) {
  const PhysicalPixels pixels;
  return read_text_bounds(*session_, element, range, limits);
}

Result<Foreground> WindowsBackend::foreground(const Limits& limits) { return find_foreground(*session_, limits); }
Result<Image> WindowsBackend::screenshot(const Capture& capture, const Limits& limits) {
  const PhysicalPixels pixels;
  return take_screenshot(*session_, capture, limits);
}
Result<std::vector<Display>> WindowsBackend::displays(const Limits& limits) {
  const PhysicalPixels pixels;
  return list_displays(*session_, limits);
}
Result<std::vector<Permission>> WindowsBackend::permissions(const Limits&) { return list_permissions(*session_); }
Result<std::vector<Capability>> WindowsBackend::capabilities(const Limits& limits) {
  return list_capabilities(*session_, limits);
}
Result<std::string> WindowsBackend::read_clipboard(ClipboardFormat format, const Limits& limits) {
  return surehand::uia::read_clipboard(*session_, format, limits);
}
Status WindowsBackend::write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) {
  return surehand::uia::write_clipboard(*session_, format, content, limits);
}
Result<Element> WindowsBackend::realize(const Element& container, const std::string& name, const Limits& limits) {
  const PhysicalPixels pixels;
  return realize_item(*session_, container, name, limits);
}

Result<Launched> WindowsBackend::launch(const LaunchOptions& options, const Limits& limits) {
  return launch_application(*session_, options, limits);
}
Result<ProgramReport> WindowsBackend::program(int64_t process, bool ended, const Limits& limits) {
  return report_program(process, ended, limits);
}
Status WindowsBackend::activate(const Element& window, const Limits& limits) {
  const PhysicalPixels pixels;
  return activate_window(*session_, window, limits);
}
Result<Dispatch> WindowsBackend::arrange(const Element& window, const Arrangement& arrangement, const Limits& limits) {
  const PhysicalPixels pixels;
  return arrange_window(*session_, window, arrangement, limits);
}
Status WindowsBackend::close(const Element& window, const Limits& limits) {
  return close_window(*session_, window, limits);
}
Status WindowsBackend::quit(const std::string& app_key, bool force, const Limits& limits) {
  return quit_application(*session_, app_key, force, limits);
}

}  // namespace surehand::uia

namespace surehand {

Result<std::unique_ptr<Backend>> open_windows(const OpenOptions& options, const Limits& limits) {
  return uia::WindowsBackend::open(options, limits);
}

}  // namespace surehand
