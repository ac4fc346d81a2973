#include "platform/linux/wayland/connection.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace surehand::wayland {
namespace {

constexpr size_t kEventHeader = 8;
constexpr uint16_t kSync = 0, kGetRegistry = 1;  // wl_display
constexpr uint16_t kError = 0, kDeleteId = 1;
constexpr uint16_t kBind = 0;  // wl_registry
constexpr uint16_t kGlobal = 0, kGlobalRemove = 1;

uint32_t word_at(const std::vector<uint8_t>& bytes, size_t at) {
  uint32_t value = 0;
  if (at + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace

Request& Request::u32(uint32_t value) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
  bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
  if (bytes_.size() >= kEventHeader) {
    const uint32_t length = static_cast<uint32_t>(bytes_.size()) << 16 | opcode_;
    std::memcpy(bytes_.data() + 4, &length, sizeof length);
  }
  return *this;
}

Request& Request::text(std::string_view value) {
  u32(static_cast<uint32_t>(value.size() + 1));
  for (size_t at = 0; at < value.size() + 1; at += 4) {
    char word[4] = {};
    std::memcpy(word, value.data() + at, std::min<size_t>(4, value.size() - std::min(at, value.size())));
    uint32_t number = 0;
    std::memcpy(&number, word, sizeof number);
    u32(number);
  }
  return *this;
}

Request& Request::fd(int value) {
  fds_.push_back(value);
  return *this;
}

uint32_t Event::u32() {
  const uint32_t value = word_at(arguments_, at_);
  at_ += sizeof value;
  return value;
}

std::string Event::text() {
  const size_t size = u32();  // with the NUL at its end
  const size_t start = at_;
  if (size == 0 || size > arguments_.size() || start > arguments_.size() - size) return {};
  at_ += (size + 3) & ~size_t{3};
  return {reinterpret_cast<const char*>(arguments_.data() + start), size - 1};
}

Fd Event::fd() {
  if (fds_.empty()) return Fd();
  Fd fd = std::move(fds_.front());
  fds_.pop_front();
  return fd;
}

Result<std::unique_ptr<Connection>> Connection::open(const std::string& path, const Limits& limits) {
  SUREHAND_TRY(socket, Socket::open(path, limits));
  std::unique_ptr<Connection> self(new Connection(socket.take()));
  self->registry_ = self->new_id();
  self->on(self->registry_, [&globals = self->globals_](Event& event) {
    const uint32_t name = event.u32();
    if (event.opcode == kGlobalRemove) {
      globals.erase(name);
    } else if (event.opcode == kGlobal) {
      std::string interface = event.text();
      globals[name] = {std::move(interface), event.u32()};
    }
  });
  SUREHAND_CHECK(self->send(Request(kDisplay, kGetRegistry).u32(self->registry_), limits));
  SUREHAND_CHECK(self->roundtrip(limits));
  return self;
}

ObjectId Connection::new_id() {
  if (free_ids_.empty()) return next_id_++;
  const ObjectId id = free_ids_.back();
  free_ids_.pop_back();
  return id;
}

std::vector<Connection::Global> Connection::globals(std::string_view interface) const {
  std::vector<Global> found;
  for (const auto& [name, global] : globals_) {
    if (global.first == interface) found.push_back({name, global.second});
  }
  return found;
}

ObjectId Connection::bind(std::string_view interface, uint32_t version) {
  const auto found = globals(interface);
  return found.empty() ? kNull : bind(interface, found.front(), version);
}

ObjectId Connection::bind(std::string_view interface, const Global& global, uint32_t version) {
  const ObjectId id = new_id();
  Request request(registry_, kBind);
  request.u32(global.name).text(interface).u32(std::min(version, global.version)).u32(id);
  // Sent at once, though not waited for: a socket that is full or gone says so at the next request.
  (void)send(request, Limits::within(Milliseconds(100)));
  return id;
}

Status Connection::send(const Request& request, const Limits& limits) {
  if (failure_) return *failure_;
  auto sent = socket_.send(request.bytes(), request.fds(), limits);
  // Part of a request may have gone out.
  if (!sent) failure_ = sent.error();
  return sent;
}

Status Connection::roundtrip(const Limits& limits) {
  const ObjectId callback = new_id();
  bool done = false;
  on(callback, [&done](Event&) { done = true; });
  Status status = send(Request(kDisplay, kSync).u32(callback), limits);
  while (status && !done) status = next(limits);
  forget(callback);
  return status;
}

Status Connection::next(const Limits& limits) {
  if (failure_) return *failure_;
  while (!handle_one()) {
    if (auto got = socket_.receive(in_, fds_, limits); !got) {
      if (got.error().code == ErrorCode::kNoDesktop) failure_ = got.error();
      return got;
    }
  }
  if (failure_) return *failure_;
  return Done{};
}

bool Connection::handle_one() {
  if (in_.size() < kEventHeader) return false;
  const uint32_t word = word_at(in_, 4);
  const size_t size = word >> 16;
  if (size < kEventHeader) {
    failure_ = Error{ErrorCode::kNoDesktop, "the compositor sent something that makes no sense", {}};
    return true;
  }
  if (in_.size() < size) return false;
  const auto start = in_.begin();
  Event event(word_at(in_, 0), static_cast<uint16_t>(word & 0xffff),
              std::vector<uint8_t>(start + kEventHeader, start + static_cast<std::ptrdiff_t>(size)), fds_);
  in_.erase(start, start + static_cast<std::ptrdiff_t>(size));
  if (event.object == kDisplay && event.opcode == kError) {
    event.u32();
    const uint32_t code = event.u32();
    failure_ = Error{ErrorCode::kRefused,
                     "the compositor refused a request: " + event.text() + " (" + std::to_string(code) + ")",
                     {}};
    return true;
  }
  if (event.object == kDisplay && event.opcode == kDeleteId) {
    const ObjectId id = event.u32();
    handlers_.erase(id);
    free_ids_.push_back(id);
    return true;
  }
  const auto handler = handlers_.find(event.object);
  if (handler != handlers_.end()) {
    const auto handle = handler->second;  // it may forget itself
    handle(event);
  }
  return true;
}

}  // namespace surehand::wayland
