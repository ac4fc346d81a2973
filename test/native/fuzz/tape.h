#pragma once

#include <cstddef>
#include <cstdint>

namespace surehand::test {

// The data of a fuzzer, byte by byte; zeros when it is used up.
struct Tape {
  const uint8_t* at = nullptr;
  size_t left = 0;
  bool ended() const { return left == 0; }
  uint8_t byte() { return left == 0 ? 0 : (--left, *at++); }
  // Mostly small, often at an edge.
  uint32_t number() {
    const uint8_t kind = byte();
    if (kind < 0xC0) return kind % 24;
    constexpr uint32_t kEdges[] = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 65535, 65536, 30000};
    return kind < 0xE0 ? kEdges[kind % 8] : byte() | byte() << 8 | byte() << 16 | static_cast<uint32_t>(byte()) << 24;
  }
};

}  // namespace surehand::test
