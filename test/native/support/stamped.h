#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "platform/linux/dbus/message.h"

namespace surehand::test {

// A message as a bus hands it on: with the name of its sender, which no program writes itself.
inline std::vector<uint8_t> stamped(const dbus::Header& header, const dbus::Writer* body, std::string_view sender) {
  std::vector<uint8_t> bytes;
  dbus::append_message(bytes, header, nullptr);
  const auto put = [&](size_t at, uint32_t value) { std::memcpy(bytes.data() + at, &value, sizeof value); };
  if (!sender.empty()) {
    constexpr uint8_t kSender = 7;
    bytes.insert(bytes.end(), {kSender, 1, 's', 0, 0, 0, 0, 0});
    put(bytes.size() - 4, static_cast<uint32_t>(sender.size()));
    bytes.insert(bytes.end(), sender.begin(), sender.end());
    bytes.push_back(0);
    put(12, static_cast<uint32_t>(bytes.size() - 16));
    bytes.resize((bytes.size() + 7) & ~size_t{7});
  }
  if (body == nullptr) return bytes;
  put(4, static_cast<uint32_t>(body->bytes().size()));
  bytes.insert(bytes.end(), body->bytes().begin(), body->bytes().end());
  return bytes;
}

}  // namespace surehand::test
