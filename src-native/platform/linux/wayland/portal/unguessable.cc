#include "platform/linux/wayland/portal/unguessable.h"

#include <random>

namespace surehand::wayland::portal {

std::string unguessable() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device device;
  std::string name = "surehand_";
  for (int word = 0; word < 4; ++word) {
    uint32_t bits = device();
    for (int i = 0; i < 8; ++i, bits >>= 4) name += kDigits[bits & 15];
  }
  return name;
}

}  // namespace surehand::wayland::portal
