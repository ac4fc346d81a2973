#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace surehand::atspi {

// What an object of Qt implements goes by its class and its role, and Qt gives no two objects one path; it answers call by call, so of a
// window that was read before this is a sixth of the questions that need not be asked again. The role has to be: a button that can be
// checked from now on is a check box, with the same states.
class KnownInterfaces {
 public:
  std::optional<uint32_t> find(std::string_view path, uint32_t role) const;
  void keep(std::string_view path, uint32_t role, uint32_t interfaces);

 private:
  std::unordered_map<uint64_t, uint32_t> known_;  // by hashes of paths and roles
};

}  // namespace surehand::atspi
