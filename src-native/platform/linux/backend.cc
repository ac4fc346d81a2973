#include "platform/linux/backend.h"

#include <utility>

#include "platform/linux/activate.h"
#include "platform/linux/applications.h"
#include "platform/linux/arrange.h"
#include "platform/linux/clipboard.h"
#include "platform/linux/displays.h"
#include "platform/linux/events.h"
#include "platform/linux/find.h"
#include "platform/linux/find_among.h"
#include "platform/linux/fingerprint.h"
#include "platform/linux/foreground.h"
#include "platform/linux/hotkey.h"
#include "platform/linux/input.h"
#include "platform/linux/invoke.h"
#include "platform/linux/launch.h"
#include "platform/linux/mirrored.h"
#include "platform/linux/permissions.h"
#include "platform/linux/processor_time.h"
#include "platform/linux/quirks/cells.h"
#include "platform/linux/quit.h"
#include "platform/linux/realize.h"
#include "platform/linux/screenshot.h"
#include "platform/linux/snapshot.h"
#include "platform/linux/surroundings.h"
#include "platform/linux/text_ranges.h"
#include "platform/linux/treeless.h"
#include "platform/linux/user_input.h"
#include "platform/linux/window_at.h"
#include "platform/linux/windows.h"
#include "platform/posix/children.h"

namespace surehand::atspi {

Result<std::unique_ptr<Backend>> LinuxBackend::open(const OpenOptions& options, const Limits& limits) {
  SUREHAND_TRY(session, open_session(options, limits));
  return std::unique_ptr<Backend>(new LinuxBackend(session.take()));
}

Result<std::vector<Application>> LinuxBackend::applications(const Limits& limits) {
  Children::of_this_process().reap();
  return list_applications(*session_, limits);
}

Result<std::vector<Window>> LinuxBackend::windows(const std::string& app_key, const Limits& limits) {
  if (is_treeless(app_key)) return treeless_windows(*session_, app_key, limits);
  return list_windows(*session_, app_key, limits);
}

Result<SnapshotPtr> LinuxBackend::snapshot(const Target& target, const SnapshotOptions& options, const Limits& limits) {
  if (is_treeless(target.app_key)) return treeless_snapshot(*session_, refs(), target, limits);
  if (options.around && target.identity) return take_surroundings(*session_, refs(), target, options, limits);
  if (is_mirrored(*session_, target, options, limits)) return take_mirrored(*session_, refs(), target, options, limits);
  return take_snapshot(*session_, refs(), target, options, limits);
}

Result<Matches> LinuxBackend::find(const Target& target, const Query& query, const FindOptions& options,
                                   const Limits& limits) {
  if (is_treeless(target.app_key)) return find_in_snapshot(target, query, options.limit, limits);
  return find_elements(*session_, refs(), target, query, options, limits);
}

Result<Matches> LinuxBackend::find_among(const std::vector<std::string>& identities, const Target& target,
                                         const Query& query, const Limits& limits) {
  if (is_treeless(target.app_key)) return Backend::find_among(identities, target, query, limits);
  return find_elements_among(*session_, refs(), identities, target, query, limits);
}

Result<Dispatch> LinuxBackend::invoke(const Element& element, const Action& action, Sending& sending,
                                      const Limits& limits) {
  if (is_treeless(element.app_key)) return no_tree(*session_, element.app_key, "acting on an element");
  return invoke_action(*session_, element, action, sending, limits);
}
Result<Dispatch> LinuxBackend::input(const std::vector<InputStep>& steps, const InputTarget& target,
                                     const Limits& limits) {
  return make_input(*session_, steps, target, limits);
}
Result<std::unique_ptr<Subscription>> LinuxBackend::observe(const Target& target, EventKinds kinds, EventSink sink,
                                                            const Limits& limits) {
  if (is_treeless(target.app_key)) return no_tree(*session_, target.app_key, "hearing of events");
  return observe_application(*session_, target, kinds, std::move(sink), limits);
}
Result<std::unique_ptr<Subscription>> LinuxBackend::hotkey(const std::vector<std::string>& keys,
                                                           std::function<void()> pressed, const Limits& limits) {
  return watch_hotkey(*session_, keys, std::move(pressed), limits);
}
Result<std::unique_ptr<Subscription>> LinuxBackend::user_input(UserInputSink sink, const Limits& limits) {
  return watch_user_input(*session_, std::move(sink), limits);
}
Result<uint64_t> LinuxBackend::fingerprint(const std::string& app_key, bool whole, const Limits& limits) {
  if (whole || is_treeless(app_key)) return Backend::fingerprint(app_key, whole, limits);
  SUREHAND_TRY(by_items, fingerprint_by_items(*session_, app_key, limits));
  return *by_items ? Result<uint64_t>(**by_items) : Backend::fingerprint(app_key, whole, limits);
}
Result<std::vector<KeptTree>> LinuxBackend::kept_trees(const Limits&) { return session_->mirrors.report(); }
Result<double> LinuxBackend::processor_time(const std::string& app_key, const Limits& limits) {
  return read_processor_time(*session_, app_key, limits);
}
Result<Element> LinuxBackend::window_at(double x, double y, const Limits& limits) {
  return find_window_at(*session_, x, y, limits);
}
Result<std::vector<Rect>> LinuxBackend::popups(const std::string& app_key, const Limits& limits) {
  return places_of_popups(*session_, app_key, limits);
}
Result<TextRange> LinuxBackend::selected_range(const Element& element, const Limits& limits) {
  if (is_treeless(element.app_key)) return no_tree(*session_, element.app_key, "reading a selection");
  return read_selected_range(*session_, element, limits);
}
Result<std::optional<Rect>> LinuxBackend::text_bounds(const Element& element, TextRange range, const Limits& limits) {
  if (is_treeless(element.app_key)) return no_tree(*session_, element.app_key, "reading where a text is");
  return read_text_bounds(*session_, refs(), element, range, limits);
}
Result<Foreground> LinuxBackend::foreground(const Limits& limits) { return find_foreground(*session_, limits); }
Result<Image> LinuxBackend::screenshot(const Capture& capture, const Limits& limits) {
  return take_screenshot(*session_, capture, limits);
}
Result<std::vector<Display>> LinuxBackend::displays(const Limits& limits) { return list_displays(*session_, limits); }
Result<std::vector<Permission>> LinuxBackend::permissions(const Limits& limits) {
  return list_permissions(*session_, limits);
}
Result<std::vector<Capability>> LinuxBackend::capabilities(const Limits& limits) {
  return list_capabilities(*session_, limits);
}
Result<std::string> LinuxBackend::characters_without_key(const std::string& text, const Limits& limits) {
  return session_->screen->characters_without_key(text, limits);
}
Result<std::string> LinuxBackend::read_clipboard(ClipboardFormat format, const Limits& limits) {
  return surehand::atspi::read_clipboard(*session_, format, limits);
}
Status LinuxBackend::write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) {
  return surehand::atspi::write_clipboard(*session_, format, content, limits);
}
Result<Element> LinuxBackend::realize(const Element& container, const std::string& name, const Limits& limits) {
  if (is_treeless(container.app_key)) return Backend::realize(container, name, limits);
  return realize_cell(*session_, container, name, limits);
}

Result<Launched> LinuxBackend::launch(const LaunchOptions& options, const Limits& limits) {
  return launch_application(*session_, options, limits);
}
Result<ProgramReport> LinuxBackend::program(int64_t process, bool ended, const Limits& limits) {
  return report_program(process, ended, limits);
}
Status LinuxBackend::activate(const Element& window, const Limits& limits) {
  return activate_window(*session_, window, limits);
}
Result<Dispatch> LinuxBackend::arrange(const Element& window, const Arrangement& arrangement, const Limits& limits) {
  return arrange_window(*session_, window, arrangement, limits);
}
Status LinuxBackend::close(const Element& window, const Limits& limits) {
  return close_window(*session_, window, limits);
}
Status LinuxBackend::quit(const std::string& app_key, bool force, const Limits& limits) {
  return quit_application(*session_, app_key, force, limits);
}

}  // namespace surehand::atspi

namespace surehand {

Result<std::unique_ptr<Backend>> open_linux(const OpenOptions& options, const Limits& limits) {
  return atspi::LinuxBackend::open(options, limits);
}

}  // namespace surehand
