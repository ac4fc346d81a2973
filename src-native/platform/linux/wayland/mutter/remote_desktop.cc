#include "platform/linux/wayland/mutter/remote_desktop.h"

#include <utility>

namespace surehand::wayland::mutter {
namespace {

constexpr std::string_view kSession = "org.gnome.Mutter.RemoteDesktop.Session";
constexpr std::string_view kCastSession = "org.gnome.Mutter.ScreenCast.Session";

Result<std::string> object_in(Result<dbus::Reply> reply) {
  if (!reply) return reply.take_error();
  auto body = reply->body();
  std::string path(body.string());
  if (body.ok() && dbus::is_object_path(path)) return path;
  return Error{ErrorCode::kRefused, "the compositor named no session", {}};
}

}  // namespace

RemoteDesktop::~RemoteDesktop() {
  watch_.reset();
  if (begun() && !*closed_)
    (void)bus_->send({kRemoteDesktop, session_, kSession, "Stop"}, Limits::within(Milliseconds(100)));
}

bool RemoteDesktop::covers(const Rect& screen) const {
  return screen.x == screen_.x && screen.y == screen_.y && screen.width == screen_.width &&
         screen.height == screen_.height;
}

Status RemoteDesktop::begin(const Rect& screen, const Limits& limits) {
  if (*closed_) return ended();
  if (begun() && covers(screen)) return Done{};
  if (begun()) {
    watch_.reset();
    (void)call("Stop", "", nullptr, limits);
    session_.clear();
    stream_.clear();
  }
  no_pointer_.clear();
  auto started = start(screen, true, limits);
  if (started || started.error().code == ErrorCode::kNoDesktop || limits.expired()) return started;
  // Without PipeWire there is no screen cast. The keyboard and the clipboard need none.
  no_pointer_ = "the pointer needs a screen cast, and the compositor started none (" + started.error().message +
                "); start pipewire and wireplumber in the desktop session";
  return start(screen, false, limits);
}

Status RemoteDesktop::start(const Rect& screen, bool with_cast, const Limits& limits) {
  stream_.clear();
  // A session that could not start says that it is closed, too.
  closed_ = std::make_shared<std::atomic<bool>>(false);
  SUREHAND_TRY(session, object_in(ask(
                            *bus_, {kRemoteDesktop, "/org/gnome/Mutter/RemoteDesktop", kRemoteDesktop, "CreateSession"},
                            limits)));
  if (with_cast) SUREHAND_CHECK(add_cast(*session, screen, limits));
  const std::string rule =
      "type='signal',interface='" + std::string(kSession) + "',member='Closed',path='" + *session + "'";
  SUREHAND_TRY(watch, bus_->subscribe(
                          rule, [closed = closed_](const auto&) { *closed = true; }, limits));
  SUREHAND_TRY(started, ask(*bus_, {kRemoteDesktop, *session, kSession, "Start"}, limits));
  session_ = session.take();
  watch_ = watch.take();
  screen_ = screen;
  return Done{};
}

Status RemoteDesktop::add_cast(const std::string& session, const Rect& screen, const Limits& limits) {
  dbus::Writer property;
  property.string(kSession).string("SessionId");
  SUREHAND_TRY(
      reply, ask(*bus_, {kRemoteDesktop, session, "org.freedesktop.DBus.Properties", "Get", "ss", &property}, limits));
  auto body = reply->body();
  if (body.begin_variant() != "s") return Error{ErrorCode::kRefused, "the compositor told no session id", {}};
  const std::string id(body.string());

  dbus::Writer options;
  const size_t entries = options.begin_array(8);
  options.begin_struct().string("remote-desktop-session-id").variant("s").string(id);
  options.end_array(entries);
  SUREHAND_TRY(
      cast, object_in(ask(
                *bus_, {kScreenCast, "/org/gnome/Mutter/ScreenCast", kScreenCast, "CreateSession", "a{sv}", &options},
                limits)));
  dbus::Writer area;
  area.i32(screen.x).i32(screen.y).i32(screen.width).i32(screen.height);
  area.end_array(area.begin_array(8));
  SUREHAND_TRY(stream,
               object_in(ask(*bus_, {kScreenCast, *cast, kCastSession, "RecordArea", "iiiia{sv}", &area}, limits)));
  stream_ = stream.take();
  return Done{};
}

Status RemoteDesktop::check() const { return *closed_ ? Status(ended()) : Status(Done{}); }

Error RemoteDesktop::ended() const {
  return {
      ErrorCode::kPermissionDenied,
      "GNOME ended the remote desktop session that makes input, as its \"stop sharing\" button does; open the desktop "
      "again to ask for another",
      {}};
}

Result<dbus::Reply> RemoteDesktop::call(std::string_view member, std::string_view signature, const dbus::Writer* body,
                                        const Limits& limits) {
  if (*closed_) return ended();
  auto reply = ask(*bus_, {kRemoteDesktop, session_, kSession, member, signature, body}, limits);
  // The session is not there any more: its signal has not been read yet.
  if (!reply && reply.error().code == ErrorCode::kUnsupported) {
    *closed_ = true;
    return ended();
  }
  return reply;
}

namespace {

Status done(const Result<dbus::Reply>& reply) { return reply ? Status(Done{}) : Status(reply.error()); }

}  // namespace

Status RemoteDesktop::keycode(uint32_t code, bool pressed, const Limits& limits) {
  dbus::Writer body;
  body.u32(code).boolean(pressed);
  return done(call("NotifyKeyboardKeycode", "ub", &body, limits));
}

Status RemoteDesktop::keysym(uint32_t keysym, bool pressed, const Limits& limits) {
  dbus::Writer body;
  body.u32(keysym).boolean(pressed);
  return done(call("NotifyKeyboardKeysym", "ub", &body, limits));
}

Status RemoteDesktop::button(uint32_t code, bool pressed, const Limits& limits) {
  dbus::Writer body;
  body.i32(static_cast<int32_t>(code)).boolean(pressed);
  return done(call("NotifyPointerButton", "ib", &body, limits));
}

Status RemoteDesktop::pointer_by(double dx, double dy, const Limits& limits) {
  dbus::Writer body;
  body.f64(dx).f64(dy);
  return done(call("NotifyPointerMotionRelative", "dd", &body, limits));
}

Status RemoteDesktop::wheel(uint32_t axis, int32_t notches, const Limits& limits) {
  dbus::Writer body;
  body.u32(axis).i32(notches);
  return done(call("NotifyPointerAxisDiscrete", "ui", &body, limits));
}

Status RemoteDesktop::move(double x, double y, const Limits& limits) {
  if (stream_.empty()) return Error{ErrorCode::kUnsupported, no_pointer_, {}};
  dbus::Writer body;
  // The stream begins where the displays do.
  body.string(stream_).f64(x - screen_.x).f64(y - screen_.y);
  return done(call("NotifyPointerMotionAbsolute", "sdd", &body, limits));
}

}  // namespace surehand::wayland::mutter
