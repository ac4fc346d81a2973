#include "platform/linux/wayland/remote/clipboard.h"

#include <fcntl.h>
#include <signal.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/run/thread.h"
#include "core/run/timed_lock.h"
#include "platform/linux/wayland/selection.h"

namespace surehand::wayland::remote {
namespace {

// The MIME types in a SelectionOwnerChanged, and whether the session itself is the owner.
struct Offered {
  std::vector<std::string> types;
  bool own = false;
};

Offered offered_in(dbus::Reader options, const Selection::Names& names) {
  Offered offered;
  for (auto properties = options.begin_array(8); options.more(properties);) {
    options.begin_struct();
    const std::string_view name = options.string();
    const std::string_view type = options.begin_variant();
    // mutter wraps the array in a structure.
    if (name == names.types && (type == "as" || type == "(as)")) {
      if (type == "(as)") options.begin_struct();
      for (auto types = options.begin_array(4); options.more(types);) offered.types.emplace_back(options.string());
    } else if (name == names.own && type == "b") {
      offered.own = options.boolean();
    } else {
      options.skip(type);
    }
  }
  return options.ok() ? offered : Offered{};
}

// The descriptor that a reply has.
Fd file_in(const dbus::Reply& reply) {
  auto body = reply.body();
  if (body.signature() != "h") return {};
  const uint32_t index = body.u32();
  if (!reply.files || index >= reply.files->size()) return {};
  return std::move((*reply.files)[index]);
}

}  // namespace

// The session, and a thread that hands out what was copied here.
class Clipboard::Owner {
 public:
  explicit Owner(std::unique_ptr<Selection> selection) : selection_(std::move(selection)) {
    selection_->listen(
        [shared = shared_, names = selection_->names()](std::string_view member, dbus::Reader arguments) {
          note(*shared, names, member, std::move(arguments));
        });
  }
  ~Owner() {
    stop_->cancel();
    {
      std::lock_guard lock(shared_->mutex);
      shared_->ended = true;
    }
    shared_->changed.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  Result<std::string> read(ClipboardFormat format, const Limits& limits) {
    SUREHAND_TRY(turn, turn_.take("the clipboard to be free", limits));
    SUREHAND_CHECK(begin(limits));
    SUREHAND_CHECK(selection_->catch_up(limits));
    Offered offered;
    std::map<std::string, std::string> own;
    {
      std::unique_lock lock(shared_->mutex);
      shared_->changed.wait_until(lock, std::min(first_signal_by_, limits.deadline),
                                  [&] { return shared_->announced > 0 || limits.cancelled(); });
      offered = shared_->offered;
      if (offered.own) own = shared_->offers;
    }
    return wayland::read_as(format, offered.types, [&](const std::string& type) -> Result<std::string> {
      if (offered.own) return own[type];
      SUREHAND_TRY(reply, selection_->call(
                              "SelectionRead", "s", [&](dbus::Writer& body) { body.string(type); }, limits));
      const Fd pipe = file_in(*reply);
      if (!pipe) return Error{ErrorCode::kRefused, "the desktop gave no pipe to read the clipboard from", {}};
      fcntl(pipe.get(), F_SETFL, O_NONBLOCK);
      return wayland::read_all(pipe.get(), limits);
    });
  }

  Status write(ClipboardFormat format, const std::string& content, const Limits& limits) {
    SUREHAND_CHECK(wayland::check_size(content));
    SUREHAND_TRY(turn, turn_.take("the clipboard to be free", limits));
    SUREHAND_CHECK(begin(limits));
    if (!thread_.joinable()) {
      SUREHAND_TRY(thread, start_thread([this] { serve(); }));
      thread_ = thread.take();
    }
    auto offers = wayland::offers_of(format, content);
    Offered own{{}, true};
    for (const auto& [type, ignored] : offers) own.types.push_back(type);
    uint64_t announced = 0;
    {
      std::lock_guard lock(shared_->mutex);
      shared_->offers = std::move(offers);
      announced = shared_->announced;
    }
    const auto arguments = [&](dbus::Writer& body) {
      const size_t entries = body.begin_array(8);
      body.begin_struct().string(selection_->names().types).variant("as");
      const size_t types = body.begin_array(4);
      for (const std::string& type : own.types) body.string(type);
      body.end_array(types);
      body.end_array(entries);
    };
    SUREHAND_TRY(reply, selection_->call("SetSelection", "a{sv}", arguments, limits));
    std::lock_guard lock(shared_->mutex);
    // The signal that says so may come later, or may have come already, with another one after it.
    if (shared_->announced == announced) {
      shared_->offered = std::move(own);
      shared_->announced++;
    }
    return Done{};
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
    uint64_t announced = 0;
    std::map<std::string, std::string> offers;
    std::deque<Transfer> transfers;
    bool ended = false;
  };

  Status begin(const Limits& limits) {
    SUREHAND_CHECK(selection_->begin(limits));
    if (first_signal_by_ == Clock::time_point::min())
      first_signal_by_ = Clock::now() + selection_->first_signal_within();
    return Done{};
  }

  static void note(Shared& shared, const Selection::Names& names, std::string_view member, dbus::Reader arguments) {
    std::lock_guard lock(shared.mutex);
    if (member == "SelectionOwnerChanged") {
      shared.offered = offered_in(arguments, names);
      shared.announced++;
    } else if (member == "SelectionTransfer") {
      Transfer transfer;
      transfer.type = arguments.string();
      transfer.serial = arguments.u32();
      if (arguments.ok()) shared.transfers.push_back(std::move(transfer));
    }
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
      const auto content = offer == shared_->offers.end() ? std::nullopt : std::optional(offer->second);
      lock.unlock();
      hand_out(transfer, content);
    }
  }

  void hand_out(const Transfer& transfer, const std::optional<std::string>& content) {
    const Limits limits = Limits{Clock::time_point::max(), stop_}.capped(Milliseconds(5000));
    bool success = false;
    if (content) {
      const auto serial = [&](dbus::Writer& body) { body.u32(transfer.serial); };
      if (auto reply = selection_->call("SelectionWrite", "u", serial, limits)) {
        const Fd pipe = file_in(*reply);
        success = pipe && wayland::write_all(pipe.get(), *content, limits);
      }
    }
    (void)selection_->call(
        "SelectionWriteDone", "ub", [&](dbus::Writer& body) { body.u32(transfer.serial).boolean(success); }, limits);
  }

  TimedLock turn_;
  std::unique_ptr<Selection> selection_;
  Clock::time_point first_signal_by_ = Clock::time_point::min();
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::shared_ptr<CancelToken> stop_ = std::make_shared<CancelToken>();
  std::thread thread_;
};

Clipboard::Clipboard(std::unique_ptr<Selection> selection) : owner_(std::make_unique<Owner>(std::move(selection))) {}
Clipboard::~Clipboard() = default;

Result<std::string> Clipboard::read(ClipboardFormat format, const Limits& limits) {
  return owner_->read(format, limits);
}

Status Clipboard::write(ClipboardFormat format, const std::string& content, const Limits& limits) {
  return owner_->write(format, content, limits);
}

}  // namespace surehand::wayland::remote
