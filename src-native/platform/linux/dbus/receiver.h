#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "platform/linux/dbus/message.h"

namespace surehand::dbus {

// Cuts what a socket gives into messages. What came together stays together, in one block that lives for as long as
// one of its messages is held: most answers are small, and one allocation serves hundreds of them.
class Receiver {
 public:
  // A message that does not fit the block is received where it will stay.
  explicit Receiver(size_t block_size = 64 << 10);

  // Where the next bytes go, and how many have room there.
  std::pair<uint8_t*, size_t> room();
  // Takes `count` bytes that were put there and appends the messages that they complete. False when they are no
  // message: nothing after that can be trusted.
  bool take(size_t count, std::vector<std::shared_ptr<const Message>>& messages);

 private:
  struct Block;

  const size_t block_size_;
  std::shared_ptr<Block> block_;
  size_t start_ = 0;  // of the first message that is not whole yet
  size_t filled_ = 0;
};

}  // namespace surehand::dbus
