#include "platform/linux/wayland/kwin/script.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include "platform/linux/wayland/kwin/program.h"
#include "platform/posix/fd.h"

namespace surehand::wayland::kwin {
namespace {

constexpr std::string_view kService = "org.kde.KWin";
constexpr std::string_view kBus = "org.freedesktop.DBus", kBusPath = "/org/freedesktop/DBus";
constexpr std::string_view kScripting = "/Scripting";
constexpr std::string_view kScriptingInterface = "org.kde.kwin.Scripting";
// KWin gives up an open call after 25 s, and its script hears no more. One that has waited this long is loaded anew.
constexpr std::chrono::seconds kFresh{20};
constexpr Milliseconds kTick(20);
constexpr Milliseconds kPatience(5000);

Error no_scripts(const std::string& why) {
  return {ErrorCode::kUnsupported, "KWin runs no scripts, which tell where its windows are: " + why, {}};
}

Error kwin_ended() { return {ErrorCode::kNoDesktop, "KWin has ended", {}}; }

}  // namespace

// What the reader thread of the bus puts down.
struct Script::Mailbox {
  std::mutex mutex;
  std::condition_variable changed;
  std::string token;
  std::shared_ptr<const dbus::Message> open;  // the script's call, which waits for a question
  Clock::time_point since;
  std::string number, told;  // the last answer
  bool kwin_is_gone = false;

  bool take(const std::string& kwin, const std::shared_ptr<const dbus::Message>& call) {
    if (call->sender() != kwin || call->path() != kPath || call->interface() != kInterface || call->member() != kNext ||
        call->signature() != "sss") {
      return false;
    }
    dbus::Reader body = call->body();
    const std::string_view from = body.string(), of = body.string(), what = body.string();
    std::lock_guard lock(mutex);
    if (!body.ok() || from != token) return false;
    open = call;
    since = Clock::now();
    number = of;
    told = what;
    changed.notify_all();
    return true;
  }

  template <class Condition>
  Status wait(const Limits& limits, std::string_view awaited, Condition condition) {
    std::unique_lock lock(mutex);
    while (!condition()) {
      if (kwin_is_gone) return kwin_ended();
      if (auto error = limits.exceeded(awaited)) return std::move(*error);
      changed.wait_for(lock, std::min(limits.remaining(), kTick));
    }
    return Done{};
  }
};

Script::Script(std::shared_ptr<dbus::Connection> bus, std::string folder)
    : bus_(std::move(bus)), folder_(std::move(folder)), mailbox_(std::make_shared<Mailbox>()) {}

Script::~Script() {
  bus_->on_call(nullptr);
  (void)unload(Limits::within(Milliseconds(500)));
}

Status Script::begin(const Limits& limits) {
  dbus::Writer name;
  name.string(kService);
  SUREHAND_TRY(owner, bus_->call({kBus, kBusPath, kBus, "GetNameOwner", "s", &name}, limits));
  if (!owner->is_reply()) return no_scripts("no org.kde.KWin is on the session bus");
  kwin_ = owner->body().string();
  const std::string rule =
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" +
      kwin_ + "'";
  SUREHAND_TRY(end, bus_->subscribe(
                        rule,
                        [mailbox = mailbox_](const auto&) {
                          std::lock_guard lock(mailbox->mutex);
                          mailbox->kwin_is_gone = true;
                          mailbox->changed.notify_all();
                        },
                        limits));
  end_of_kwin_ = end.take();
  bus_->on_call([mailbox = mailbox_, kwin = kwin_](const auto& call) { return mailbox->take(kwin, call); });
  return load(limits);
}

Result<json::Value> Script::ask(json::Value question, const Limits& limits) {
  SUREHAND_TRY(turn, lock_.take("KWin to answer others", limits));
  bool is_fresh = false;
  {
    std::lock_guard lock(mailbox_->mutex);
    if (mailbox_->kwin_is_gone) return kwin_ended();
    is_fresh = mailbox_->open && Clock::now() - mailbox_->since < kFresh;
  }
  if (!is_fresh) SUREHAND_CHECK(load(limits));
  const std::string number = std::to_string(++questions_);
  question.set("n", number);
  std::shared_ptr<const dbus::Message> open;
  {
    std::lock_guard lock(mailbox_->mutex);
    open = std::exchange(mailbox_->open, nullptr);
  }
  if (!open) return kwin_ended();
  dbus::Writer body;
  body.string(json::stringify(question));
  SUREHAND_CHECK(bus_->answer(*open, "s", &body, limits));
  SUREHAND_CHECK(mailbox_->wait(limits, "the answer of KWin", [&] { return mailbox_->number == number; }));
  std::string told;
  {
    std::lock_guard lock(mailbox_->mutex);
    told = mailbox_->told;
  }
  auto parsed = json::parse(told);
  auto* answer = std::get_if<json::Value>(&parsed);
  if (answer == nullptr) return Error{ErrorCode::kRefused, "KWin's answer is no JSON", {}};
  if (const json::Value& error = (*answer)["error"]; error.is_string()) {
    return Error{ErrorCode::kRefused,
                 "KWin refused `" + std::string(question["do"].as_string()) + "`: " + std::string(error.as_string()),
                 {}};
  }
  return std::move(*answer);
}

Status Script::load(const Limits& limits) {
  SUREHAND_CHECK(unload(limits));
  const std::string token = std::to_string(++loads_);
  {
    std::lock_guard lock(mailbox_->mutex);
    mailbox_->token = token;
    mailbox_->open = nullptr;
    mailbox_->number.clear();
  }
  SUREHAND_TRY(file, write_file());
  // KWin reads it as the script starts.
  struct Removal {
    const std::string& file;
    ~Removal() { unlink(file.c_str()); }
  } removal{*file};
  const std::string name = "surehand" + bus_->unique_name() + "-" + token;
  dbus::Writer body;
  body.string(*file).string(name);
  const dbus::Call loading{kwin_, kScripting, kScriptingInterface, "loadScript", "ss", &body};
  SUREHAND_TRY(loaded, bus_->call(loading, limits));
  if (!loaded->is_reply()) return no_scripts(std::string(loaded->message->error_text()));
  const int32_t id = loaded->body().i32();
  if (id < 0) return no_scripts("it did not load ours");
  name_ = name;
  // Plasma 5.27 has the one path, Plasma 6 the other.
  std::string problem;
  for (const char* prefix : {"/Scripting/Script", "/"}) {
    const std::string path = prefix + std::to_string(id);
    SUREHAND_TRY(run, bus_->call({kwin_, path, "org.kde.kwin.Script", "run", "", nullptr}, limits));
    if (run->is_reply()) {
      return mailbox_->wait(limits.capped(kPatience), "the script in KWin to call back",
                            [this] { return mailbox_->open != nullptr; });
    }
    problem = run->message->error_text();
  }
  return no_scripts(problem);
}

Status Script::unload(const Limits& limits) {
  if (name_.empty()) return Done{};
  dbus::Writer body;
  body.string(std::exchange(name_, {}));
  SUREHAND_TRY(unloaded, bus_->call({kwin_, kScripting, kScriptingInterface, "unloadScript", "s", &body}, limits));
  return Done{};
}

Result<std::string> Script::write_file() const {
  std::string path = folder_ + "/surehand-kwin-XXXXXX";
  const Fd file(mkostemp(path.data(), O_CLOEXEC));
  if (!file) return no_scripts("no file can be written in " + folder_ + " (" + std::strerror(errno) + ")");
  const std::string text = program(bus_->unique_name(), std::to_string(loads_));
  if (write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size())) return path;
  const std::string why = std::strerror(errno);
  unlink(path.c_str());
  return no_scripts("no file can be written in " + folder_ + " (" + why + ")");
}

}  // namespace surehand::wayland::kwin
