#pragma once

#include <cstdint>
#include <string_view>

namespace surehand::atspi {

// The families of accessibility implementations, by how they can be read.
enum class Toolkit : uint8_t {
  kUnknown,   // answers calls one by one, as far as anybody knows
  kGtk3,      // atk-bridge: Cache.GetItems and Collection.GetTree; also LibreOffice
  kChromium,  // atk-bridge; Electron too; wakes up when it is first asked for attributes
  kGecko,     // atk-bridge
  kGtk4,      // Cache.GetItems, no Collection
  kQt,        // neither
  kSwing,     // atk-bridge without a cache that could be trusted: answers calls one by one
};

Toolkit toolkit_from_name(std::string_view toolkit_name);

}  // namespace surehand::atspi
