#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/linux/dbus/inbox.h"

namespace surehand::dbus {

// Who waits for which answer, by the serial of the call and by who was asked: serials are easy to guess, and a bus
// delivers an answer to a question that its sender was never asked. A serial is handed out only when its slot is free,
// so finding an answer's owner is one look. Not thread-safe.
class ReplyTable {
 public:
  struct Waiting {
    uint32_t serial = 0;
    uint64_t tag = 0;
    std::string asked;  // the unique name, which a bus puts on each message by itself; empty: a peer, which has none
    std::shared_ptr<Inbox> inbox;
  };

  // The serial under which `inbox` will get its answer from `asked`.
  uint32_t expect(std::shared_ptr<Inbox> inbox, uint64_t tag, std::string_view asked) {
    if (++waiting_ * 2 > slots_.size()) grow();
    const uint32_t serial = next_serial();
    at(serial) = {serial, tag, std::string(asked), std::move(inbox)};
    return serial;
  }
  // A serial that no answer is awaited under.
  uint32_t next_serial() {
    do {
      ++last_serial_;
    } while (last_serial_ == 0 || at(last_serial_).serial != 0);
    return last_serial_;
  }
  // Who waits for that answer, and does so no longer; no inbox when it is an answer that its sender was not asked for.
  Waiting take(const Message& answer) {
    const uint32_t serial = answer.reply_serial();
    if (serial == 0 || at(serial).serial != serial || !may_answer(at(serial), answer)) return {};
    return release(at(serial));
  }
  void forget(const Inbox* inbox) {
    for (Waiting& waiting : slots_) {
      if (waiting.serial != 0 && waiting.inbox.get() == inbox) release(waiting);
    }
  }
  std::vector<Waiting> take_all() {
    waiting_ = 0;
    return std::exchange(slots_, std::vector<Waiting>(slots_.size()));
  }

 private:
  // That there is no such receiver, or that it went away without an answer, is said by the bus, and only as an error.
  static bool may_answer(const Waiting& waiting, const Message& answer) {
    if (waiting.asked.empty() || answer.sender() == waiting.asked) return true;
    return answer.type() == MessageType::kError && answer.sender() == kBusName;
  }
  Waiting release(Waiting& waiting) {
    --waiting_;
    return std::exchange(waiting, {});
  }
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
