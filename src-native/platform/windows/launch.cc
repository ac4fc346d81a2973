#include "platform/windows/launch.h"

#include <objbase.h>
#include <shobjidl.h>
#include <tlhelp32.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/query/executable_name.h"
#include "platform/windows/com/com_ptr.h"
#include "platform/windows/com/text.h"
#include "platform/windows/errors.h"
#include "platform/windows/permissions.h"
#include "platform/windows/win32/children.h"
#include "platform/windows/win32/command_line.h"
#include "platform/windows/win32/process.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

constexpr Milliseconds kLaunchRecheck{15};

// In the folders where Windows itself looks, with or without its extension.
std::wstring find_executable(const std::string& command) {
  std::array<wchar_t, 32768> found;
  const std::wstring name = to_utf16(command);
  for (const wchar_t* extension : {L"", L".exe"}) {
    const std::wstring file = name + extension;
    const DWORD length =
        SearchPathW(nullptr, file.c_str(), L".exe", static_cast<DWORD>(found.size()), found.data(), nullptr);
    if (length == 0 || length >= found.size()) continue;
    const DWORD attributes = GetFileAttributesW(found.data());
    if (attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY)) return found.data();
  }
  return {};
}

// Where installers say their program is, for the Run dialog: App Paths.
std::wstring find_registered(const std::string& command) {
  const std::wstring key =
      L"Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\" + to_utf16(without_exe(command)) + L".exe";
  for (const HKEY root : {HKEY_CURRENT_USER, HKEY_LOCAL_MACHINE}) {
    std::array<wchar_t, 1024> file;
    auto size = static_cast<DWORD>(sizeof file);
    if (RegGetValueW(root, key.c_str(), nullptr, RRF_RT_REG_SZ, nullptr, file.data(), &size) == ERROR_SUCCESS) {
      return file.data();
    }
  }
  return {};
}

// A packaged application's AppUserModelID: `Family_publisher!App`.
bool is_package_id(const std::string& command) {
  return command.find('!') != std::string::npos && command.find_first_of("\\/") == std::string::npos;
}

Result<DWORD> start_package(const LaunchOptions& options) {
  static constexpr CLSID kManager = {0x45ba127d, 0x10a8, 0x46ea, {0x8a, 0xb7, 0x56, 0xea, 0x90, 0x78, 0x94, 0x3c}};
  ComPtr<IApplicationActivationManager> manager;
  HRESULT result = CoCreateInstance(kManager, nullptr, CLSCTX_LOCAL_SERVER, __uuidof(IApplicationActivationManager),
                                    manager.put_void());
  std::vector<std::wstring> words;
  for (const std::string& one : options.arguments) words.push_back(to_utf16(one));
  DWORD pid = 0;
  if (SUCCEEDED(result) && manager) {
    result =
        manager->ActivateApplication(to_utf16(options.command).c_str(), command_line(words).c_str(), AO_NONE, &pid);
  }
  if (SUCCEEDED(result) && pid != 0) return pid;
  return Error{ErrorCode::kAppNotFound,
               "the packaged application " + options.command + " could not be started (" + hresult_name(result) +
                   "); `Get-StartApps` lists those that there are",
               {}};
}

// Who started whom, of all processes at one moment.
std::unordered_map<DWORD, DWORD> parents() {
  std::unordered_map<DWORD, DWORD> found;
  const Handle list(CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0));
  PROCESSENTRY32W entry{};
  entry.dwSize = sizeof entry;
  for (BOOL more = list && Process32FirstW(list.get(), &entry); more; more = Process32NextW(list.get(), &entry)) {
    found[entry.th32ProcessID] = entry.th32ParentProcessID;
  }
  return found;
}

// Windows keeps both as they were written, and tells neither apart.
bool same_file_name(std::string_view a, std::string_view b) {
  const std::wstring left = to_utf16(a), right = to_utf16(b);
  return CompareStringOrdinal(left.c_str(), static_cast<int>(left.size()), right.c_str(),
                              static_cast<int>(right.size()), TRUE) == CSTR_EQUAL;
}

std::string last_lines(const ProgramReport& report) {
  const std::string& bytes = report.error.bytes.empty() ? report.output.bytes : report.error.bytes;
  constexpr size_t kMost = 1000;
  const size_t end = bytes.find_last_not_of(" \r\n\t") + 1;
  const size_t begin = end > kMost ? bytes.find('\n', end - kMost) + 1 : 0;
  return bytes.substr(begin, end - begin);
}

class Launch {
 public:
  Launch(Session& session, std::string name, DWORD child, const Limits& limits)
      : session_(session), name_(std::move(name)), child_(child), process_(child), limits_(limits) {}

  Result<Launched> run() {
    auto application = wait();
    if (application) return Launched{application.take(), static_cast<int64_t>(child_)};
    // It would be left without an owner.
    Children::of_this_process().terminate(child_);
    Error error = application.take_error();
    error.details.set("pid", static_cast<int64_t>(child_));
    return std::move(error).maybe_sent();
  }

 private:
  Result<Application> wait() {
    for (;;) {
      if (auto error = limits_.exceeded(name_ + " to show a window")) {
        if (error->code == ErrorCode::kTimeout) error->message += "; it showed none, so it was ended";
        return std::move(*error);
      }
      SUREHAND_TRY(applications, list_applications(session_, limits_));
      const auto code = Children::of_this_process().ended(child_);
      for (Application& each : *applications) {
        if (is_ours(each, code.has_value())) return std::move(each);
      }
      if (code && *code != 0) return exited(*code);
      limits_.sleep_until(Clock::now() + kLaunchRecheck);
    }
  }

  bool is_ours(const Application& application, bool ended) const {
    const auto pid = static_cast<DWORD>(application.pid);
    if (pid == child_) return true;
    if (is_descendant(pid)) return true;
    // One that ended well has handed over to an instance that runs already.
    const std::string file = name_.substr(name_.find_last_of("\\/") + 1);
    return ended && !application.executable.empty() && same_file_name(application.executable, without_exe(file));
  }

  // A launcher's program, which may outlive it. Pids are given again, and a process keeps that of who started it: a parent that began later
  // than its child is another.
  bool is_descendant(DWORD pid) const {
    const auto first = process_.began();
    auto began = Process(pid).began();
    if (!first || !began || *began < *first) return false;
    const auto started_by = parents();
    for (int depth = 0; depth < 8; ++depth) {
      const auto parent = started_by.find(pid);
      if (parent == started_by.end() || parent->second == 0) return false;
      pid = parent->second;
      if (pid == child_) return true;
      const auto before = Process(pid).began();
      if (!before || *before > *began) return false;
      began = before;
    }
    return false;
  }

  Error exited(DWORD code) const {
    json::Value details;
    std::string said;
    if (const auto report = Children::of_this_process().report(child_)) said = last_lines(*report);
    details.set("said", said);
    return {ErrorCode::kAppExited,
            name_ + " ended with code " + std::to_string(code) + " before it showed a window" +
                (said.empty() ? " and said nothing; run it in a terminal to see more" : "; it said: " + said),
            std::move(details)};
  }

  Session& session_;
  const std::string name_;
  const DWORD child_;
  const Process process_;  // while it is held, its pid is not given to another
  const Limits limits_;
};

}  // namespace

Result<Launched> launch_application(Session& session, const LaunchOptions& options, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  const std::string& wanted = options.command.empty() ? options.name : options.command;
  if (!options.command.empty() && is_package_id(options.command)) {
    SUREHAND_TRY(started, start_package(options));
    return Launch(session, wanted, *started, limits).run();
  }
  Program program;
  program.file = find_executable(wanted);
  if (program.file.empty()) program.file = find_registered(wanted);
  if (program.file.empty()) {
    return Error{
        ErrorCode::kAppNotFound,
        "there is no program " + wanted +
            " in PATH, in Windows' folders or among the registered ones (App Paths); give its path, or a packaged "
            "application's id (`Get-StartApps` lists them)",
        {}};
  }
  program.arguments = options.arguments;
  program.working_directory = options.working_directory;
  program.environment = session.environment;
  program.environment.insert(program.environment.end(), options.environment.begin(), options.environment.end());
  SUREHAND_TRY(started, Children::of_this_process().start(program));
  return Launch(session, to_utf8(program.file), *started, limits).run();
}

Result<ProgramReport> report_program(int64_t process, bool ended, const Limits& limits) {
  const auto pid = static_cast<DWORD>(process);
  auto& children = Children::of_this_process();
  auto report = children.report(pid);
  if (report && report->running && ended && children.wait(pid, limits)) report = children.report(pid);
  if (report) return std::move(*report);
  return Error{ErrorCode::kInvalidArgument,
               "the process " + std::to_string(process) + " was not started from here, or it ended long ago",
               {}};
}

}  // namespace surehand::uia
