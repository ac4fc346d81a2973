#include "platform/linux/treeless.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "platform/linux/errors.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/session.h"
#include "platform/linux/snapshot.h"
#include "platform/posix/files.h"

namespace surehand::atspi {
namespace {

constexpr std::string_view kKeyPrefix = "process ";
constexpr std::string_view kWindowPrefix = "window ";
constexpr std::string_view kRoot = "root";
constexpr std::string_view kWhyTreeless = "the application publishes no accessibility tree";

// How long a program that has a toolkit which publishes may take from its start to do so.
constexpr Milliseconds kPublication{10'000};
// What the libraries of toolkits that publish are called.
const std::vector<std::string_view> kToolkits = {"libatk-bridge", "libgtk-3",  "libgtk-4", "libQt5Gui",
                                                 "libQt6Gui",     "libatspi.", "libxul",   "libjvm"};

std::string this_machine() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string key_of(int64_t pid, uint64_t start) {
  return std::string(kKeyPrefix) + std::to_string(pid) + " since " + std::to_string(start);
}

template <class T>
std::optional<T> number_after(std::string_view text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return std::nullopt;
  T number = 0;
  const auto [end, error] = std::from_chars(text.data() + prefix.size(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

bool shows(const screen::ClientWindow& window) { return (window.viewable && !window.unmanaged) || window.minimized; }

ApplicationRecord record_of(Session& session, const screen::ClientWindow& window, std::string key) {
  ApplicationRecord record;
  record.key = std::move(key);
  record.pid = window.pid;
  record.executable = executable_of(window.pid);
  name_by_entry(session, record);
  for (const std::string& name : {record.displayed, window.class_name, record.executable}) {
    if (record.name.empty()) record.name = name;
  }
  return record;
}

Result<std::vector<screen::ClientWindow>> treeless_windows_of(Session& session, const ApplicationRecord& record,
                                                              const Limits& limits) {
  SUREHAND_TRY(windows, session.screen->windows(limits));
  const auto is_other = [&](const screen::ClientWindow& window) { return window.pid != record.pid || !shows(window); };
  windows->erase(std::remove_if(windows->begin(), windows->end(), is_other), windows->end());
  return windows;
}

bool is_gtk2(int64_t pid) { return has_library(pid, {"libgtk-x11-2.0"}); }

std::string why(int64_t pid) {
  return std::string(kWhyTreeless) + (is_gtk2(pid) ? std::string("; ") + kGtk2Bridge : "");
}

States states_of(bool visible, bool active, bool modal) {
  States states;
  states.set(State::kEnabled);
  states.set(State::kVisible, visible);
  states.set(State::kActive, active);
  states.set(State::kModal, modal);
  return states;
}

}  // namespace

std::string treeless_key(int64_t pid) {
  const auto start = start_of(pid);
  return start ? key_of(pid, *start) : std::string();
}

bool is_treeless(std::string_view app_key) { return app_key.substr(0, kKeyPrefix.size()) == kKeyPrefix; }

std::string identity_of_window(uint32_t window) { return std::string(kWindowPrefix) + std::to_string(window); }

std::optional<uint32_t> window_named(std::string_view identity) {
  return number_after<uint32_t>(identity, kWindowPrefix);
}

std::vector<ApplicationPtr> treeless_applications(Session& session, const std::vector<Application>& published,
                                                  const Limits& limits) {
  std::vector<ApplicationPtr> found;
  // The display's troubles are no reason to hide who is on the bus.
  const auto windows = session.screen->windows(limits);
  if (!windows) return found;
  const std::string machine = this_machine();
  for (const screen::ClientWindow& window : *windows) {
    const auto is_its = [&](const Application& one) { return one.pid == window.pid; };
    const auto is_known = [&](const ApplicationPtr& one) { return one->pid == window.pid; };
    if (!shows(window) || (!window.machine.empty() && window.machine != machine)) continue;
    if (std::any_of(published.begin(), published.end(), is_its)) continue;
    if (std::any_of(found.begin(), found.end(), is_known)) continue;
    const auto start = start_of(window.pid);
    if (!start) continue;
    std::string key = key_of(window.pid, *start);
    ApplicationPtr known = session.applications.find(key);
    if (!known) {
      if (age_of(*start) < kPublication && has_library(window.pid, kToolkits)) continue;
      known = session.applications.add(record_of(session, window, std::move(key)));
    }
    found.push_back(std::move(known));
  }
  return found;
}

bool may_yet_publish(pid_t session) {
  for (const std::string& name : names_in("/proc")) {
    const int64_t pid = number_after<int64_t>(name, "").value_or(0);
    if (pid <= 0 || getsid(static_cast<pid_t>(pid)) != session) continue;
    const auto start = start_of(pid);
    if (start && age_of(*start) < kPublication && has_library(pid, kToolkits)) return true;
  }
  return false;
}

Result<ApplicationPtr> treeless_application(Session& session, const std::string& app_key) {
  auto known = session.applications.find(app_key);
  const int64_t pid = number_after<int64_t>(app_key, kKeyPrefix).value_or(0);
  const auto start = start_of(pid);
  if (known && start && key_of(pid, *start) == app_key) return known;
  ApplicationRecord gone;
  gone.name = known ? known->name : "the application";
  gone.pid = pid;
  if (known) session.applications.forget(app_key);
  return app_exited(gone);
}

Result<std::vector<Window>> treeless_windows(Session& session, const std::string& app_key, const Limits& limits) {
  SUREHAND_TRY(record, treeless_application(session, app_key));
  SUREHAND_TRY(shown, treeless_windows_of(session, **record, limits));
  std::vector<Window> windows;
  for (screen::ClientWindow& each : *shown) {
    Window window;
    window.element = {app_key, identity_of_window(each.id)};
    window.title = std::move(each.title);
    window.role = each.modal ? Role::kDialog : Role::kWindow;
    window.bounds = each.visible();
    window.active = each.active;
    if (each.modal) window.modality = Modality::kApplication;
    window.minimized = each.minimized;
    window.maximized = each.maximized;
    windows.push_back(std::move(window));
  }
  return windows;
}

Result<SnapshotPtr> treeless_snapshot(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                      const Limits& limits) {
  const double captured_at = milliseconds_since_epoch();
  const auto began = Clock::now();
  SUREHAND_TRY(record, treeless_application(session, target.app_key));
  SUREHAND_TRY(windows, treeless_windows_of(session, **record, limits));
  SnapshotBuilder builder;
  NodeIndex node = 0;
  if (target.identity && *target.identity != kRoot) {
    const auto id = window_named(*target.identity);
    const auto is_it = [&](const screen::ClientWindow& window) { return id == window.id; };
    const auto window = std::find_if(windows->begin(), windows->end(), is_it);
    if (window == windows->end()) return Error{ErrorCode::kStale, "the window of " + (*record)->name + " is gone", {}};
    node = builder.open(window->modal ? Role::kDialog : Role::kWindow);
    builder.identity(*target.identity);
    builder.states(states_of(window->viewable, window->active, window->modal));
    builder.text(TextField::kName, window->title);
    if (!window->class_name.empty()) builder.text(TextField::kClass, window->class_name);
    builder.bounds(window->visible());
  } else {
    node = builder.open(Role::kApplication);
    builder.identity(kRoot);
    builder.states(states_of(true, false, false));
    builder.text(TextField::kName, (*record)->name);
  }
  builder.host((*record)->executable, (*record)->pid, (*record)->names());
  builder.cut(node, CutReason::kUnpublished, why((*record)->pid));
  return builder.finish(target.app_key, refs, captured_at, milliseconds_since(began));
}

Error no_tree(Session& session, const std::string& app_key, std::string_view what) {
  const auto known = treeless_application(session, app_key);
  if (!known) return known.error();
  return {ErrorCode::kUnsupported,
          (*known)->name + " publishes no accessibility tree, and " + std::string(what) +
              " needs one; its windows, screenshots, keys and the pointer work" +
              (is_gtk2((*known)->pid) ? std::string(". ") + kGtk2Bridge : ""),
          {}};
}

}  // namespace surehand::atspi
