#include "platform/linux/x11/authority.h"

#include <cstdint>

namespace surehand::x11 {

namespace {

constexpr uint16_t kFamilyLocal = 256;
constexpr uint16_t kFamilyWild = 65535;

// Big-endian numbers and counted texts, bounds-checked.
class AuthorityReader {
 public:
  explicit AuthorityReader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }
  uint16_t u16() {
    if (bytes_.size() < 2) {
      ok_ = false;
      bytes_ = {};
      return 0;
    }
    const auto value = static_cast<uint16_t>(static_cast<uint8_t>(bytes_[0]) << 8 | static_cast<uint8_t>(bytes_[1]));
    bytes_.remove_prefix(2);
    return value;
  }
  std::string_view text() {
    const size_t size = u16();
    if (size > bytes_.size()) {
      ok_ = false;
      bytes_ = {};
      return {};
    }
    const std::string_view value = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return value;
  }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

}  // namespace

std::optional<std::string> cookie_for(std::string_view authority, std::string_view hostname, std::string_view number) {
  std::optional<std::string> of_other_host;
  AuthorityReader reader(authority);
  while (!reader.at_end()) {
    const uint16_t family = reader.u16();
    const std::string_view address = reader.text();
    const std::string_view display = reader.text();
    const std::string_view name = reader.text();
    const std::string_view cookie = reader.text();
    if (!reader.ok()) break;
    if (name != "MIT-MAGIC-COOKIE-1" || (!display.empty() && display != number)) continue;
    if (family == kFamilyWild || (family == kFamilyLocal && address == hostname)) return std::string(cookie);
    // A container keeps the file of its host under another host name.
    if (family == kFamilyLocal && !of_other_host) of_other_host = std::string(cookie);
  }
  return of_other_host;
}

}  // namespace surehand::x11
