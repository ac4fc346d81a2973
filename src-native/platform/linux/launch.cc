#include "platform/linux/launch.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <memory>

#include "platform/linux/atspi/bus.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/identify_windows.h"
#include "platform/linux/process/desktop_entry.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/process/process.h"
#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/roles.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/states.h"
#include "platform/linux/treeless.h"
#include "platform/posix/children.h"
#include "platform/posix/files.h"

namespace surehand::atspi {

namespace {

// An application that starts is busy; a probe that it does not answer is made again.
constexpr Milliseconds kLaunchProbe{500};
constexpr Milliseconds kDisplayPatience{1000};
// How long the session bus may take to switch accessibility on.
constexpr Milliseconds kSwitchPatience{1000};
// How long a program shows windows and no tree before it is taken for one that has none.
constexpr Milliseconds kTreelessPatience{700};
// How long one application alone has had a new window before it is taken for what was handed over to.
constexpr Milliseconds kHandOver{300};
constexpr int kPollMs = 15;
constexpr int32_t kMostWindows = 32;

// Every process of a launch carries it: what makes a session of its own (setsid, a daemon) is known by it.
constexpr std::string_view kMark = "SUREHAND_LAUNCH";

std::string new_mark() {
  static std::atomic<uint64_t> count{0};
  return std::to_string(getpid()) + "-" + std::to_string(start_of(getpid()).value_or(0)) + "-" +
         std::to_string(++count);
}

// What makes each toolkit publish itself although no screen reader runs; what the caller sets comes after it.
Environment environment_for(const Session& session, const LaunchOptions& options, const std::string& mark) {
  std::vector<std::pair<std::string, std::string>> variables = {
      {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"},
      {"QT_ACCESSIBILITY", "1"},
      {"GNOME_ACCESSIBILITY", "1"},
      {"ACCESSIBILITY_ENABLED", "1"},
  };
  for (const auto& variable : session.environment.variables()) {
    if (variable.first != "NO_AT_BRIDGE") variables.push_back(variable);
  }
  variables.insert(variables.end(), options.environment.begin(), options.environment.end());
  variables.emplace_back(kMark, mark);
  return Environment(std::move(variables));
}

// The desktop entry that has this id, or else is displayed so: its path.
Result<std::string> entry_for(const LaunchOptions& options, const Environment& environment) {
  const bool by_name = !options.name.empty();
  const std::string& wanted = by_name ? options.name : options.command;
  std::string message;
  if (!by_name) {
    if (auto entry = find_desktop_entry(wanted, environment)) return std::move(*entry);
    message = "there is no program " + wanted + " in PATH, no desktop entry of that id, and ";
  }
  const EntriesByName entries = find_by_displayed_name(wanted, environment);
  if (entries.found.size() == 1) return entries.found[0].path;
  if (entries.found.empty()) {
    message += "none of the " + std::to_string(entries.searched) +
               " desktop entries in XDG_DATA_HOME and XDG_DATA_DIRS " + "is displayed as \"" + wanted +
               "\", in any language; ";
    message += entries.nearest.empty() ? "is it installed?" : "did you mean \"" + entries.nearest + "\"?";
    return Error{ErrorCode::kAppNotFound, std::move(message), {}};
  }
  json::Value candidates;
  message =
      std::to_string(entries.found.size()) + " programs are displayed as \"" + wanted + "\"; launch one by its id:";
  for (const auto& [id, file, name] : entries.found) {
    message += "\n  " + id + ": " + name;
    json::Value candidate;
    candidates.push(candidate.set("id", id).set("name", name));
  }
  json::Value details;
  details.set("candidates", std::move(candidates));
  return Error{ErrorCode::kAmbiguous, std::move(message), std::move(details)};
}

Result<Program> program_for(const LaunchOptions& options, const Environment& environment) {
  const std::string path = environment.get("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  Program program;
  if (auto file = options.name.empty() ? find_executable(options.command, path) : std::nullopt) {
    program.file = *file;
    program.arguments = {options.command};
    program.arguments.insert(program.arguments.end(), options.arguments.begin(), options.arguments.end());
  } else {
    SUREHAND_TRY(entry, entry_for(options, environment));
    auto described = parse_desktop_entry(contents_of(*entry), options.arguments);
    auto executable = described ? find_executable(described->file, path) : std::nullopt;
    if (!executable) {
      const std::string why = described ? " starts " + described->file + ", which is not there; PATH is " + path
                                        : std::string(" has no usable Exec");
      return Error{ErrorCode::kAppNotFound, "the desktop entry " + *entry + why, {}};
    }
    program = {*executable, std::move(described->arguments), std::move(described->working_directory)};
  }
  if (!options.working_directory.empty()) program.working_directory = options.working_directory;
  return program;
}

// The end of what a program said, as far as an error has room for it.
std::string last_lines(const std::string& bytes) {
  constexpr size_t kMost = 1000;
  size_t end = bytes.size();
  while (end > 0 && std::isspace(static_cast<unsigned char>(bytes[end - 1]))) --end;
  size_t begin = end > kMost ? end - kMost : 0;
  if (begin > 0) {
    const size_t line = bytes.find('\n', begin);
    begin = line < end ? line + 1 : begin;
    while (begin < end && (static_cast<unsigned char>(bytes[begin]) & 0xC0) == 0x80) ++begin;  // no half character
  }
  return bytes.substr(begin, end - begin);
}

// A headless session ends what was started in it. It knows most of it by the variable itself, and by this what writes over its own
// environment, as Chromium does with its title (lib/sdk/headless/watchdog.ts reads it).
void enlist_in_session(pid_t child, const Environment& environment) {
  const auto session = environment.get("SUREHAND_SESSION");
  const auto start = start_of(child);
  if (!session || !start) return;
  append_to(*session + "/started", std::to_string(child) + ":" + std::to_string(*start) + "\n");
}

bool carries(int64_t pid, const std::string& mark) {
  const auto environment = environment_of(pid);
  return environment && environment->get(kMark) == mark;
}

// The processes that carry a mark. Those of other users are not seen.
std::vector<pid_t> marked(const std::string& mark) {
  std::vector<pid_t> found;
  for (const std::string& name : names_in("/proc")) {
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const pid_t pid = static_cast<pid_t>(std::strtol(name.c_str(), nullptr, 10));
    if (pid > 1 && carries(pid, mark)) found.push_back(pid);
  }
  return found;
}

std::string resolved(const std::string& file) {
  const std::unique_ptr<char, void (*)(void*)> path(realpath(file.c_str(), nullptr), std::free);
  return path ? path.get() : file;
}

std::string name_of(const std::string& file) { return file.substr(file.rfind('/') + 1); }

// What runs programs that are written in files of their own: there the file is the program.
bool interprets(std::string_view executable) {
  for (const std::string_view one : {"python", "perl", "ruby", "node", "gjs", "java", "bash", "sh", "dash", "tclsh",
                                     "wish", "php", "lua", "mono", "electron"}) {
    if (executable.substr(0, one.size()) == one) return true;
  }
  return false;
}

// The first argument that is no option.
std::string script_of(const std::vector<std::string>& arguments) {
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (!arguments[i].empty() && arguments[i][0] != '-') return arguments[i];
  }
  return {};
}

class Launch {
 public:
  Launch(Session& session, const Program& program, std::string mark, const Limits& limits)
      : session_(session), program_(program), mark_(std::move(mark)), limits_(limits) {
    for (const screen::ClientWindow& window : shown_windows()) windows_before_.push_back(window.id);
  }

  Result<Launched> run(const Environment& environment) {
    SUREHAND_TRY(started, Children::of_this_process().start(program_, environment));
    child_ = *started;
    enlist_in_session(child_, environment);
    auto application = wait();
    if (application) return Launched{application.take(), child_};
    // It would be left without an owner. Its process group is its own (setsid).
    if (!Children::of_this_process().ended(child_)) kill(-child_, SIGTERM);
    for (const pid_t pid : marked(mark_)) kill(pid, SIGTERM);
    Error error = application.take_error();
    error.details.set("pid", static_cast<int64_t>(child_));
    return std::move(error).maybe_sent();
  }

 private:
  Result<Application> wait() {
    while (true) {
      if (auto error = exceeded()) return std::move(*error);
      SUREHAND_TRY(applications, list_applications(session_, limits_));
      const auto status = Children::of_this_process().ended(child_);
      for (const Application* each : ours_of(*applications, status.has_value() && !failed(*status))) {
        if (!each->has_tree) {
          if (stays_treeless()) return *each;
          continue;
        }
        seen_ = true;
        SUREHAND_TRY(shown, shows_window(*each));
        if (*shown && on_display(*each)) return *each;
      }
      if (status && failed(*status)) return exited(*status);
      pause();
    }
  }

  // What was started; or, when that ended well and nothing of it runs, what it handed over to.
  std::vector<const Application*> ours_of(const std::vector<Application>& applications, bool ended) {
    std::vector<const Application*> ours, same;
    for (const Application& each : applications) {
      if (is_ours(each)) ours.push_back(&each);
      if (is_same_program(each)) same.push_back(&each);
    }
    if (!ours.empty() || !ended) return ours;
    const auto opened = apps_of_new_windows(applications);
    const auto is_new = [&](const Application* one) {
      return std::find(opened.begin(), opened.end(), one) != opened.end();
    };
    std::stable_partition(same.begin(), same.end(), is_new);
    if (!same.empty()) return {same.front()};
    // Another program than was started (a wrapper, `gapplication launch`): only a window that it opened for it tells.
    if (opened.size() != 1) {
      handed_over_.reset();
      return {};
    }
    if (!handed_over_) handed_over_ = Clock::now();
    return Clock::now() - *handed_over_ > kHandOver ? opened : std::vector<const Application*>();
  }

  // A wrapper script's program may have another parent by now, but is still in the session of what was started, or carries its mark.
  bool is_ours(const Application& application) const {
    if (application.pid <= 0) return false;
    const auto pid = static_cast<pid_t>(application.pid);
    return pid == child_ || getsid(pid) == child_ || carries(pid, mark_);
  }

  bool is_same_program(const Application& application) const {
    if (application.executable.empty()) return false;
    const std::string real = name_of(resolved(program_.file));
    if (application.executable != real && application.executable != name_of(program_.file)) return false;
    if (!interprets(real)) return true;
    const std::string script = script_of(program_.arguments);
    const std::string its = script_of(command_line_of(application.pid));
    return !script.empty() && (script == its || resolved(script) == resolved(its));
  }

  // The applications, running before, that have opened a window since.
  std::vector<const Application*> apps_of_new_windows(const std::vector<Application>& applications) const {
    std::vector<const Application*> opened;
    for (const screen::ClientWindow& window : shown_windows()) {
      if (std::find(windows_before_.begin(), windows_before_.end(), window.id) != windows_before_.end()) continue;
      for (const Application& each : applications) {
        if (each.pid != window.pid || started_by_another(each)) continue;
        if (std::find(opened.begin(), opened.end(), &each) == opened.end()) opened.push_back(&each);
      }
    }
    return opened;
  }

  // Whether it belongs to a launch that began later than this one.
  bool started_by_another(const Application& application) const {
    const auto start = start_of(application.pid), own = start_of(getpid());
    if (!start || !own || age_of(*start) > Clock::now() - began_) return false;
    const auto environment = environment_of(application.pid);
    return environment && environment->get(kMark) && environment->get(kMark) != mark_;
  }

  std::vector<screen::ClientWindow> shown_windows() const {
    auto windows = session_.screen->windows(limits_);
    if (!windows) return {};
    const auto is_popup = [](const screen::ClientWindow& window) { return window.unmanaged; };
    windows->erase(std::remove_if(windows->begin(), windows->end(), is_popup), windows->end());
    return windows.take();
  }

  // The splash of some programs is another process's than their windows, which are published later (LibreOffice).
  bool stays_treeless() {
    if (!treeless_since_) treeless_since_ = Clock::now();
    return Clock::now() - *treeless_since_ > kTreelessPatience && !may_yet_publish(child_);
  }

  Error exited(int status) const {
    json::Value details;
    std::string said;
    if (const auto report = Children::of_this_process().report(child_)) {
      said = last_lines(report->error.bytes.empty() ? report->output.bytes : report->error.bytes);
    }
    details.set("said", said);
    return {ErrorCode::kAppExited,
            program_.file + " ended " + how_it_ended(status) + " before it showed a window" +
                (said.empty() ? " and said nothing; run it in a terminal to see more" : "; it said: " + said),
            std::move(details)};
  }

  std::optional<Error> exceeded() const {
    auto error = limits_.exceeded(program_.file + " to show a window");
    if (!error || error->code != ErrorCode::kTimeout) return error;
    error->message +=
        seen_ ? "; it runs and publishes itself, but shows none" : "; nothing of it appeared on the accessibility bus";
    error->message += ", so it was ended";
    return error;
  }

  Result<bool> shows_window(const Application& application) {
    auto record = session_.applications.find(application.key);
    if (!record) return false;
    const Object root{record->key, record->root};
    const Limits probe = limits_.capped(kLaunchProbe);
    Caller caller;
    SUREHAND_TRY(reply, ask(caller.get(root, Property::kChildCount), probe));
    dbus::Reader reader = reply->body();
    if (!reply->is_reply() || reader.begin_variant() != "i") return false;
    const auto count = ChildCount::of(reader.i32());
    if (!count) return false;
    SUREHAND_TRY(listed, ask(caller.children(root, *count), probe));
    if (!listed->is_reply()) return false;
    dbus::Reader windows = listed->body();
    auto list = windows.begin_array(8);
    for (int32_t i = 0; i < kMostWindows && windows.more(list); ++i) {
      const ObjectName window = read_object(windows);
      if (!windows.ok()) return false;
      if (window.path == kNullPath) continue;
      auto states = ask(caller.method(window, Method::kGetState), probe);
      if (!states) return states.take_error();
      if (!states->is_reply()) continue;
      reader = states->body();
      if ((read_states(reader) & state::kShowing) != 0) return true;
    }
    return false;
  }

  // Whether the window system shows it too, which comes some milliseconds later. Not waited for long: what
  // runs in another pid namespace cannot be told there.
  bool on_display(const Application& application) {
    if (!session_.screen->reason().empty()) return true;
    const auto record = session_.applications.find(application.key);
    if (!record) return true;
    const auto windows = windows_of(session_, *record, limits_);
    if (std::any_of(windows.begin(), windows.end(), [](const auto& window) { return window.viewable; })) return true;
    if (!published_) published_ = Clock::now();
    return Clock::now() - *published_ > kDisplayPatience;
  }

  // A probe that runs out of its own time is answered by nothing.
  Result<dbus::Reply> ask(const dbus::Call& call, const Limits& probe) {
    auto reply = session_.bus->call(call, probe);
    if (reply || reply.error().code != ErrorCode::kTimeout) return reply;
    return dbus::Reply{};
  }

  void pause() const {
    const auto until = Clock::now() + Milliseconds(kPollMs);
    if (limits_.cancel) {
      (void)limits_.cancel->wait_until(std::min(until, limits_.deadline));
    } else {
      poll(nullptr, 0, kPollMs);
    }
  }

  Session& session_;
  const Program& program_;
  const std::string mark_;
  Limits limits_;
  const Clock::time_point began_ = Clock::now();
  std::vector<screen::WindowId> windows_before_;
  pid_t child_ = 0;
  bool seen_ = false;
  std::optional<Clock::time_point> published_, treeless_since_, handed_over_;
};

}  // namespace

Result<Launched> launch_application(Session& session, const LaunchOptions& options, const Limits& limits) {
  Children::of_this_process().reap();
  const std::string mark = new_mark();
  Environment environment = environment_for(session, options, mark);
  // Another program may have switched it off since, and then Qt 6, Firefox and Chromium publish nothing.
  (void)switch_on_accessibility(session.environment, limits.capped(kSwitchPatience));
  SUREHAND_TRY(program, program_for(options, environment));
  if (const auto modules = gtk2_modules(program->file, environment)) {
    auto variables = environment.variables();
    variables.emplace_back("GTK_MODULES", *modules);
    environment = Environment(std::move(variables));
  }
  return Launch(session, *program, mark, limits).run(environment);
}

Result<ProgramReport> report_program(int64_t process, bool ended, const Limits& limits) {
  const auto id = static_cast<pid_t>(process);
  auto& children = Children::of_this_process();
  // Held before it is looked at: while it runs, its id means it and nothing else.
  const auto held = Process::open(id);
  auto report = children.report(id);
  if (report && report->running && ended && held && held->wait(limits)) report = children.report(id);
  if (report) return std::move(*report);
  return Error{ErrorCode::kInvalidArgument,
               "the process " + std::to_string(process) + " was not started from here, or it ended long ago",
               {}};
}

}  // namespace surehand::atspi
