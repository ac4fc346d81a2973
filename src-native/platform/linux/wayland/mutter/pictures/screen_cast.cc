#include "platform/linux/wayland/mutter/pictures/screen_cast.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "platform/linux/wayland/pipewire/library.h"
#include "platform/linux/wayland/pipewire/stream.h"

namespace surehand::wayland::mutter {
namespace {

constexpr std::string_view kScreenCastSession = "org.gnome.Mutter.ScreenCast.Session";
constexpr std::string_view kScreenCastStream = "org.gnome.Mutter.ScreenCast.Stream";
constexpr uint32_t kNoNode = 0;
constexpr uint32_t kHidden = 0;  // the pointer, of `cursor-mode`
constexpr Milliseconds kLookForSignals(20);

Error compositor_ended() {
  return {ErrorCode::kNoDesktop, "the compositor ended before it sent a picture; start the desktop session again", {}};
}

// A session, which ends with this.
class Cast {
 public:
  explicit Cast(std::shared_ptr<dbus::Connection> bus) : bus_(std::move(bus)) {}
  ~Cast() {
    watches_.clear();
    if (!session_.empty())
      (void)bus_->send({kScreenCast, session_, kScreenCastSession, "Stop"}, Limits::within(Milliseconds(100)));
  }
  Cast(const Cast&) = delete;
  Cast& operator=(const Cast&) = delete;

  // Begins to cast an area, and gives the number of its node in PipeWire.
  Result<uint32_t> begin(const Rect& area, const Limits& limits) {
    dbus::Writer none;
    none.end_array(none.begin_array(8));
    SUREHAND_TRY(session, object(dbus::Call{kScreenCast, "/org/gnome/Mutter/ScreenCast", kScreenCast, "CreateSession",
                                            "a{sv}", &none},
                                 limits));
    session_ = session.take();
    dbus::Writer body;
    body.i32(area.x).i32(area.y).i32(area.width).i32(area.height);
    const size_t options = body.begin_array(8);
    body.begin_struct().string("cursor-mode").variant("u").u32(kHidden);
    body.end_array(options);
    SUREHAND_TRY(stream, object(dbus::Call{kScreenCast, session_, kScreenCastSession, "RecordArea", "iiiia{sv}", &body},
                                limits));
    SUREHAND_CHECK(watch(*stream, limits));
    SUREHAND_CHECK(started(ask(*bus_, {kScreenCast, session_, kScreenCastSession, "Start"}, limits)));
    std::unique_lock lock(told_->mutex);
    while (told_->node == kNoNode) {
      if (auto error = why_ended(lock)) return std::move(*error);
      if (auto error = limits.exceeded("the compositor to cast the screen")) return std::move(*error);
      told_->changed.wait_for(lock, std::min(limits.remaining(), kLookForSignals));
    }
    return told_->node;
  }

  // Why no picture will come any more.
  std::optional<Error> why_ended() const { return why_ended(std::unique_lock(told_->mutex)); }

 private:
  // What signals told, on the bus's own thread.
  struct Told {
    std::mutex mutex;
    std::condition_variable changed;
    uint32_t node = kNoNode;
    bool closed = false, gone = false;

    void set(const std::function<void(Told&)>& change) {
      {
        std::lock_guard lock(mutex);
        change(*this);
      }
      changed.notify_all();
    }
  };

  std::optional<Error> why_ended(const std::unique_lock<std::mutex>&) const {
    if (told_->closed) {
      return Error{ErrorCode::kPermissionDenied,
                   "GNOME ended the screen cast that a picture is taken from, as its \"stop sharing\" button does",
                   {}};
    }
    return told_->gone || !bus_->alive() ? std::optional(compositor_ended()) : std::nullopt;
  }

  Result<std::string> object(const dbus::Call& call, const Limits& limits) {
    SUREHAND_TRY(reply, started(ask(*bus_, call, limits)));
    auto body = reply->body();
    std::string path(body.string());
    if (body.ok() && dbus::is_object_path(path)) return path;
    return Error{ErrorCode::kRefused, "the compositor named no screen cast", {}};
  }

  // mutter refuses when it cannot use PipeWire itself.
  static Result<dbus::Reply> started(Result<dbus::Reply> reply) {
    if (reply || reply.error().code != ErrorCode::kRefused) return reply;
    return Error{
        ErrorCode::kUnsupported, reply.error().message + "; start pipewire and wireplumber in the desktop session", {}};
  }

  Status watch(const std::string& stream, const Limits& limits) {
    using MessagePtr = std::shared_ptr<const dbus::Message>;
    const auto rule = [](std::string_view interface, const char* member, const std::string& path) {
      return "type='signal',interface='" + std::string(interface) + "',member='" + member + "',path='" + path + "'";
    };
    SUREHAND_CHECK(watch_rule(
        rule(kScreenCastStream, "PipeWireStreamAdded", stream),
        [told = told_](const MessagePtr& signal) {
          auto body = signal->body();
          const uint32_t node = body.u32();
          if (body.ok()) told->set([node](Told& each) { each.node = node; });
        },
        limits));
    SUREHAND_CHECK(watch_rule(
        rule(kScreenCastSession, "Closed", session_),
        [told = told_](const auto&) { told->set([](Told& each) { each.closed = true; }); }, limits));
    const std::string owner =
        rule(dbus::kBusName, "NameOwnerChanged", "/org/freedesktop/DBus") + ",arg0='" + std::string(kScreenCast) + "'";
    return watch_rule(
        owner, [told = told_](const auto&) { told->set([](Told& each) { each.gone = true; }); }, limits);
  }
  Status watch_rule(const std::string& rule, dbus::Connection::SignalSink sink, const Limits& limits) {
    SUREHAND_TRY(watch, bus_->subscribe(rule, std::move(sink), limits));
    watches_.push_back(watch.take());
    return Done{};
  }

  std::shared_ptr<dbus::Connection> bus_;
  std::string session_;
  std::shared_ptr<Told> told_ = std::make_shared<Told>();
  std::vector<std::unique_ptr<dbus::Connection::Subscription>> watches_;
};

}  // namespace

Result<std::string> lacks_screen_cast(dbus::Connection& bus, const std::string& pipewire, const Limits& limits) {
  const auto library = pipewire::Library::get();
  if (!library) return library.error().message;
  SUREHAND_TRY(there, has_owner(bus, kScreenCast, limits));
  if (!*there) return std::string("the compositor has no org.gnome.Mutter.ScreenCast");
  const auto connection = pipewire::connect(pipewire, limits);
  if (connection) return std::string();
  if (connection.error().code == ErrorCode::kUnsupported) return connection.error().message;
  return connection.error();
}

Result<Image> picture_by_cast(const std::shared_ptr<dbus::Connection>& bus, const std::string& pipewire,
                              const Rect& area, const Limits& limits) {
  SUREHAND_CHECK(pipewire::Library::get());
  SUREHAND_TRY(connection, pipewire::connect(pipewire, limits));
  Cast cast(bus);
  SUREHAND_TRY(node, cast.begin(area, limits));
  auto image = pipewire::picture_of(
      *node, connection.take(), [&] { return cast.why_ended(); }, limits);
  if (!image) {
    // PipeWire notices the end of a compositor before the bus does.
    if (image.error().code != ErrorCode::kUnsupported) return image;
    SUREHAND_TRY(there, has_owner(*bus, kScreenCast, limits));
    return *there ? std::move(image) : Result<Image>(compositor_ended());
  }
  image->bounds = area;
  image->scale = static_cast<double>(image->width) / area.width;
  // Both sides are rounded.
  const int64_t width = area.width, height = area.height;
  if (2 * std::abs(image->height * width - image->width * height) > width + height) {
    return Error{
        ErrorCode::kRefused, "the picture that PipeWire handed over is not of the area that was asked for", {}};
  }
  return image;
}

}  // namespace surehand::wayland::mutter
