#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace surehand {

// Hands out refs (`e12`) for identities and remembers them. One per desktop. A number is never used twice;
// the same identity of the same application always gets the same number. Thread-safe.
class RefBook {
 public:
  struct Identity {
    std::string app_key;
    std::string bytes;
  };

  uint32_t number_of(std::string_view app_key, std::string_view identity);
  std::optional<Identity> identity_of(uint32_t number) const;
  // The number an identity has, or 0 when none was handed out.
  uint32_t find(std::string_view app_key, std::string_view identity) const;
  // Forgets an application that is gone; its numbers stay used.
  void forget(std::string_view app_key);
  size_t size() const;

  static std::string format(uint32_t number);
  static std::optional<uint32_t> parse(std::string_view ref);

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, uint32_t> numbers_;  // app_key '\0' bytes
  std::unordered_map<uint32_t, std::string> identities_;
  uint32_t next_ = 1;
};

}  // namespace surehand
