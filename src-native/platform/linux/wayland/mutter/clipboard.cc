#include "platform/linux/wayland/mutter/clipboard.h"

#include <string>
#include <utility>

#include "platform/linux/wayland/mutter/remote_desktop.h"

namespace surehand::wayland::mutter {
namespace {

Status done(Result<dbus::Reply> reply) { return reply ? Status(Done{}) : Status(reply.take_error()); }

class Selection final : public remote::Selection {
 public:
  explicit Selection(std::shared_ptr<dbus::Connection> bus) : bus_(std::move(bus)), session_(bus_) {}

  Names names() const override { return {"mime-types", "session-is-owner"}; }
  void listen(Note note) override { note_ = std::move(note); }
  // mutter says what is copied before it answers EnableClipboard.
  Milliseconds first_signal_within() const override { return Milliseconds(0); }

  Status begin(const Limits& limits) override {
    if (session_.begun()) return session_.check();
    SUREHAND_CHECK(session_.begin_without_pointer(limits));
    const std::string rule =
        "type='signal',interface='org.gnome.Mutter.RemoteDesktop.Session',path='" + session_.path() + "'";
    SUREHAND_TRY(watch,
                 bus_->subscribe(
                     rule, [note = note_](const auto& signal) { note(signal->member(), signal->body()); }, limits));
    watch_ = watch.take();
    return done(call(
        "EnableClipboard", "a{sv}", [](dbus::Writer& options) { options.end_array(options.begin_array(8)); }, limits));
  }

  // What the compositor announced before it answers this has arrived by then.
  Status catch_up(const Limits& limits) override {
    return done(ask(*bus_, {kRemoteDesktop, session_.path(), "org.freedesktop.DBus.Peer", "Ping"}, limits));
  }

  Result<dbus::Reply> call(std::string_view member, std::string_view signature,
                           const std::function<void(dbus::Writer&)>& arguments, const Limits& limits) override {
    dbus::Writer body;
    arguments(body);
    return session_.call(member, signature, &body, limits);
  }

 private:
  std::shared_ptr<dbus::Connection> bus_;
  RemoteDesktop session_;
  Note note_;
  std::unique_ptr<dbus::Connection::Subscription> watch_;
};

}  // namespace

std::unique_ptr<remote::Selection> selection(std::shared_ptr<dbus::Connection> bus) {
  return std::make_unique<Selection>(std::move(bus));
}

}  // namespace surehand::wayland::mutter
