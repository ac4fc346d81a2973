#include "platform/linux/dbus/receiver.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>

namespace surehand::dbus {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kUnderTsan = true;
#elif defined(__has_feature)
constexpr bool kUnderTsan = __has_feature(thread_sanitizer);
#else
constexpr bool kUnderTsan = false;
#endif

}  // namespace

// Only the receiver's thread adds to it, behind what others read.
struct Receiver::Block {
  explicit Block(size_t size) : bytes(new uint8_t[size]), size(size) {}

  const std::unique_ptr<uint8_t[]> bytes;  // not zeroed: the socket fills it
  const size_t size;
  std::deque<Message> messages;
};

Receiver::Receiver(size_t block_size) : block_size_(block_size), block_(std::make_shared<Block>(block_size)) {}

std::pair<uint8_t*, size_t> Receiver::room() {
  const uint8_t* begun = block_->bytes.get() + start_;
  const size_t pending = filled_ - start_;
  const size_t whole = Message::size_of(begun, pending).value_or(0);
  const size_t least = whole != 0 ? whole - pending : block_size_ / 4;
  if (pending == 0 && block_.use_count() == 1 && block_->size == block_size_) {
    // All holders of its messages are done with them.
    std::atomic_thread_fence(std::memory_order_acquire);
    // ThreadSanitizer knows no fences. The count of a copy is an operation that it does know.
    if constexpr (kUnderTsan) std::shared_ptr<Block>(block_).reset();
    block_->messages.clear();
    start_ = filled_ = 0;
  } else if (block_->size - filled_ < least) {
    auto fresh = std::make_shared<Block>(std::max(block_size_, whole));
    std::memcpy(fresh->bytes.get(), begun, pending);
    block_ = std::move(fresh);
    start_ = 0;
    filled_ = pending;
  }
  return {block_->bytes.get() + filled_, block_->size - filled_};
}

bool Receiver::take(size_t count, std::vector<std::shared_ptr<const Message>>& messages) {
  filled_ += count;
  for (;;) {
    const uint8_t* at = block_->bytes.get() + start_;
    const auto size = Message::size_of(at, filled_ - start_);
    if (!size || *size > filled_ - start_) return true;
    auto message = Message::parse(at, *size);
    if (!message) return false;
    messages.emplace_back(block_, &block_->messages.emplace_back(*message));
    start_ += *size;
  }
}

}  // namespace surehand::dbus
