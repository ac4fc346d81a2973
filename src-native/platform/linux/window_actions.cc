#include "platform/linux/window_actions.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/process/process.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/roles.h"
#include "platform/linux/x11/windows.h"

namespace surehand::atspi {

namespace {

constexpr int32_t kMostWindows = 64;
constexpr int kMostAncestors = 64;
// Sizes that differ by no more than this are the same, rounding and borders aside.
constexpr int32_t kSameSize = 8;
// How long an application may take to say that it is alive.
constexpr Milliseconds kProbe{500};
// How long an application may take to close its windows before `force` ends it.
constexpr Milliseconds kGrace{2000};
// How long a process may take to end itself before it is killed.
constexpr Milliseconds kTermination{500};

// A top-level element, as far as it helps to tell which window of the window system it is.
struct TopLevel {
  ObjectName name;
  std::string title;
  int32_t width = 0;
  int32_t height = 0;
};

Result<dbus::Reply> ask(Session& session, const ApplicationRecord& record, const dbus::Call& call,
                        const Limits& limits) {
  auto reply = session.bus->call(call, limits);
  if (!reply) return reply.take_error();
  if (is_gone(*reply)) return app_exited(record);
  return reply;
}

Result<int64_t> pid_of(Session& session, const std::string& app_key, const Limits& limits) {
  Caller caller;
  auto reply = session.bus->call(caller.process_of(app_key), limits);
  if (!reply) return reply.take_error();
  return reply->is_reply() ? reply->body().u32() : 0;
}

ObjectName read_object(dbus::Reader& reader) {
  reader.begin_struct();
  ObjectName object;
  object.bus = reader.string();
  object.path = reader.string();
  return object;
}

Result<TopLevel> describe(Session& session, const ApplicationRecord& record, ObjectName name, const Limits& limits) {
  TopLevel top;
  top.name = std::move(name);
  Caller caller;
  auto title = ask(session, record, caller.get(top.name, Property::kName), limits);
  if (!title) return title.take_error();
  if (!title->is_reply()) {
    return Error{ErrorCode::kStale, "the window is not there any more; look the windows up again", {}};
  }
  dbus::Reader reader = title->body();
  if (reader.begin_variant() == "s") top.title = reader.string();
  auto extents = ask(session, record, caller.extents(top.name, 0), limits);
  if (!extents) return extents.take_error();
  if (extents->is_reply()) {
    reader = extents->body();
    reader.begin_struct();
    reader.i32();
    reader.i32();
    top.width = reader.i32();
    top.height = reader.i32();
  }
  return top;
}

Result<std::vector<TopLevel>> top_levels(Session& session, const ApplicationRecord& record, const Limits& limits) {
  std::vector<TopLevel> result;
  const Object root{record.key, record.root};
  Caller caller;
  auto count = ask(session, record, caller.get(root, Property::kChildCount), limits);
  if (!count) return count.take_error();
  dbus::Reader reader = count->body();
  const int32_t most = reader.begin_variant() == "i" ? std::min(reader.i32(), kMostWindows) : 0;
  for (int32_t i = 0; i < most; ++i) {
    auto child = ask(session, record, caller.with_index(root, Method::kGetChildAtIndex, i), limits);
    if (!child) return child.take_error();
    reader = child->body();
    ObjectName name = read_object(reader);
    if (!child->is_reply() || !reader.ok() || name.path == kNullPath) continue;
    auto top = describe(session, record, std::move(name), limits);
    if (!top && top.error().code == ErrorCode::kStale) continue;
    if (!top) return top.take_error();
    result.push_back(top.take());
  }
  return result;
}

// The element's top-level element: the last one below the application.
Result<TopLevel> top_level_of(Session& session, const ApplicationRecord& record, const Element& element,
                              const Limits& limits) {
  ObjectName object = object_named(element.identity, element.app_key);
  Caller caller;
  for (int depth = 0; depth < kMostAncestors; ++depth) {
    auto parent = ask(session, record, caller.get(object, Property::kParent), limits);
    if (!parent) return parent.take_error();
    dbus::Reader reader = parent->body();
    if (!parent->is_reply() || reader.begin_variant() != "(so)") break;
    ObjectName above = read_object(reader);
    if (!reader.ok() || above.path == record.root || above.path == kNullPath || above.path == kRegistryRoot ||
        above.path.empty()) {
      break;
    }
    object = std::move(above);
  }
  return describe(session, record, std::move(object), limits);
}

bool answers(Session& session, const ApplicationRecord& record, const Limits& limits) {
  Caller caller;
  const auto reply = session.bus->call(caller.get({record.key, record.root}, Property::kName), limits.capped(kProbe));
  return reply.ok() || reply.error().code != ErrorCode::kTimeout;
}

Status close_windows_of(Session& session, int64_t pid, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  auto windows = x11::windows(**display, limits);
  if (!windows) return windows.take_error();
  for (const auto& window : *windows) {
    // One that cannot be closed from outside is no reason to leave the others open.
    if (window.pid == pid) (void)x11::close(**display, window.id, limits);
  }
  return Done{};
}

// Gives the process some time to go by itself, then some to obey, then none. Half of what is left each, so
// that a short deadline still gets to the end.
void end(const Process& process, Milliseconds grace, const Limits& limits) {
  if (process.wait(limits.capped(std::min(grace, limits.remaining() / 2)))) return;
  process.signal(SIGTERM);
  if (process.wait(limits.capped(std::min(kTermination, limits.remaining() / 2)))) return;
  process.signal(SIGKILL);
  (void)process.wait(limits);
}

struct Target {
  x11::Display* display;
  x11::Window window;
};

Result<Target> window_for(Session& session, const Element& element, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  auto record = application_of(session, element.app_key, limits);
  if (!record) return record.take_error();
  auto top = top_level_of(session, **record, element, limits);
  if (!top) return top.take_error();
  auto windows = x11::windows(**display, limits);
  if (!windows) return windows.take_error();
  const auto* window = x11::window_of(*windows, (*record)->pid, top->title, top->width, top->height);
  if (window == nullptr) {
    return Error{ErrorCode::kStale, "the application has no window on the display; it may be closed or hidden", {}};
  }
  return Target{*display, window->id};
}

}  // namespace

Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  const auto pixel = [](double value) {
    return std::isnan(value) ? -1 : static_cast<int32_t>(std::clamp(std::floor(value), -32768.0, 32767.0));
  };
  auto found = x11::window_at(**display, pixel(x), pixel(y), limits);
  if (!found) return found.take_error();
  if (!*found) return Error{ErrorCode::kNotFound, "there is no window at this point of the screen", {}};
  const x11::ClientWindow& window = **found;

  ApplicationPtr record = session.applications.with_pid(window.pid);
  if (!record && window.pid != 0) {
    auto listed = list_applications(session, limits);
    if (!listed) return listed.take_error();
    record = session.applications.with_pid(window.pid);
  }
  if (!record) return Element{std::to_string(window.pid), ""};
  auto tops = top_levels(session, *record, limits);
  if (!tops) return tops.take_error();
  const TopLevel* best = nullptr;
  std::pair<bool, int32_t> best_rank;
  for (const TopLevel& top : *tops) {
    // Some toolkits do not give their windows the title for a name.
    const bool titled = top.title == window.title;
    const int32_t misfit = x11::misfit(window, top.width, top.height);
    if (!titled && misfit > kSameSize) continue;
    const std::pair rank(titled, -misfit);
    if (best != nullptr && rank <= best_rank) continue;
    best = &top;
    best_rank = rank;
  }
  return Element{record->key, best != nullptr ? identity_of(best->name, record->key) : ""};
}

Status activate_window(Session& session, const Element& element, const Limits& limits) {
  auto target = window_for(session, element, limits);
  if (!target) return target.take_error();
  return x11::activate(*target->display, target->window, limits);
}

Status close_window(Session& session, const Element& element, const Limits& limits) {
  auto target = window_for(session, element, limits);
  if (!target) return target.take_error();
  return x11::close(*target->display, target->window, limits);
}

Status quit_application(Session& session, const std::string& app_key, bool force, const Limits& limits) {
  auto record = application_of(session, app_key, limits);
  if (record && force && !answers(session, **record, limits)) record = app_unresponsive(**record, kProbe, "its name");
  if (!record && record.error().code == ErrorCode::kAppExited) return Done{};
  const bool hangs = !record && record.error().code == ErrorCode::kAppUnresponsive;
  if (!record && !(hangs && force)) return record.take_error();
  // One that does not answer is known by its pid only.
  auto pid = hangs ? pid_of(session, app_key, limits) : Result<int64_t>((*record)->pid);
  if (!pid) return pid.take_error();
  const std::string name = hangs ? app_key : (*record)->name;
  if (*pid == getpid()) return Error{ErrorCode::kRefused, name + " is this process; it does not end itself", {}};
  const auto process = Process::open(static_cast<pid_t>(*pid));
  if (!process) return Done{};

  if (!hangs) {
    if (auto asked = close_windows_of(session, *pid, limits); !asked && !force) return asked;
  }
  if (force) {
    end(*process, hangs ? Milliseconds(0) : kGrace, limits);
  } else {
    (void)process->wait(limits);
  }
  Children::of_this_process().reap();
  if (!process->running()) {
    session.applications.forget(app_key);
    return Done{};
  }
  Error error = limits.exceeded(name + " to end").value_or(Error{ErrorCode::kTimeout, name + " did not end", {}});
  error.message += "; it may be asking whether to save: answer it, or quit with force";
  return error;
}

}  // namespace surehand::atspi
