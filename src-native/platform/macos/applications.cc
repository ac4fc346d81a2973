#include "platform/macos/applications.h"

#include <CoreGraphics/CoreGraphics.h>
#include <libproc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>

#include "platform/macos/ax/calls.h"
#include "platform/macos/cf/string.h"
#include "platform/macos/errors.h"
#include "platform/macos/session.h"

namespace surehand::ax {

namespace {

// How long an application may take to say that it is alive.
constexpr Milliseconds kProbe{250};

// A process, as the system has it; nothing for one that is gone.
struct Process {
  std::string path;
  std::string began;
};

std::optional<Process> process_of(pid_t pid) {
  proc_bsdinfo facts = {};
  if (proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &facts, sizeof(facts)) < static_cast<int>(sizeof(facts)))
    return std::nullopt;
  std::array<char, PROC_PIDPATHINFO_MAXSIZE> path{};
  const int length = proc_pidpath(pid, path.data(), path.size());
  Process process;
  if (length > 0) process.path.assign(path.data(), static_cast<size_t>(length));
  process.began = std::to_string(facts.pbi_start_tvsec) + "." + std::to_string(facts.pbi_start_tvusec);
  return process;
}

std::string key_of(pid_t pid, const Process& process) { return std::to_string(pid) + ":" + process.began; }

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// The outermost one: what is in `Safari.app/…/Helper.app` is Safari's. Empty where there is none.
std::string bundle_around(const std::string& path) {
  constexpr std::string_view kEnd = ".app/";
  const size_t end = path.find(kEnd);
  return end == std::string::npos ? "" : path.substr(0, end + kEnd.size() - 1);
}

std::string without_extension(std::string bundle) {
  bundle.resize(bundle.size() - std::string_view(".app").size());
  return bundle;
}

// What a user would call an application, and not one of the processes that it is made of.
bool is_main_executable(const std::string& path, const std::string& bundle) {
  return !bundle.empty() && path.compare(0, bundle.size() + 16, bundle + "/Contents/MacOS/") == 0;
}

std::string text_in(CFDictionaryRef dictionary, CFStringRef key) {
  const auto string = dictionary ? cf::as_string(CFDictionaryGetValue(dictionary, key)) : nullptr;
  return string ? cf::utf8_of(string) : std::string();
}

// What its bundle says that does not depend on the language.
void describe_bundle(ApplicationRecord& record) {
  if (record.bundle.empty()) return;
  const auto url = cf::Ref<CFURLRef>::adopt(
      CFURLCreateFromFileSystemRepresentation(kCFAllocatorDefault, reinterpret_cast<const UInt8*>(record.bundle.data()),
                                              static_cast<CFIndex>(record.bundle.size()), true));
  const auto bundle =
      url ? cf::Ref<CFBundleRef>::adopt(CFBundleCreate(kCFAllocatorDefault, url.get())) : cf::Ref<CFBundleRef>();
  if (bundle) {
    if (const CFStringRef id = CFBundleGetIdentifier(bundle.get())) record.id = cf::utf8_of(id);
    record.untranslated = text_in(CFBundleGetInfoDictionary(bundle.get()), CFSTR("CFBundleName"));
    const CFStringRef displayed =
        cf::as_string(CFBundleGetValueForInfoDictionaryKey(bundle.get(), CFSTR("CFBundleDisplayName")));
    if (record.name.empty() && displayed) record.name = cf::utf8_of(displayed);
  }
  if (record.untranslated.empty()) {
    record.untranslated = without_extension(file_name(record.bundle));
  }
}

ApplicationPtr meet(Session& session, pid_t pid, const Process& process, const std::string& displayed) {
  const std::string key = key_of(pid, process);
  if (auto known = session.applications.find(key)) return known;
  const auto made = std::make_shared<ApplicationRecord>();
  ApplicationRecord& record = *made;
  record.key = key;
  record.pid = pid;
  record.name = displayed;
  record.executable = file_name(process.path);
  record.bundle = bundle_around(process.path);
  describe_bundle(record);
  if (record.name.empty()) record.name = record.untranslated.empty() ? record.executable : record.untranslated;
  return session.applications.add(made);
}

// The owners of windows as users have them (layer 0), by what they are displayed as.
std::map<pid_t, std::string> owners_of_windows() {
  std::map<pid_t, std::string> owners;
  const auto list = cf::Ref<CFArrayRef>::adopt(
      CGWindowListCopyWindowInfo(kCGWindowListOptionAll | kCGWindowListExcludeDesktopElements, kCGNullWindowID));
  for (CFIndex i = 0; list && i < CFArrayGetCount(list.get()); ++i) {
    const auto window = cf::as_dictionary(CFArrayGetValueAtIndex(list.get(), i));
    if (!window) continue;
    const auto pid = number_of(CFDictionaryGetValue(window, kCGWindowOwnerPID));
    const auto layer = number_of(CFDictionaryGetValue(window, kCGWindowLayer));
    if (pid && layer && *layer == 0) owners.emplace(static_cast<pid_t>(*pid), text_in(window, kCGWindowOwnerName));
  }
  return owners;
}

std::vector<pid_t> all_processes() {
  const int most = proc_listallpids(nullptr, 0);
  std::vector<pid_t> pids(most > 0 ? static_cast<size_t>(most) + 16 : 0);
  const int count = pids.empty() ? 0 : proc_listallpids(pids.data(), static_cast<int>(pids.size() * sizeof(pid_t)));
  pids.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return pids;
}

}  // namespace

ApplicationPtr ApplicationBook::find(std::string_view key) const {
  const std::lock_guard lock(mutex_);
  const auto found = records_.find(std::string(key));
  return found == records_.end() ? nullptr : found->second;
}

ApplicationPtr ApplicationBook::with_pid(int64_t pid) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, record] : records_) {
    if (record->pid == pid) return record;
  }
  return nullptr;
}

ApplicationPtr ApplicationBook::add(ApplicationPtr record) {
  const std::lock_guard lock(mutex_);
  return records_.try_emplace(record->key, record).first->second;
}

void ApplicationBook::forget(std::string_view key) {
  const std::lock_guard lock(mutex_);
  records_.erase(std::string(key));
}

std::string program_of(pid_t pid) {
  const auto process = process_of(pid);
  if (!process) return {};
  const std::string bundle = bundle_around(process->path);
  return bundle.empty() ? file_name(process->path) : without_extension(file_name(bundle));
}

bool owns_windows(pid_t pid) { return owners_of_windows().count(pid) > 0; }

Application describe(const ApplicationRecord& record) {
  Application application;
  application.key = record.key;
  application.name = record.name;
  application.id = record.id;
  if (!record.untranslated.empty()) application.other_names.push_back(record.untranslated);
  application.executable = record.executable;
  application.pid = record.pid;
  // Applications leave out what they like, and what is gone most of all.
  application.pace.forgetful = application.pace.forgets_removal = true;
  application.pace.cheap_fingerprint = false;
  return application;
}

Result<std::vector<Application>> list_applications(Session& session, const Limits& limits) {
  std::map<pid_t, std::string> shown = owners_of_windows();
  for (const pid_t pid : all_processes()) {
    if (shown.count(pid) > 0) continue;
    const auto process = process_of(pid);
    if (process && is_main_executable(process->path, bundle_around(process->path))) shown.emplace(pid, "");
  }
  std::vector<Application> applications;
  for (const auto& [pid, displayed] : shown) {
    if (pid == getpid()) continue;
    if (auto error = limits.exceeded("the applications to be listed")) return std::move(*error);
    const auto process = process_of(pid);
    if (!process) continue;
    Application application = describe(*meet(session, pid, *process, displayed));
    const auto reference = ElementRef::adopt(AXUIElementCreateApplication(pid));
    const AXError answer = copy(reference, kAXRoleAttribute, limits.capped(kProbe)).error;
    if (answer == kAXErrorAPIDisabled) return not_trusted();
    application.responsive = !is_silent(answer);
    application.has_tree = answer != kAXErrorNotImplemented;
    applications.push_back(std::move(application));
  }
  return applications;
}

Result<ApplicationPtr> application_of(Session& session, const std::string& key) {
  auto record = session.applications.find(key);
  const auto process = process_of(static_cast<pid_t>(std::strtol(key.c_str(), nullptr, 10)));
  const bool same = process && record && key_of(static_cast<pid_t>(record->pid), *process) == key;
  if (same && record->pid == getpid()) {
    return Error{ErrorCode::kRefused,
                 record->name + " is this process, which cannot be looked at from inside; start another for that",
                 {}};
  }
  if (same) return record;
  if (record) {
    session.applications.forget(key);
    session.elements->end(key);
    return app_exited(*record);
  }
  return Error{ErrorCode::kAppExited, "the application has exited; start it again and look it up anew", {}};
}

ApplicationPtr application_of_process(Session& session, pid_t pid) {
  const auto process = process_of(pid);
  if (!process) return nullptr;
  const auto owners = owners_of_windows();
  const auto displayed = owners.find(pid);
  return meet(session, pid, *process, displayed == owners.end() ? "" : displayed->second);
}

}  // namespace surehand::ax
