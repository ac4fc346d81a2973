#include "platform/linux/wayland/mutter/clipboard.h"

#include <fcntl.h>
#include <signal.h>

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/run/thread.h"
#include "platform/linux/wayland/mutter/remote_desktop.h"
#include "platform/linux/wayland/selection.h"

namespace surehand::wayland::mutter {
namespace {

// The MIME types in a SelectionOwnerChanged, and whether the session itself is the owner.
struct Offered {
  std::vector<std::string> types;
  bool own = false;
};

Offered offered_in(dbus::Reader body) {
  Offered offered;
  for (auto properties = body.begin_array(8); body.more(properties);) {
    body.begin_struct();
    const std::string_view name = body.string();
    const std::string_view type = body.begin_variant();
    // mutter wraps the array in a structure.
    if (name == "mime-types" && (type == "as" || type == "(as)")) {
      if (type == "(as)") body.begin_struct();
      for (auto types = body.begin_array(4); body.more(types);) offered.types.emplace_back(body.string());
    } else if (name == "session-is-owner" && type == "b") {
      offered.own = body.boolean();
    } else {
      body.skip(type);
    }
  }
  return body.ok() ? offered : Offered{};
}

// The descriptor that a reply has.
Fd file_in(const dbus::Reply& reply) {
  const uint32_t index = reply.body().u32();
  if (!reply.files || index >= reply.files->size()) return {};
  return std::move((*reply.files)[index]);
}

}  // namespace

// The session, and a thread that hands out what was copied here.
class Clipboard::Owner {
 public:
  explicit Owner(std::shared_ptr<dbus::Connection> bus) : bus_(bus), session_(std::move(bus)) {}
  ~Owner() {
    watch_.reset();
    stop_->cancel();
    {
      std::lock_guard lock(shared_->mutex);
      shared_->ended = true;
    }
    shared_->changed.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  Result<std::string> read(ClipboardFormat format, const Limits& limits) {
    std::lock_guard turn(mutex_);
    SUREHAND_CHECK(begin(limits));
    // What the compositor announced before it answers this has arrived by then.
    SUREHAND_CHECK(done(ask(*bus_, {kRemoteDesktop, session_.path(), "org.freedesktop.DBus.Peer", "Ping"}, limits)));
    Offered offered;
    std::map<std::string, std::string> own;
    {
      std::lock_guard lock(shared_->mutex);
      offered = shared_->offered;
      if (offered.own) own = shared_->offers;
    }
    return wayland::read_as(format, offered.types, [&](const std::string& type) -> Result<std::string> {
      if (offered.own) return own[type];
      dbus::Writer body;
      body.string(type);
      SUREHAND_TRY(reply, session_.call("SelectionRead", "s", &body, limits));
      const Fd pipe = file_in(*reply);
      if (!pipe) return Error{ErrorCode::kRefused, "the compositor gave no pipe to read the clipboard from", {}};
      fcntl(pipe.get(), F_SETFL, O_NONBLOCK);
      return wayland::read_all(pipe.get(), limits);
    });
  }

  Status write(ClipboardFormat format, const std::string& content, const Limits& limits) {
    std::lock_guard turn(mutex_);
    SUREHAND_CHECK(wayland::check_size(content));
    SUREHAND_CHECK(begin(limits));
    if (!thread_.joinable()) {
      SUREHAND_TRY(thread, start_thread([this] { serve(); }));
      thread_ = thread.take();
    }
    auto offers = wayland::offers_of(format, content);
    dbus::Writer body;
    const size_t entries = body.begin_array(8);
    body.begin_struct().string("mime-types").variant("as");
    const size_t types = body.begin_array(4);
    for (const auto& [type, ignored] : offers) body.string(type);
    body.end_array(types);
    body.end_array(entries);
    {
      std::lock_guard lock(shared_->mutex);
      shared_->offers = std::move(offers);
    }
    return done(session_.call("SetSelection", "a{sv}", &body, limits));
  }

 private:
  struct Transfer {
    std::string type;
    uint32_t serial = 0;
  };
  // What the bus's reader thread adds to.
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    Offered offered;
    std::map<std::string, std::string> offers;
    std::deque<Transfer> transfers;
    bool ended = false;
  };

  static Status done(Result<dbus::Reply> reply) { return reply ? Status(Done{}) : Status(reply.take_error()); }

  Status begin(const Limits& limits) {
    if (session_.begun()) return session_.check();
    SUREHAND_CHECK(session_.begin_without_pointer(limits));
    const std::string rule =
        "type='signal',interface='org.gnome.Mutter.RemoteDesktop.Session',path='" + session_.path() + "'";
    SUREHAND_TRY(watch, bus_->subscribe(
                            rule, [shared = shared_](const auto& signal) { note(*shared, *signal); }, limits));
    watch_ = watch.take();
    dbus::Writer options;
    options.end_array(options.begin_array(8));
    return done(session_.call("EnableClipboard", "a{sv}", &options, limits));
  }

  static void note(Shared& shared, const dbus::Message& signal) {
    std::lock_guard lock(shared.mutex);
    auto body = signal.body();
    if (signal.member() == "SelectionOwnerChanged") shared.offered = offered_in(body);
    if (signal.member() != "SelectionTransfer") return;
    Transfer transfer;
    transfer.type = body.string();
    transfer.serial = body.u32();
    if (body.ok()) shared.transfers.push_back(std::move(transfer));
    shared.changed.notify_all();
  }

  void serve() {
    // A program that stops reading in the middle of a paste.
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
    while (true) {
      std::unique_lock lock(shared_->mutex);
      shared_->changed.wait(lock, [&] { return shared_->ended || !shared_->transfers.empty(); });
      if (shared_->ended) return;
      const Transfer transfer = std::move(shared_->transfers.front());
      shared_->transfers.pop_front();
      const auto offer = shared_->offers.find(transfer.type);
      const std::string content = offer == shared_->offers.end() ? std::string() : offer->second;
      lock.unlock();
      hand_out(transfer, content);
    }
  }

  void hand_out(const Transfer& transfer, const std::string& content) {
    const Limits limits = Limits{Clock::time_point::max(), stop_}.capped(Milliseconds(5000));
    dbus::Writer body;
    body.u32(transfer.serial);
    bool success = false;
    if (auto reply = session_.call("SelectionWrite", "u", &body, limits)) {
      const Fd pipe = file_in(*reply);
      success = pipe && wayland::write_all(pipe.get(), content, limits);
    }
    body.boolean(success);
    (void)session_.call("SelectionWriteDone", "ub", &body, limits);
  }

  std::mutex mutex_;
  std::shared_ptr<dbus::Connection> bus_;
  RemoteDesktop session_;
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::shared_ptr<CancelToken> stop_ = std::make_shared<CancelToken>();
  std::unique_ptr<dbus::Connection::Subscription> watch_;
  std::thread thread_;
};

Clipboard::Clipboard(std::shared_ptr<dbus::Connection> bus) : owner_(std::make_unique<Owner>(std::move(bus))) {}
Clipboard::~Clipboard() = default;

Result<std::string> Clipboard::read(ClipboardFormat format, const Limits& limits) {
  return owner_->read(format, limits);
}

Status Clipboard::write(ClipboardFormat format, const std::string& content, const Limits& limits) {
  return owner_->write(format, content, limits);
}

}  // namespace surehand::wayland::mutter
