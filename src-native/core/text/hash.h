#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace surehand {

// Of bytes that a program may have chosen: another number in each process, so that nobody can choose many that share one slot of a table.
uint64_t hash_of(std::string_view bytes);

// For tables of the standard library.
struct SecretHash {
  size_t operator()(const std::string& bytes) const { return static_cast<size_t>(hash_of(bytes)); }
};

}  // namespace surehand
