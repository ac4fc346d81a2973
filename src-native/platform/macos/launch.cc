#include "platform/macos/launch.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/text/text.h"
#include "platform/macos/ax/calls.h"
#include "platform/macos/process/process.h"
#include "platform/posix/children.h"

namespace surehand::ax {

namespace {

constexpr Milliseconds kLaunchRecheck{20};
// How long one that has just started may take to say what windows it has.
constexpr Milliseconds kLaunchProbe{500};

bool is_executable(const std::string& file) {
  struct stat status = {};
  return stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(file.c_str(), X_OK) == 0;
}

// Empty where there is none.
std::string executable_named(const std::string& command, const std::string& path) {
  if (command.find('/') != std::string::npos) return is_executable(command) ? command : "";
  for (size_t begin = 0; begin <= path.size() && !command.empty();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    const std::string file = path.substr(begin, end - begin) + "/" + command;
    if (end > begin && is_executable(file)) return file;
    begin = end + 1;
  }
  return "";
}

std::string last_line(const std::string& bytes) {
  size_t end = bytes.size();
  while (end > 0 && std::isspace(static_cast<unsigned char>(bytes[end - 1]))) --end;
  const size_t begin = bytes.rfind('\n', end == 0 ? 0 : end - 1);
  const std::string_view line(bytes.data() + (begin < end ? begin + 1 : 0), end - (begin < end ? begin + 1 : 0));
  return mend_utf8(line.substr(0, 1000));
}

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

// `/Applications/Safari.app` and `Safari.app` are called `Safari`.
std::string name_in(const std::string& wanted) {
  const std::string path = without_slashes(wanted);
  std::string name = path.substr(path.rfind('/') + 1);
  constexpr std::string_view kEnd = ".app";
  if (name.size() > kEnd.size() && name.compare(name.size() - kEnd.size(), kEnd.size(), kEnd) == 0) {
    name.resize(name.size() - kEnd.size());
  }
  return name;
}

bool is_called(const Application& application, const std::string& wanted) {
  const std::string name = fold_case(name_in(wanted));
  const auto same = [&](const std::string& each) { return fold_case(each) == name; };
  return fold_case(application.id) == fold_case(wanted) || same(application.name) || same(application.executable) ||
         std::any_of(application.other_names.begin(), application.other_names.end(), same);
}

class Launch {
 public:
  Launch(Session& session, const LaunchOptions& options, const Limits& limits)
      : session_(session), options_(options), limits_(limits), environment_(session.environment) {
    if (environment_.variables().empty()) {
      environment_ =
          Environment(decltype(options.environment){{"PATH", "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin"}});
    }
    wanted_ = options.name.empty() ? options.command : options.name;
  }

  Result<Launched> run() {
    SUREHAND_TRY(before, list_applications(session_, limits_));
    for (const Application& each : *before) ran_before_.insert(each.key);
    const std::string file =
        options_.name.empty() ? executable_named(wanted_, environment_.get("PATH").value_or("")) : "";
    SUREHAND_TRY(started, file.empty() ? open() : start(file));
    auto shown = wait();
    if (!shown) {
      end_what_was_started();
      return shown.take_error().maybe_sent();
    }
    const auto process = child_ ? *child_ : static_cast<pid_t>(shown->pid);
    Children::of_this_process().adopt(process);
    return Launched{shown.take(), process};
  }

 private:
  Status start(const std::string& file) {
    Program program{file, {options_.command}, options_.working_directory};
    program.arguments.insert(program.arguments.end(), options_.arguments.begin(), options_.arguments.end());
    auto variables = environment_.variables();
    variables.insert(variables.end(), options_.environment.begin(), options_.environment.end());
    SUREHAND_TRY(started, Children::of_this_process().start(program, Environment(std::move(variables))));
    child_ = *started;
    return Done{};
  }

  // By its bundle id, then by its name, as `open` understands both.
  Status open() {
    if (!options_.working_directory.empty()) {
      return Error{ErrorCode::kUnsupported,
                   "macOS starts applications in no folder of the caller's choice; start the executable in its bundle "
                   "(Contents/MacOS) for that",
                   {}};
    }
    std::string said;
    const bool may_be_id = options_.name.empty() && wanted_.find('.') != std::string::npos &&
                           wanted_.find_first_of("/ ") == std::string::npos;
    for (const char* const by : {"-b", "-a"}) {
      if (by[1] == 'b' && !may_be_id) continue;
      SUREHAND_TRY(opened, open_by(by, said));
      if (*opened) return Done{};
    }
    return Error{ErrorCode::kAppNotFound,
                 "there is no program " + wanted_ + " in PATH, and `open` started none of that bundle id or name: " +
                     (said.empty() ? "it said nothing" : said),
                 {}};
  }

  // False when there is no such application, with what was said.
  Result<bool> open_by(const char* by, std::string& said) {
    Program program{"/usr/bin/open", {"open", by, wanted_}, ""};
    for (const auto& [name, value] : options_.environment) {
      program.arguments.insert(program.arguments.end(), {"--env", name + "=" + value});
    }
    if (!options_.arguments.empty()) {
      program.arguments.emplace_back("--args");
      program.arguments.insert(program.arguments.end(), options_.arguments.begin(), options_.arguments.end());
    }
    auto& children = Children::of_this_process();
    SUREHAND_TRY(started, children.start(program, environment_));
    std::optional<int> status;
    while (!(status = children.ended(*started))) {
      if (auto error = limits_.exceeded("`open` to start " + wanted_)) return std::move(*error).maybe_sent();
      limits_.sleep_until(Clock::now() + kLaunchRecheck);
    }
    if (!failed(*status)) return true;
    if (const auto report = children.report(*started)) said = last_line(report->error.bytes);
    return false;
  }

  Result<Application> wait() {
    while (true) {
      if (auto error = exceeded()) return std::move(*error);
      SUREHAND_TRY(applications, list_applications(session_, limits_));
      if (const Application* ours = pick(*applications)) {
        seen_ = *ours;
        if (!ours->has_tree || shows_window(*ours)) return *ours;
      }
      if (child_) {
        const auto status = Children::of_this_process().ended(*child_);
        if (status && failed(*status)) return exited(*status);
      }
      limits_.sleep_until(Clock::now() + kLaunchRecheck);
    }
  }

  // What came since, rather than what ran before and was handed over to.
  const Application* pick(const std::vector<Application>& applications) const {
    const Application* found = nullptr;
    for (const Application& each : applications) {
      if (!is_ours(each)) continue;
      if (ran_before_.count(each.key) == 0) return &each;
      if (!child_ || Children::of_this_process().ended(*child_)) found = found ? found : &each;
    }
    return found;
  }

  bool is_ours(const Application& application) const {
    const auto pid = static_cast<pid_t>(application.pid);
    if (child_ && (pid == *child_ || getsid(pid) == *child_)) return true;
    if (child_) return application.executable == name_in(wanted_) && Children::of_this_process().ended(*child_);
    return is_called(application, wanted_);
  }

  bool shows_window(const Application& application) const {
    const auto element = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application.pid)));
    return !elements(element, kAXWindowsAttribute, limits_.capped(kLaunchProbe)).empty();
  }

  void end_what_was_started() const {
    if (child_) {
      if (!Children::of_this_process().ended(*child_)) kill(-*child_, SIGTERM);
    } else if (seen_ && ran_before_.count(seen_->key) == 0) {
      kill(static_cast<pid_t>(seen_->pid), SIGTERM);
    }
  }

  Error exited(int status) const {
    std::string said;
    if (const auto report = Children::of_this_process().report(*child_)) {
      said = last_line(report->error.bytes.empty() ? report->output.bytes : report->error.bytes);
    }
    json::Value details;
    details.set("pid", static_cast<int64_t>(*child_)).set("said", said);
    return {ErrorCode::kAppExited,
            wanted_ + " ended " + how_it_ended(status) + " before it showed a window" +
                (said.empty() ? " and said nothing; run it in a terminal to see more" : "; it said: " + said),
            std::move(details)};
  }

  std::optional<Error> exceeded() const {
    auto error = limits_.exceeded(wanted_ + " to show a window");
    if (!error || error->code != ErrorCode::kTimeout) return error;
    const bool was_there = seen_ && ran_before_.count(seen_->key) > 0;
    error->message += seen_ ? "; it runs and shows none" : "; no application of that name or id appeared";
    if (!was_there) error->message += ", so it was ended";
    return error;
  }

  Session& session_;
  const LaunchOptions& options_;
  Limits limits_;
  Environment environment_;
  std::string wanted_;
  std::set<std::string> ran_before_;
  std::optional<pid_t> child_;
  std::optional<Application> seen_;
};

}  // namespace

Result<Launched> launch_application(Session& session, const LaunchOptions& options, const Limits& limits) {
  Children::of_this_process().reap();
  return Launch(session, options, limits).run();
}

Result<ProgramReport> report_program(int64_t process, bool ended, const Limits& limits) {
  const auto id = static_cast<pid_t>(process);
  auto& children = Children::of_this_process();
  auto report = children.report(id);
  if (report && report->running && ended && wait_for_end(id, limits)) report = children.report(id);
  if (report) return std::move(*report);
  return Error{ErrorCode::kInvalidArgument,
               "the process " + std::to_string(process) + " was not started from here, or it ended long ago",
               {}};
}

}  // namespace surehand::ax
