#include "core/text/hash.h"

#include <cstring>
#include <random>

namespace surehand {
namespace {

constexpr uint64_t kOdd = 0x9E3779B97F4A7C15u;

uint64_t secret() {
  std::random_device device;
  return (static_cast<uint64_t>(device()) << 32 | device()) * kOdd;
}

uint64_t read_word(const char* from, size_t bytes) {
  uint64_t word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

}  // namespace

// Eight bytes at a time, multiply and fold: most texts are shorter than a cache line, so the hash is the cost of a lookup.
uint64_t hash_of(std::string_view bytes) {
  static const uint64_t kSecret = secret();
  uint64_t hash = kSecret ^ bytes.size();
  const auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * kOdd;
    hash ^= hash >> 32;
  };
  const char* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) mix(read_word(at, 8));
  if (left > 0) mix(read_word(at, left));
  mix(hash >> 29);
  return hash;
}

}  // namespace surehand
