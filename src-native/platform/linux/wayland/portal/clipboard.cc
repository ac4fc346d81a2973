#include "platform/linux/wayland/portal/clipboard.h"

#include <utility>

namespace surehand::wayland::portal {
namespace {

class Selection final : public remote::Selection {
 public:
  explicit Selection(Session& session) : session_(session) {}

  Names names() const override { return {"mime_types", "session_is_owner"}; }
  void listen(Note note) override { session_.want_clipboard(std::move(note)); }
  // The portal hands on what the desktop's own part of it says, which nothing orders with its answers.
  Milliseconds first_signal_within() const override { return Milliseconds(500); }

  Status begin(const Limits& limits) override {
    SUREHAND_TRY(asked, session_.begin(limits));
    return session_.clipboard();
  }

  Status catch_up(const Limits& limits) override { return session_.ping(limits); }

  Result<dbus::Reply> call(std::string_view member, std::string_view signature,
                           const std::function<void(dbus::Writer&)>& arguments, const Limits& limits) override {
    return session_.call_clipboard(member, "o" + std::string(signature), arguments, limits);
  }

 private:
  Session& session_;
};

}  // namespace

std::unique_ptr<remote::Selection> selection(Session& session) { return std::make_unique<Selection>(session); }

}  // namespace surehand::wayland::portal
