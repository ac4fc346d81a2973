#include "platform/linux/wayland/portal/session.h"

#include <poll.h>

#include <utility>

#include "platform/linux/wayland/portal/unguessable.h"
#include "platform/linux/wayland/socket.h"

namespace surehand::wayland::portal {
namespace {

constexpr std::string_view kSession = "org.freedesktop.portal.Session";
constexpr uint32_t kUntilRevoked = 2;
constexpr uint32_t kCancelled = 1;  // of a Response
// The version of RemoteDesktop that knows restore tokens.
constexpr uint32_t kRestores = 2;

Error ended(const std::string& what) {
  return {ErrorCode::kNoDesktop, what + ", which makes input and pictures; open the desktop again", {}};
}

Error no_portal() {
  return {ErrorCode::kNoDesktop,
          "no program has org.freedesktop.portal.RemoteDesktop any more; start xdg-desktop-portal again",
          {}};
}

}  // namespace

Session::Session(std::shared_ptr<dbus::Connection> bus, std::unique_ptr<wayland::Connection> compositor,
                 std::string socket, const Environment& environment)
    : bus_(std::move(bus)), socket_(std::move(socket)), token_(environment), compositor_(std::move(compositor)) {}

Session::~Session() { end(); }

void Session::end() {
  watches_.clear();
  if (!path_.empty() && !signals_->closed) {
    (void)bus_->send({portal_.owner, path_, kSession, "Close"}, Limits::within(Milliseconds(100)));
  }
  path_.clear();
}

// Its end of the socket is closed as soon as it ends.
bool Session::compositor_runs() {
  std::lock_guard lock(compositor_mutex_);
  pollfd fd{compositor_ ? compositor_->fd() : -1, 0, 0};
  if (compositor_ && poll(&fd, 1, 0) == 0) return true;
  // A compositor may also drop one client.
  constexpr Milliseconds kPatience(1000);
  auto again = wayland::Connection::open(socket_, Limits::within(kPatience));
  if (!again) return again.error().code == ErrorCode::kTimeout;
  compositor_ = again.take();
  return true;
}

std::optional<Error> Session::why_ended() {
  if (!compositor_runs()) return ended("the compositor has ended");
  if (!bus_->alive()) return ended("the session bus has ended");
  if (signals_->closed) {
    return Error{
        ErrorCode::kPermissionDenied,
        "the desktop ended the session of org.freedesktop.portal.RemoteDesktop, as it does when a person stops "
        "sharing; open the desktop again to ask for another",
        {}};
  }
  if (signals_->gone) return ended("the program that has org.freedesktop.portal.RemoteDesktop has ended");
  return std::nullopt;
}

std::optional<Error> Session::over() {
  {
    std::lock_guard lock(over_mutex_);
    if (over_) return over_;
  }
  if (!begun_) return compositor_runs() ? std::nullopt : std::optional(ended("the compositor has ended"));
  auto why = why_ended();
  std::lock_guard lock(over_mutex_);
  if (!over_) over_ = std::move(why);
  return over_;
}

Result<bool> Session::begin(const Limits& limits) {
  if (auto error = over()) return std::move(*error);
  if (begun_) return false;
  SUREHAND_TRY(turn, start_lock_.take("a person to answer the desktop's dialog for another call", limits));
  if (auto error = over()) return std::move(*error);
  if (begun_) return false;
  SUREHAND_TRY(portal, Portal::find(*bus_, limits));
  if (!*portal) return no_portal();
  const std::string token = (*portal)->version >= kRestores ? token_.take() : std::string();
  auto started = start(**portal, token, true, limits);
  const auto may_ask_again = [&] {
    return !started && !person_refused_ && started.error().code != ErrorCode::kNoDesktop && !limits.expired() &&
           !limits.cancelled();
  };
  // Without the token, unless it led to a dialog that a person refused.
  if (!token.empty() && may_ask_again()) started = start(**portal, "", true, limits);
  // KDE's portal asks nobody and gives nothing where it has no PipeWire to cast a monitor with.
  if (ended_otherwise_ && (*portal)->casts_monitors && may_ask_again()) started = start(**portal, "", false, limits);
  if (started) {
    begun_ = true;
    return true;
  }
  if (started.error().code == ErrorCode::kPermissionDenied) {
    std::lock_guard lock(over_mutex_);
    over_ = started.error();
  }
  return started.take_error();
}

Status Session::start(const Portal& portal, const std::string& token, bool with_monitor, const Limits& limits) {
  portal_ = portal;
  person_refused_ = ended_otherwise_ = false;
  devices_ = 0;
  stream_.reset();
  signals_ = std::make_shared<Signals>();
  auto done = create(unguessable(), limits);
  if (done) done = select_devices(token, limits);
  no_stream_ =
      "the desktop gave no keyboard and pointer together with a screen (is PipeWire running?), so none was shared";
  if (done && with_monitor) done = select_monitor(limits);
  if (done) done = request_clipboard(limits);
  if (done) done = consent(limits);
  if (!done) end();
  return done;
}

Status Session::watch(const std::string& rule, std::atomic<bool> Signals::*flag, const Limits& limits) {
  SUREHAND_TRY(watch, bus_->subscribe(
                          rule, [signals = signals_, flag](const auto&) { (*signals).*flag = true; }, limits));
  watches_.push_back(watch.take());
  return Done{};
}

Status Session::create(const std::string& token, const Limits& limits) {
  const std::string path = path_of(*bus_, "session", token);
  SUREHAND_CHECK(watch("type='signal',sender='" + portal_.owner + "',interface='" + std::string(kSession) +
                           "',member='Closed',path='" + path + "'",
                       &Signals::closed, limits));
  SUREHAND_CHECK(watch("type='signal',sender='" + std::string(dbus::kBusName) + "',interface='" +
                           std::string(dbus::kBusName) + "',member='NameOwnerChanged',arg0='" + portal_.owner + "'",
                       &Signals::gone, limits));
  Question question{kRemoteDesktop, "CreateSession", "a{sv}"};
  question.options = [&](dbus::Writer& options) {
    options.begin_struct().string("session_handle_token").variant("s").string(token);
  };
  path_ = path;
  SUREHAND_TRY(answer, ask_for(std::move(question), limits));
  if (answer->code != 0) return refused(answer->code);
  if (answer->session == path) return Done{};
  return Error{ErrorCode::kRefused, "the portal gave its session another name than it documents", {}};
}

Status Session::select_devices(const std::string& restore_token, const Limits& limits) {
  if (portal_.devices == 0) {
    return Error{ErrorCode::kUnsupported, "the desktop portal offers neither a keyboard nor a pointer", {}};
  }
  Question question{kRemoteDesktop, "SelectDevices", "oa{sv}"};
  question.arguments = [&](dbus::Writer& body) { body.string(path_); };
  question.options = [&](dbus::Writer& options) {
    options.begin_struct().string("types").variant("u").u32(portal_.devices);
    if (portal_.version < kRestores) return;
    options.begin_struct().string("persist_mode").variant("u").u32(kUntilRevoked);
    if (!restore_token.empty()) options.begin_struct().string("restore_token").variant("s").string(restore_token);
  };
  SUREHAND_TRY(answer, ask_for(std::move(question), limits));
  return answer->code == 0 ? Status(Done{}) : Status(refused(answer->code));
}

Status Session::select_monitor(const Limits& limits) {
  no_stream_ = "the desktop portal casts no monitor (org.freedesktop.portal.ScreenCast)";
  if (!portal_.casts_monitors) return Done{};
  Question question{kScreenCast, "SelectSources", "oa{sv}"};
  question.arguments = [&](dbus::Writer& body) { body.string(path_); };
  question.options = [&](dbus::Writer& options) {
    options.begin_struct().string("types").variant("u").u32(kMonitor);
    options.begin_struct().string("multiple").variant("b").boolean(false);
    // It ends the session for a mode that it does not have.
    if (portal_.hides_pointer) options.begin_struct().string("cursor_mode").variant("u").u32(kHidden);
  };
  SUREHAND_TRY(answer, ask_for(std::move(question), limits));
  if (answer->code != 0) return refused(answer->code);
  no_stream_ = "the person who was asked shared no screen; open the desktop again to ask for one";
  return Done{};
}

Status Session::request_clipboard(const Limits& limits) {
  no_clipboard_ = Error{ErrorCode::kUnsupported, kNoClipboard, {}};
  if (!note_ || !portal_.has_clipboard) return Done{};
  const std::string rule = "type='signal',sender='" + portal_.owner + "',interface='" + std::string(kClipboard) +
                           "',path='" + std::string(kObject) + "'";
  // Before Start, after which the portal says what is copied. It has the same path for the sessions of all programs.
  const auto note = [note = note_, session = path_](const std::shared_ptr<const dbus::Message>& signal) {
    auto body = signal->body();
    const std::string_view signature = body.signature();
    if (signature != (signal->member() == "SelectionTransfer" ? "osu" : "oa{sv}")) return;
    if (body.string() == session) note(signal->member(), body);
  };
  SUREHAND_TRY(watch, bus_->subscribe(rule, note, limits));
  watches_.push_back(watch.take());
  dbus::Writer body;
  body.string(path_);
  body.end_array(body.begin_array(8));
  auto reply = ask(*bus_, {portal_.owner, kObject, kClipboard, "RequestClipboard", "oa{sv}", &body}, limits);
  if (reply) {
    no_clipboard_.reset();
    return Done{};
  }
  if (auto error = why_ended()) return std::move(*error);
  const ErrorCode code = reply.error().code;
  if (code == ErrorCode::kTimeout || code == ErrorCode::kAborted || code == ErrorCode::kNoDesktop) {
    return reply.take_error();
  }
  // Input and pictures need none.
  no_clipboard_ = reply.take_error();
  return Done{};
}

Status Session::clipboard() const { return no_clipboard_ ? Status(*no_clipboard_) : Status(Done{}); }

Status Session::consent(const Limits& limits) {
  Question question{kRemoteDesktop, "Start", "osa{sv}"};
  // No window of ours is the dialog's parent.
  question.arguments = [&](dbus::Writer& body) { body.string(path_).string(""); };
  question.asks_person = true;
  SUREHAND_TRY(answer, ask_for(std::move(question), limits));
  person_refused_ = answer->code == kCancelled;
  ended_otherwise_ = answer->code > kCancelled;
  if (answer->code != 0) return refused(answer->code);
  devices_ = answer->devices & portal_.devices;
  stream_ = answer->stream;
  if (!answer->clipboard && !no_clipboard_) {
    no_clipboard_ = Error{ErrorCode::kPermissionDenied,
                          "the person who was asked granted no clipboard to org.freedesktop.portal.Clipboard, or the "
                          "desktop has none to give; open the desktop again to ask again",
                          {}};
  }
  token_.keep(answer->restore_token);
  return Done{};
}

Result<Answer> Session::ask_for(Question question, const Limits& limits) {
  auto answer = request(
      *bus_, portal_, question, [this] { return why_ended(); }, limits);
  if (answer) return answer;
  // Its signals come before the error that a call gets.
  if (auto error = why_ended()) return std::move(*error);
  return answer;
}

Error Session::refused(uint32_t code) {
  const char* const why = code == kCancelled ? "the person who was asked refused it"
                                             : "the desktop ended the request without an answer of a person";
  return {ErrorCode::kPermissionDenied,
          std::string("org.freedesktop.portal.RemoteDesktop gives this program no keyboard, pointer or screen: ") +
              why + "; open the desktop again to ask again",
          {}};
}

Status Session::has(uint32_t device) const {
  if ((devices_ & device) != 0) return Done{};
  return Error{ErrorCode::kPermissionDenied,
               std::string("the person who was asked granted no ") + (device == kKeyboard ? "keyboard" : "pointer") +
                   " to org.freedesktop.portal.RemoteDesktop; open the desktop again to ask again",
               {}};
}

Result<Stream> Session::stream() const {
  if (stream_) return *stream_;
  return Error{ErrorCode::kUnsupported, no_stream_, {}};
}

Result<dbus::Reply> Session::answered(const dbus::Call& call, const Limits& limits) {
  if (auto error = over()) return std::move(*error);
  auto reply = ask(*bus_, call, limits);
  if (reply) return reply;
  if (auto error = over()) return std::move(*error);
  return reply;
}

Result<dbus::Reply> Session::call(std::string_view interface, std::string_view member, std::string_view signature,
                                  const Limits& limits, const std::function<void(dbus::Writer&)>& arguments) {
  dbus::Writer body;
  body.string(path_);
  body.end_array(body.begin_array(8));
  arguments(body);
  return answered({portal_.owner, kObject, interface, member, signature, &body}, limits);
}

Result<dbus::Reply> Session::call_clipboard(std::string_view member, std::string_view signature,
                                            const std::function<void(dbus::Writer&)>& arguments, const Limits& limits) {
  dbus::Writer body;
  body.string(path_);
  arguments(body);
  return answered({portal_.owner, kObject, kClipboard, member, signature, &body}, limits);
}

Status Session::ping(const Limits& limits) {
  SUREHAND_TRY(reply, answered({portal_.owner, kObject, "org.freedesktop.DBus.Peer", "Ping"}, limits));
  return Done{};
}

}  // namespace surehand::wayland::portal
