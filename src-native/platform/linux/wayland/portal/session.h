#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/run/timed_lock.h"
#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/portal/request.h"
#include "platform/linux/wayland/portal/restore_token.h"

namespace surehand::wayland::portal {

inline constexpr const char* kNoClipboard =
    "the compositor does not offer zwlr_data_control_manager_v1, nor its desktop portal "
    "org.freedesktop.portal.Clipboard "
    "(xdg-desktop-portal 1.18 or newer), and the clipboard needs one of them";

// A remote desktop session of the portal: a keyboard, a pointer and the cast of one monitor, to which a person consents once. What that
// person refuses or takes back is not asked for again. Thread-safe.
class Session {
 public:
  // A bus that hands over file descriptors, and a connection to the compositor, which is used to notice its end.
  Session(std::shared_ptr<dbus::Connection> bus, std::unique_ptr<wayland::Connection> compositor, std::string socket,
          const Environment& environment);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Starts it unless it runs already. True when that was done now. PERMISSION_DENIED when a person refused, TIMEOUT when none has answered.
  Result<bool> begin(const Limits& limits);

  // Why it is over: PERMISSION_DENIED when it was refused or taken back, NO_DESKTOP when the portal or the compositor has ended.
  std::optional<Error> over();
  // False before anything was asked.
  bool begun() const { return begun_; }
  bool keeps_token() const { return token_.is_kept(); }
  // PERMISSION_DENIED where the person did not grant it. After begin().
  Status has(uint32_t device) const;
  // UNSUPPORTED where there is none. After begin().
  Result<Stream> stream() const;

  // Asks for the clipboard, too, where the portal has one. `note` gets its signals, as remote::Selection::Note. Before begin().
  void want_clipboard(std::function<void(std::string_view, dbus::Reader)> note) { note_ = std::move(note); }
  // UNSUPPORTED where the portal has none, PERMISSION_DENIED where it is not given. After begin().
  Status clipboard() const;
  // A method of the clipboard that takes this session and what `arguments` writes.
  Result<dbus::Reply> call_clipboard(std::string_view member, std::string_view signature,
                                     const std::function<void(dbus::Writer&)>& arguments, const Limits& limits);
  // Returns when what the portal sent before has arrived.
  Status ping(const Limits& limits);

  // A method that takes this session, options and what `arguments` writes. `signature` is of all of them.
  Result<dbus::Reply> call(
      std::string_view interface, std::string_view member, std::string_view signature, const Limits& limits,
      const std::function<void(dbus::Writer&)>& arguments = [](dbus::Writer&) {});
  dbus::Connection& bus() { return *bus_; }

 private:
  // What signals said, on the bus's own thread.
  struct Signals {
    std::atomic<bool> closed{false}, gone{false};
  };

  Status start(const Portal& portal, const std::string& token, bool with_monitor, const Limits& limits);
  Status create(const std::string& token, const Limits& limits);
  Status select_devices(const std::string& restore_token, const Limits& limits);
  Status select_monitor(const Limits& limits);
  Status request_clipboard(const Limits& limits);
  Status consent(const Limits& limits);
  Result<dbus::Reply> answered(const dbus::Call& call, const Limits& limits);
  Result<Answer> ask_for(Question question, const Limits& limits);
  Status watch(const std::string& rule, std::atomic<bool> Signals::*flag, const Limits& limits);
  void end();
  static Error refused(uint32_t code);
  bool compositor_runs();
  // Of the session that runs or is being started.
  std::optional<Error> why_ended();

  std::shared_ptr<dbus::Connection> bus_;
  std::string socket_;
  RestoreToken token_;

  std::mutex compositor_mutex_;
  std::unique_ptr<wayland::Connection> compositor_;
  std::mutex over_mutex_;
  std::optional<Error> over_;

  TimedLock start_lock_;
  std::atomic<bool> begun_{false};
  // Written before begun_ is, and not afterwards.
  Portal portal_;
  std::string path_;
  uint32_t devices_ = 0;
  bool person_refused_ = false, ended_otherwise_ = false;
  std::optional<Stream> stream_;
  std::string no_stream_;              // why
  std::optional<Error> no_clipboard_;  // why
  std::function<void(std::string_view, dbus::Reader)> note_;
  std::shared_ptr<Signals> signals_ = std::make_shared<Signals>();
  std::vector<std::unique_ptr<dbus::Connection::Subscription>> watches_;
};

}  // namespace surehand::wayland::portal
