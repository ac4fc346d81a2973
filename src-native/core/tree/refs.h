#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/text/hash.h"
#include "core/tree/element_hold.h"

namespace surehand {

// Hands out refs (`e12`) for identities and remembers them. One per desktop. A number is never used twice;
// the same identity of the same application always gets the same number. Thread-safe.
class RefBook {
 public:
  struct Identity {
    std::string app_key;
    std::string bytes;
  };

  // The number of an identity; handed out when it has none yet. It is held until its application is forgotten.
  uint32_t number_of(std::string_view app_key, std::string_view identity, const ElementHold& hold = nullptr);
  std::optional<Identity> identity_of(uint32_t number) const;
  // The number an identity has, or 0 when none was handed out.
  uint32_t find(std::string_view app_key, std::string_view identity) const;
  // Forgets an application that is gone; its numbers stay used.
  void forget(std::string_view app_key);
  // How many are remembered.
  size_t size() const;

  // `e12`; parse takes nothing but what format writes.
  static std::string format(uint32_t number);
  static std::optional<uint32_t> parse(std::string_view ref);

 private:
  using Numbers = std::unordered_map<std::string, uint32_t, SecretHash>;  // by identity
  struct Owner {
    const std::string* app_key;  // keys of the maps below, which do not move
    const std::string* bytes;
    ElementHold hold;
  };

  mutable std::mutex mutex_;
  std::unordered_map<std::string, Numbers> apps_;
  std::unordered_map<uint32_t, Owner> owners_;
  uint32_t next_ = 1;
};

}  // namespace surehand
