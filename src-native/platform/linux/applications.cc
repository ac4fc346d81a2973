#include "platform/linux/applications.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/errors.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/quirks/pace.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/session.h"
#include "platform/linux/treeless.h"

namespace surehand::atspi {
namespace {

// What has ended keeps its record under a key that no application has, so that who still asks for it is told its name.
constexpr std::string_view kEnded = "ended ";
constexpr size_t kMostEnded = 256;

bool is_ended(std::string_view key) { return key.substr(0, kEnded.size()) == kEnded; }

// How long one application may take to say who it is. The others do not wait for it longer than this.
constexpr Milliseconds kProbe{500};

enum Question : uint8_t { kName, kToolkitName, kVersion, kPid, kQuestions };

struct Listed {
  std::string key;
  std::string root;
  std::string registry;
};

std::string variant_string(const dbus::Reply& reply) {
  if (!reply.is_reply()) return {};
  auto body = reply.body();
  return body.begin_variant() == "s" ? std::string(body.string()) : std::string();
}

Result<std::vector<Listed>> list(Session& session, const Limits& limits) {
  Caller caller;
  auto reply = session.bus->call(caller.applications(), limits);
  // The bus starts a registry that was killed anew for who asks next.
  if (reply.ok() && is_gone(*reply)) reply = session.bus->call(caller.applications(), limits);
  if (!reply.ok()) return reply.take_error();
  if (!reply->is_reply()) {
    const bool installed = !reply->is_error("org.freedesktop.DBus.Error.ServiceUnknown");
    return Error{
        ErrorCode::kNoDesktop,
        "the accessibility bus has no registry (org.a11y.atspi.Registry: " +
            std::string(reply->message ? reply->message->error_text() : "connection lost") + "); " +
            (installed ? "it has ended: start the session again" : "install at-spi2-core and start the session again"),
        {}};
  }
  const std::string registry(reply->message ? reply->message->sender() : std::string_view());
  std::vector<Listed> listed;
  auto body = reply->body();
  auto entries = body.begin_array(8);
  while (body.more(entries)) {
    auto [key, root] = read_object(body);
    if (!body.ok()) break;
    const bool again =
        std::any_of(listed.begin(), listed.end(), [&key = key](const Listed& one) { return one.key == key; });
    if (!again && !key.empty() && root != kNullPath) listed.push_back({std::move(key), std::move(root), registry});
  }
  // A registry that was killed is started anew, and GTK 4 and Qt 5 do not enter themselves again: what the one before it listed is asked
  // whether it is still there.
  for (const ApplicationPtr& known : session.applications.all()) {
    const bool there =
        std::any_of(listed.begin(), listed.end(), [&](const Listed& one) { return one.key == known->key; });
    if (there || !known->has_tree() || known->registry.empty() || known->registry == registry) continue;
    listed.push_back({known->key, known->root, known->registry});
  }
  return listed;
}

struct Answers {
  ApplicationRecord record;
  bool named = false;
  bool gone = false;
  bool unplaced = false;  // behind a proxy of the bus, and which process it is does not show yet
};

// The process behind a proxy of the bus (flatpak's), which is what the bus knows: the one that shows windows in the proxy's process group.
// Nothing when there is none, or several.
std::optional<int64_t> program_behind(Session& session, int64_t proxy, const Limits& limits) {
  const pid_t group = getpgid(static_cast<pid_t>(proxy));
  if (group <= 0) return std::nullopt;
  const auto windows = session.screen->windows(limits);
  if (!windows) return std::nullopt;
  std::optional<int64_t> found;
  for (const screen::ClientWindow& window : *windows) {
    if (window.pid <= 0 || window.pid == proxy || getpgid(static_cast<pid_t>(window.pid)) != group) continue;
    if (found && *found != window.pid) return std::nullopt;
    found = window.pid;
  }
  return found;
}

bool is_proxy(const std::string& executable) { return executable == "xdg-dbus-proxy"; }

// Asks all of `listed` at the same time. What has not answered by the probe's deadline stays unnamed.
Result<std::vector<Answers>> ask(Session& session, const std::vector<Listed>& listed, const Limits& limits) {
  std::vector<Answers> all(listed.size());
  dbus::Connection::Pipeline pipeline(session.bus, 256);
  pipeline.on_reply([&](uint64_t tag, const dbus::Reply& reply) {
    Answers& answers = all[tag / kQuestions];
    ApplicationRecord& record = answers.record;
    if (is_gone(reply)) answers.gone = true;
    switch (tag % kQuestions) {
      case kName:
        answers.named = reply.is_reply();
        record.name = variant_string(reply);
        break;
      case kToolkitName:
        record.toolkit_name = variant_string(reply);
        break;
      case kVersion:
        record.toolkit_version = variant_string(reply);
        break;
      case kPid:
        if (reply.is_reply()) record.pid = reply.body().u32();
        break;
    }
  });
  const Limits probe = limits.capped(kProbe);
  Caller caller;
  Status status = Done{};
  for (size_t i = 0; i < listed.size() && status.ok(); ++i) {
    const Object root{listed[i].key, listed[i].root};
    all[i].record.key = listed[i].key;
    all[i].record.root = listed[i].root;
    all[i].record.registry = listed[i].registry;
    status = pipeline.push(caller.process_of(root.bus), i * kQuestions + kPid, probe);
    if (status.ok()) status = pipeline.push(caller.get(root, Property::kName), i * kQuestions + kName, probe);
    if (session.applications.find(listed[i].key)) continue;
    if (status.ok())
      status = pipeline.push(caller.get(root, Property::kToolkitName), i * kQuestions + kToolkitName, probe);
    if (status.ok())
      status = pipeline.push(caller.get(root, Property::kToolkitVersion), i * kQuestions + kVersion, probe);
  }
  if (status.ok()) status = pipeline.drain(probe);
  if (!status.ok() && status.error().code != ErrorCode::kTimeout) return status.take_error();
  for (Answers& answers : all) {
    ApplicationRecord& record = answers.record;
    record.executable = executable_of(record.pid);
    if (is_proxy(record.executable)) {
      const auto behind = program_behind(session, record.pid, probe);
      answers.unplaced = !behind;
      record.pid = behind.value_or(record.pid);
      record.executable = executable_of(record.pid);
    }
    record.toolkit = toolkit_from_name(record.toolkit_name);
    if (session.applications.find(record.key)) continue;
    name_by_entry(session, record);
  }
  return all;
}

Application described(const ApplicationRecord& record, bool responsive) {
  Application application;
  application.key = record.key;
  application.name = record.name;
  application.id = record.id;
  for (const std::string& name : {record.untranslated, record.displayed}) {
    auto& others = application.other_names;
    if (!name.empty() && std::find(others.begin(), others.end(), name) == others.end()) others.push_back(name);
  }
  application.executable = record.executable;
  application.pid = record.pid;
  application.toolkit = record.toolkit_name;
  if (!record.toolkit_name.empty() && !record.toolkit_version.empty()) {
    application.toolkit += " " + record.toolkit_version;
  }
  application.responsive = responsive;
  application.has_tree = record.has_tree();
  application.pace = pace_of(record.toolkit);
  return application;
}

}  // namespace

std::vector<std::string> ApplicationRecord::names() const {
  std::vector<std::string> names;
  for (const std::string& one : {executable, id, untranslated, displayed, name}) {
    if (!one.empty() && std::find(names.begin(), names.end(), one) == names.end()) names.push_back(one);
  }
  return names;
}

void name_by_entry(Session& session, ApplicationRecord& record) {
  auto called = session.desktop_entries.called(record.executable, command_line_of(record.pid), session.environment);
  const auto own = environment_of(record.pid);
  record.id = std::move(called.id);
  record.displayed = called.name.in(locales_of(own ? *own : session.environment));
  record.untranslated = std::move(called.name.untranslated);
}

ApplicationPtr ApplicationBook::find(std::string_view key) const {
  std::lock_guard lock(mutex_);
  const auto found = records_.find(std::string(key));
  return found == records_.end() ? nullptr : found->second;
}

ApplicationPtr ApplicationBook::with_pid(int64_t pid) const {
  std::lock_guard lock(mutex_);
  ApplicationPtr found;
  for (const auto& [key, record] : records_) {
    if (pid > 0 && record->pid == pid && !is_ended(key) && (!found || record->has_tree())) found = record;
  }
  return found;
}

std::vector<ApplicationPtr> ApplicationBook::all() const {
  std::lock_guard lock(mutex_);
  std::vector<ApplicationPtr> all;
  for (const auto& [key, record] : records_) {
    if (!is_ended(key)) all.push_back(record);
  }
  return all;
}

ApplicationPtr ApplicationBook::add(ApplicationRecord record) {
  std::lock_guard lock(mutex_);
  auto& slot = records_[record.key];
  if (!slot) slot = std::make_shared<const ApplicationRecord>(std::move(record));
  return slot;
}

void ApplicationBook::forget(std::string_view key) {
  std::lock_guard lock(mutex_);
  const auto found = records_.find(std::string(key));
  if (found == records_.end() || is_ended(key)) return;
  // Who it was, for messages. Neither its connections nor what was learnt of it: those cost descriptors and memory.
  auto ended = std::make_shared<ApplicationRecord>();
  ended->key = found->second->key;
  ended->name = found->second->name;
  ended->executable = found->second->executable;
  ended->pid = found->second->pid;
  records_.erase(found);
  const auto count =
      std::count_if(records_.begin(), records_.end(), [](const auto& each) { return is_ended(each.first); });
  if (static_cast<size_t>(count) < kMostEnded) records_.emplace(std::string(kEnded).append(key), std::move(ended));
}

void ApplicationBook::keep_only(const std::vector<std::string>& keys) {
  std::vector<std::string> gone;
  {
    std::lock_guard lock(mutex_);
    for (const auto& [key, record] : records_) {
      if (!is_ended(key) && std::find(keys.begin(), keys.end(), key) == keys.end()) gone.push_back(key);
    }
  }
  for (const std::string& key : gone) forget(key);
}

size_t ApplicationBook::size() const {
  std::lock_guard lock(mutex_);
  return records_.size();
}

Result<std::vector<Application>> list_applications(Session& session, const Limits& limits) {
  auto listed = list(session, limits);
  if (!listed.ok()) return listed.take_error();
  auto answers = ask(session, *listed, limits);
  if (!answers.ok()) return answers.take_error();
  std::vector<Application> applications;
  std::vector<std::string> keys;
  for (Answers& one : *answers) {
    if (one.gone) continue;
    keys.push_back(one.record.key);
    ApplicationPtr known = session.applications.find(one.record.key);
    if (!known && one.named && !one.unplaced) known = session.applications.add(one.record);
    applications.push_back(described(known ? *known : one.record, one.named));
  }
  for (const ApplicationPtr& one : treeless_applications(session, applications, limits.capped(kProbe))) {
    keys.push_back(one->key);
    applications.push_back(described(*one, true));
  }
  session.applications.keep_only(keys);
  return applications;
}

Result<ApplicationPtr> application_of(Session& session, const std::string& key, const Limits& limits) {
  if (is_treeless(key)) return treeless_application(session, key);
  if (auto known = session.applications.find(key)) return known;
  auto listed = list(session, limits);
  if (!listed.ok()) return listed.take_error();
  listed->erase(std::remove_if(listed->begin(), listed->end(), [&](const Listed& one) { return one.key != key; }),
                listed->end());
  ApplicationRecord unknown;
  unknown.key = key;
  unknown.name = "the application";
  if (const auto ended = session.applications.find(std::string(kEnded) + key)) {
    unknown.name = ended->name.empty() ? ended->executable : ended->name;
    unknown.pid = ended->pid;
  }
  if (listed->empty()) return app_exited(unknown);
  auto answers = ask(session, *listed, limits);
  if (!answers.ok()) return answers.take_error();
  Answers& answer = answers->front();
  if (answer.gone) return app_exited(unknown);
  if (!answer.named) {
    if (!answer.record.executable.empty()) unknown.name = answer.record.executable;
    return app_unresponsive(unknown, kProbe, "its name");
  }
  return session.applications.add(std::move(answer.record));
}

Result<std::string> key_of_process(Session& session, int64_t pid, const Limits& limits) {
  std::string key;
  if (pid <= 0) return key;
  auto listed = list(session, limits);
  if (!listed.ok()) return listed.take_error();
  dbus::Connection::Pipeline pipeline(session.bus, 256);
  pipeline.on_reply([&](uint64_t which, const dbus::Reply& reply) {
    if (reply.is_reply() && reply.body().u32() == pid) key = (*listed)[which].key;
  });
  Caller caller;
  Status status = Done{};
  for (size_t i = 0; i < listed->size() && status.ok(); ++i) {
    status = pipeline.push(caller.process_of((*listed)[i].key), i, limits);
  }
  if (status.ok()) status = pipeline.drain(limits);
  if (!status.ok()) return status.take_error();
  return key;
}

}  // namespace surehand::atspi
