#include "platform/linux/quirks/interfaces.h"

#include "core/text/hash.h"

namespace surehand::atspi {
namespace {

// Elements come and go; what is noted of them is not to grow with that.
constexpr size_t kMostInterfacesNoted = 65536;

uint64_t key_of(std::string_view path, uint32_t role) { return hash_of(path) ^ role * 0x9e3779b97f4a7c15; }

}  // namespace

std::optional<uint32_t> KnownInterfaces::find(std::string_view path, uint32_t role) const {
  const auto found = known_.find(key_of(path, role));
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void KnownInterfaces::keep(std::string_view path, uint32_t role, uint32_t interfaces) {
  if (known_.size() >= kMostInterfacesNoted) known_.clear();
  known_[key_of(path, role)] = interfaces;
}

}  // namespace surehand::atspi
