#include "platform/windows/applications.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/query/executable_name.h"
#include "platform/windows/com/text.h"
#include "platform/windows/errors.h"
#include "platform/windows/quirks/toolkit.h"
#include "platform/windows/session.h"
#include "platform/windows/win32/process.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

constexpr Milliseconds kProbe{200};

// Whether it takes messages. IsHungAppWindow() knows it of one that has taken none for 5 s; another is asked for nothing.
bool responds(HWND window, const Limits& limits) {
  if (IsHungAppWindow(window)) return false;
  const auto wait = static_cast<UINT>(std::min(limits.remaining(), kProbe).count());
  DWORD_PTR answer = 0;
  return SendMessageTimeoutW(window, WM_NULL, 0, 0, SMTO_ABORTIFHUNG, wait, &answer) != 0;
}

}  // namespace

std::vector<std::string> ApplicationRecord::names() const {
  std::vector<std::string> names;
  for (const std::string& one : {executable, id, untranslated, name}) {
    if (!one.empty() && std::find(names.begin(), names.end(), one) == names.end()) names.push_back(one);
  }
  return names;
}

ApplicationPtr ApplicationBook::find(std::string_view key) const {
  const std::lock_guard lock(mutex_);
  const auto found = records_.find(std::string(key));
  return found == records_.end() ? nullptr : found->second;
}

ApplicationPtr ApplicationBook::add(std::shared_ptr<const ApplicationRecord> record) {
  const std::lock_guard lock(mutex_);
  auto& slot = records_[record->key];
  if (!slot) slot = std::move(record);
  return slot;
}

void ApplicationBook::forget(std::string_view key) {
  const std::lock_guard lock(mutex_);
  records_.erase(std::string(key));
}

std::vector<ApplicationPtr> ApplicationBook::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<ApplicationPtr> records;
  for (const auto& [key, record] : records_) records.push_back(record);
  return records;
}

ApplicationPtr application_of_process(Session& session, DWORD pid) {
  const Process process(pid);
  const auto began = process.began();
  if (!began) return nullptr;
  std::string key = std::to_string(pid) + ":" + std::to_string(*began);
  if (auto known = session.applications.find(key)) return known;
  auto record = std::make_shared<ApplicationRecord>();
  const std::string path = process.executable();
  const VersionInfo version(path);
  record->key = std::move(key);
  record->pid = pid;
  record->executable = std::string(without_exe(std::string_view(path).substr(path.find_last_of('\\') + 1)));
  record->id = process.app_user_model_id();
  record->untranslated = version.text("ProductName");
  record->name = version.text("FileDescription");
  for (const std::string& other : {record->untranslated, record->executable, record->key}) {
    if (record->name.empty()) record->name = other;
  }
  return session.applications.add(std::move(record));
}

ApplicationPtr application_of_window(Session& session, HWND window) {
  const TopLevel top = top_level(window);
  return top.pid == 0 ? nullptr : application_of_process(session, top.pid);
}

Application describe(const ApplicationRecord& record, HWND window) {
  Application application;
  application.key = record.key;
  application.name = record.name;
  application.id = record.id;
  if (!record.untranslated.empty() && record.untranslated != record.name) {
    application.other_names.push_back(record.untranslated);
  }
  application.executable = record.executable;
  application.pid = record.pid;
  if (window) {
    const std::string window_class = class_of(window);
    const Toolkit toolkit = toolkit_of_class(window_class);
    application.toolkit = toolkit_name(toolkit, window_class);
    application.pace = pace_of(toolkit);
  }
  return application;
}

Result<std::vector<Application>> list_applications(Session& session, const Limits& limits) {
  // Those in front come first and tell the toolkit; so do windows rather than the popups that they opened.
  std::vector<std::pair<ApplicationPtr, HWND>> running;
  auto windows = visible_windows();
  std::stable_partition(windows.begin(), windows.end(), [](const TopLevel& window) { return !is_popup(window); });
  for (const TopLevel& window : windows) {
    const auto same = [&](const auto& one) { return one.first->pid == window.pid; };
    if (std::any_of(running.begin(), running.end(), same)) continue;
    if (auto record = application_of_process(session, window.pid))
      running.emplace_back(std::move(record), window.handle);
  }
  std::vector<Application> applications;
  for (const auto& [record, window] : running) {
    if (auto error = limits.exceeded("the list of applications")) return std::move(*error);
    Application application = describe(*record, window);
    application.responsive = responds(window, limits);
    applications.push_back(std::move(application));
  }
  for (const auto& record : session.applications.all()) {
    if (Process(record->pid).is_running()) continue;
    session.applications.forget(record->key);
    session.elements.end(record->key);
    session.refs->forget(record->key);
  }
  return applications;
}

Result<ApplicationPtr> application_of(Session& session, const std::string& key) {
  auto known = session.applications.find(key);
  const DWORD pid = known ? known->pid : static_cast<DWORD>(std::strtoul(key.c_str(), nullptr, 10));
  // Of another process with that pid, the key is another one.
  auto running = application_of_process(session, pid);
  if (running && running->key == key && Process(pid).is_running()) return running;
  return app_exited(known ? known->name : key, pid);
}

}  // namespace surehand::uia
