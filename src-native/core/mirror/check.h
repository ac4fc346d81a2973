#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/tree/snapshot.h"

namespace surehand {

// How many elements of a kept tree were not as in one that was read as a whole, by what of them: `name`, `missing`.
using Differences = std::map<std::string, uint32_t>;

// Elements are the same by what the platform calls them. Their order, and states of which nothing is announced (`untold`), say nothing.
Differences differences(const Snapshot& kept, const Snapshot& whole, uint32_t untold);

// How true the kept tree of an application was, each time that it was compared.
struct KeptTree {
  std::string app_key;
  uint32_t checks = 0;
  uint32_t wrong = 0;   // checks that found a difference
  bool trusted = true;  // whether it is still kept
  Differences differences;
};

}  // namespace surehand
