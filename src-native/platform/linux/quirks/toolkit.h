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

constexpr bool has_tree(Toolkit toolkit) {
  return toolkit == Toolkit::kGtk3 || toolkit == Toolkit::kChromium || toolkit == Toolkit::kGecko;
}

// Whether an action may be served only once the dialog that it opened is closed, and the application offers a connection
// of its own for it. GTK 4 and Qt offer none. Browsers act later, from their queue, and asking one for its address makes its
// cache, which is too early before its page is there (read/cache_items.h).
constexpr bool acts_while_dispatching(Toolkit toolkit) {
  return toolkit == Toolkit::kGtk3 || toolkit == Toolkit::kSwing || toolkit == Toolkit::kUnknown;
}

}  // namespace surehand::atspi
