#include "platform/linux/launch.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/process/desktop_entry.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/process/process.h"
#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"
#include "platform/linux/treeless.h"
#include "platform/linux/x11/windows.h"

namespace surehand::atspi {

namespace {

// An application that starts is busy; a probe that it does not answer is made again.
constexpr Milliseconds kProbe{500};
constexpr Milliseconds kDisplayPatience{1000};
// How long a program shows windows and no tree before it is taken for one that has none.
constexpr Milliseconds kTreelessPatience{700};
constexpr int kPollMs = 15;
constexpr int32_t kMostWindows = 32;

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// What makes each toolkit publish itself although no screen reader runs; what the caller sets comes after it.
Environment environment_for(const Session& session, const LaunchOptions& options) {
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
  return Environment(std::move(variables));
}

// The desktop entry that has this id, or else is displayed so: its path.
Result<std::string> entry_for(const LaunchOptions& options, const Environment& environment, const std::string& path) {
  const bool by_name = !options.name.empty();
  const std::string& wanted = by_name ? options.name : options.command;
  std::string message;
  if (!by_name) {
    if (auto entry = find_desktop_entry(wanted, environment)) return std::move(*entry);
    message = "there is no program " + wanted + " in PATH (" + path + "), no desktop entry of that id, and ";
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
    auto entry = entry_for(options, environment, path);
    if (!entry) return entry.take_error();
    auto described = parse_desktop_entry(contents(*entry), options.arguments);
    auto executable = described ? find_executable(described->file, path) : std::nullopt;
    if (!executable) {
      const std::string why = described ? " starts " + described->file + ", which is not there; PATH is " + path
                                        : std::string(" has no usable Exec");
      return Error{ErrorCode::kAppNotFound, "the desktop entry " + *entry + why, {}};
    }
    program = std::move(*described);
    program.file = *executable;
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
// environment, as Chromium does with its title (lib/headless/watchdog.ts reads it).
void enlist_in_session(pid_t child, const Environment& environment) {
  const auto session = environment.get("SUREHAND_SESSION");
  const auto start = start_of(child);
  if (session && start) std::ofstream(*session + "/started", std::ios::app) << child << ':' << *start << '\n';
}

class Launch {
 public:
  Launch(Session& session, const Program& program, const Limits& limits)
      : session_(session), program_(program), limits_(limits) {}

  Result<Launched> run(const Environment& environment) {
    auto started = Children::of_this_process().start(program_, environment);
    if (!started) return started.take_error();
    child_ = *started;
    enlist_in_session(child_, environment);
    auto application = wait();
    if (application) return Launched{application.take(), child_};
    // Nobody would know of it. Its process group is its own (setsid).
    if (!Children::of_this_process().ended(child_)) kill(-child_, SIGTERM);
    Error error = application.take_error();
    error.details.set("pid", static_cast<int64_t>(child_));
    return std::move(error).maybe_sent();
  }

 private:
  Result<Application> wait() {
    while (true) {
      if (auto error = exceeded()) return std::move(*error);
      auto applications = list_applications(session_, limits_);
      if (!applications) return applications.take_error();
      const auto status = Children::of_this_process().ended(child_);
      for (const Application& each : *applications) {
        if (!is_ours(each, status.has_value())) continue;
        if (!each.has_tree) {
          if (stays_treeless()) return each;
          continue;
        }
        seen_ = true;
        auto shown = shows_window(each);
        if (!shown) return shown.take_error();
        if (*shown && on_display(each)) return each;
      }
      if (status && failed(*status)) return exited(*status);
      pause();
    }
  }

  // A wrapper script's program may have another parent by now, but is still in the session of what was
  // started.
  bool is_ours(const Application& application, bool ended) const {
    if (application.pid <= 0) return false;
    const auto pid = static_cast<pid_t>(application.pid);
    if (pid == child_ || getsid(pid) == child_) return true;
    // One that ended well has handed over to an instance that runs already.
    return ended && !application.executable.empty() && application.executable == executable();
  }

  // The splash of some programs is another process's than their windows, which are published later (LibreOffice).
  bool stays_treeless() {
    if (!treeless_since_) treeless_since_ = Clock::now();
    return Clock::now() - *treeless_since_ > kTreelessPatience && !may_yet_publish(child_);
  }

  std::string executable() const { return program_.file.substr(program_.file.rfind('/') + 1); }

  static bool failed(int status) { return !WIFEXITED(status) || WEXITSTATUS(status) != 0; }

  Error exited(int status) const {
    const std::string how = WIFEXITED(status) ? "with code " + std::to_string(WEXITSTATUS(status))
                                              : "by signal " + std::to_string(WTERMSIG(status));
    json::Value details;
    std::string said;
    if (const auto report = Children::of_this_process().report(child_)) {
      said = last_lines(report->error.bytes.empty() ? report->output.bytes : report->error.bytes);
    }
    details.set("said", said);
    return {ErrorCode::kAppExited,
            program_.file + " ended " + how + " before it showed a window" +
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
    const Limits probe = limits_.capped(kProbe);
    Caller caller;
    auto reply = ask(caller.get(root, Property::kChildCount), probe);
    if (!reply) return reply.take_error();
    dbus::Reader reader = reply->body();
    if (!reply->is_reply() || reader.begin_variant() != "i") return false;
    const int32_t count = std::min(reader.i32(), kMostWindows);
    for (int32_t i = 0; i < count; ++i) {
      auto child = ask(caller.with_index(root, Method::kGetChildAtIndex, i), probe);
      if (!child) return child.take_error();
      if (!child->is_reply()) continue;
      reader = child->body();
      reader.begin_struct();
      const std::string bus(reader.string()), path(reader.string());
      if (!reader.ok() || path == kNullPath) continue;
      auto states = ask(caller.method({bus, path}, Method::kGetState), probe);
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
    auto display = session_.screen.display();
    if (!display) return true;
    const auto windows = x11::windows(**display, limits_);
    if (!windows) return true;
    const auto* window = x11::window_of(*windows, application.pid, "");
    if (window != nullptr && window->viewable) return true;
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
  Limits limits_;
  pid_t child_ = 0;
  bool seen_ = false;
  std::optional<Clock::time_point> published_, treeless_since_;
};

}  // namespace

Result<Launched> launch_application(Session& session, const LaunchOptions& options, const Limits& limits) {
  Children::of_this_process().reap();
  Environment environment = environment_for(session, options);
  auto program = program_for(options, environment);
  if (!program) return program.take_error();
  if (const auto modules = gtk2_modules(program->file, environment)) {
    auto variables = environment.variables();
    variables.emplace_back("GTK_MODULES", *modules);
    environment = Environment(std::move(variables));
  }
  return Launch(session, *program, limits).run(environment);
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
