#include "platform/linux/wayland/clipboard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "core/run/begun.h"
#include "core/run/thread.h"
#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/selection.h"

namespace surehand::wayland {
namespace {

constexpr uint16_t kCreateSource = 0, kGetDevice = 1;  // zwlr_data_control_manager_v1
constexpr uint16_t kSetSelection = 0;                  // zwlr_data_control_device_v1
constexpr uint16_t kDataOffer = 0, kSelection = 1;     // its events
constexpr uint16_t kOffer = 0, kDestroySource = 1;     // zwlr_data_control_source_v1
constexpr uint16_t kSend = 0, kCancelled = 1;          // its events
constexpr uint16_t kReceive = 0, kDestroyOffer = 1;    // zwlr_data_control_offer_v1
constexpr uint16_t kOfferedType = 0;                   // its event

}  // namespace

// A connection that knows what was copied.
class Clipboard::Device {
 public:
  static Result<std::unique_ptr<Device>> open(const std::string& socket, const Limits& limits) {
    SUREHAND_TRY(connection, Connection::open(socket, limits));
    auto self = std::make_unique<Device>(connection.take());
    Connection& to = *self->connection;
    const ObjectId seat = to.bind("wl_seat", 1);
    self->manager = to.bind(kDataControl, 1);
    self->device = to.new_id();
    to.on(self->device, [&device = *self](Event& event) { device.handle(event); });
    SUREHAND_CHECK(to.send(Request(self->manager, kGetDevice).u32(self->device).u32(seat), limits));
    SUREHAND_CHECK(to.roundtrip(limits));
    return self;
  }
  explicit Device(std::unique_ptr<Connection> opened) : connection(std::move(opened)) {}

  // What is copied now. Empty: nothing.
  Result<std::vector<std::string>> types(const Limits& limits) {
    SUREHAND_CHECK(connection->roundtrip(limits));
    SUREHAND_CHECK(drop_old_offers(limits));
    const auto offer = offers_.find(selection_);
    return offer == offers_.end() ? std::vector<std::string>() : offer->second;
  }
  Result<std::string> read(std::string_view type, const Limits& limits) {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return Error{ErrorCode::kRefused, "the system gave no pipe", {}};
    const Fd from(ends[0]);
    {
      const Fd to(ends[1]);
      // Its owner writes as it is used to.
      fcntl(to.get(), F_SETFL, 0);
      SUREHAND_CHECK(connection->send(Request(selection_, kReceive).text(type).fd(to.get()), limits));
    }
    return read_all(from.get(), limits);
  }

  // `source` is what was copied last; the one before it is not needed any more.
  Status took(ObjectId source, const Limits& limits) {
    SUREHAND_CHECK(connection->roundtrip(limits));
    if (const ObjectId before = std::exchange(source_, source); before != kNull) {
      SUREHAND_CHECK(connection->send(Request(before, kDestroySource), limits));
    }
    return drop_old_offers(limits);
  }

  std::unique_ptr<Connection> connection;
  ObjectId manager = kNull, device = kNull;

 private:
  Status drop_old_offers(const Limits& limits) {
    for (auto offer = offers_.begin(); offer != offers_.end();) {
      if (offer->first == selection_) {
        ++offer;
        continue;
      }
      connection->forget(offer->first);
      SUREHAND_CHECK(connection->send(Request(offer->first, kDestroyOffer), limits));
      offer = offers_.erase(offer);
    }
    return Done{};
  }
  void handle(Event& event) {
    const ObjectId offer = event.u32();
    if (event.opcode == kSelection) selection_ = offer;
    if (event.opcode != kDataOffer) return;
    offers_[offer];
    connection->on(offer, [this, offer](Event& told) {
      if (told.opcode == kOfferedType) offers_[offer].push_back(told.text());
    });
  }

  ObjectId selection_ = kNull, source_ = kNull;
  std::map<ObjectId, std::vector<std::string>> offers_;
};

// Hands out what was copied, on a thread, until another program copies something.
class Clipboard::Owner {
 public:
  Owner(std::unique_ptr<Device> device, ClipboardFormat format, const std::string& content)
      : device_(std::move(device)), offers_(offers_of(format, content)) {}
  ~Owner() { end(); }

  // Hands out no more, and gives back its connection.
  std::unique_ptr<Device> end() {
    stop_->cancel();
    if (thread_.joinable()) thread_.join();
    return std::move(device_);
  }

  // Returns when it is what was copied last.
  Status begin(const Limits& limits) {
    auto owns = owns_.get_future();
    SUREHAND_TRY(thread, start_thread([this] { serve(); }));
    thread_ = thread.take();
    return begun(owns, limits, "the clipboard");
  }

 private:
  void serve() {
    // A program that stops reading in the middle of a paste.
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
    const Limits limits{Clock::time_point::max(), stop_};
    Connection& connection = *device_->connection;
    const ObjectId source = connection.new_id();
    bool cancelled = false;
    connection.on(source, [&](Event& event) {
      if (event.opcode == kCancelled) cancelled = true;
      if (event.opcode != kSend) return;
      const std::string type = event.text();
      hand_out(type, event.fd(), limits);
    });
    Status taken = connection.send(Request(device_->manager, kCreateSource).u32(source), limits);
    for (const auto& [type, content] : offers_) {
      if (taken) taken = connection.send(Request(source, kOffer).text(type), limits);
    }
    if (taken) taken = connection.send(Request(device_->device, kSetSelection).u32(source), limits);
    if (taken) taken = device_->took(source, limits);
    const bool owns = taken.ok();
    owns_.set_value(std::move(taken));
    while (owns && !cancelled && connection.next(limits)) {
    }
    connection.forget(source);
  }

  void hand_out(const std::string& type, const Fd& to, const Limits& limits) {
    const auto offer = offers_.find(type);
    if (!to || offer == offers_.end()) return;
    write_all(to.get(), offer->second, limits);
  }

  std::unique_ptr<Device> device_;
  std::map<std::string, std::string> offers_;
  std::shared_ptr<CancelToken> stop_ = std::make_shared<CancelToken>();
  std::promise<Status> owns_;
  std::thread thread_;
};

Clipboard::Clipboard(std::string socket) : socket_(std::move(socket)) {}
Clipboard::~Clipboard() = default;

Result<std::vector<std::string>> Clipboard::copied_types(const Limits& limits) {
  if (reader_ && !reader_->connection->lost()) {
    auto types = reader_->types(limits);
    // Who does not listen for long loses the connection to what was copied meanwhile.
    if (!reader_->connection->lost()) return types;
  }
  SUREHAND_TRY(device, Device::open(socket_, limits));
  reader_ = device.take();
  return reader_->types(limits);
}

Result<std::string> Clipboard::read(ClipboardFormat format, const Limits& limits) {
  SUREHAND_TRY(turn, lock_.take("the clipboard to be free", limits));
  SUREHAND_TRY(types, copied_types(limits));
  return read_as(format, *types, [&](const std::string& type) { return reader_->read(type, limits); });
}

Status Clipboard::write(ClipboardFormat format, const std::string& content, const Limits& limits) {
  SUREHAND_CHECK(check_size(content));
  SUREHAND_TRY(turn, lock_.take("the clipboard to be free", limits));
  std::unique_ptr<Device> writer = owner_ ? owner_->end() : nullptr;
  owner_ = nullptr;
  if (!writer || writer->connection->lost()) {
    SUREHAND_TRY(device, Device::open(socket_, limits));
    writer = device.take();
  }
  auto owner = std::make_unique<Owner>(std::move(writer), format, content);
  SUREHAND_CHECK(owner->begin(limits));
  owner_ = std::move(owner);
  return Done{};
}

}  // namespace surehand::wayland
