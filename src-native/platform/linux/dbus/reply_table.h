#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "platform/linux/dbus/inbox.h"

namespace surehand::dbus {

// Who waits for which answer, by the serial of the call. A serial is handed out only when its slot is free, so finding
// an answer's owner is one look. Not thread-safe.
class ReplyTable {
 public:
  struct Waiting {
    uint32_t serial = 0;
    uint64_t tag = 0;
    std::shared_ptr<Inbox> inbox;
  };

  // The serial under which `inbox` will get its answer.
  uint32_t expect(std::shared_ptr<Inbox> inbox, uint64_t tag) {
    if (++waiting_ * 2 > slots_.size()) grow();
    const uint32_t serial = next_serial();
    at(serial) = {serial, tag, std::move(inbox)};
    return serial;
  }
  // A serial that no answer is awaited under.
  uint32_t next_serial() {
    do {
      ++last_serial_;
    } while (last_serial_ == 0 || at(last_serial_).serial != 0);
    return last_serial_;
  }
  // Who waits for the answer to `serial`, and does so no longer; nobody when there is no inbox.
  Waiting take(uint32_t serial) {
    if (serial == 0 || at(serial).serial != serial) return {};
    --waiting_;
    return std::exchange(at(serial), {});
  }
  void forget(const Inbox* inbox) {
    for (const Waiting& waiting : slots_) {
      if (waiting.inbox.get() == inbox) take(waiting.serial);
    }
  }
  std::vector<Waiting> take_all() {
    waiting_ = 0;
    return std::exchange(slots_, std::vector<Waiting>(slots_.size()));
  }

 private:
  Waiting& at(uint32_t serial) { return slots_[serial & (slots_.size() - 1)]; }
  // What had a slot of its own has one in a larger table.
  void grow() {
    auto before = std::exchange(slots_, std::vector<Waiting>(slots_.size() * 2));
    for (Waiting& waiting : before) {
      if (waiting.serial != 0) at(waiting.serial) = std::move(waiting);
    }
  }

  std::vector<Waiting> slots_ = std::vector<Waiting>(1024);  // a power of two
  size_t waiting_ = 0;
  uint32_t last_serial_ = 0;
};

}  // namespace surehand::dbus
