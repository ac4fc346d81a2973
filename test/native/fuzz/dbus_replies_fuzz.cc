#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "platform/linux/dbus/match_rule.h"
#include "platform/linux/dbus/receiver.h"
#include "platform/linux/dbus/reply_table.h"

using namespace surehand::dbus;

// What a bus hands on, cut as a socket cuts it, while three are asked: an answer reaches only a question that its sender was asked, each
// question has one at most, and no signal passes a rule for another sender.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  constexpr std::string_view kAsked[] = {":1.5", ":1.66", kBusName};
  ReplyTable table;
  std::map<uint32_t, std::string_view> open;
  const auto inbox = std::make_shared<Inbox>();
  for (uint64_t i = 0; i < 24; ++i) open[table.expect(inbox, i, kAsked[i % 3])] = kAsked[i % 3];
  const auto rule = MatchRule::parse("type='signal',sender=':1.5'");
  const auto bus = MatchRule::parse("type='signal',interface='org.freedesktop.DBus'");

  Receiver receiver(256);
  std::vector<std::shared_ptr<const Message>> messages;
  const size_t chunk = 1 + data[0];
  for (size_t at = 1; at < size;) {
    const auto [target, room] = receiver.room();
    const size_t count = std::min({chunk, room, size - at});
    std::memcpy(target, data + at, count);
    at += count;
    const bool sound = receiver.take(count, messages);
    for (const auto& message : messages) {
      if (rule->passes(*message) && message->sender() != ":1.5") std::abort();
      if (bus->passes(*message) && message->sender() != kBusName) std::abort();
      const auto waiting = table.take(*message);
      if (!waiting.inbox) continue;
      const auto asked = open.find(message->reply_serial());
      if (asked == open.end()) std::abort();
      const bool by_bus = message->type() == MessageType::kError && message->sender() == kBusName;
      if (message->sender() != asked->second && !by_bus) std::abort();
      open.erase(asked);
    }
    messages.clear();
    if (!sound) return 0;
  }
  return 0;
}
