#pragma once

#include <string_view>

#include "core/result.h"
#include "core/run/limits.h"

namespace surehand {

// What the parts of a backend have in common. Of what a part does not offer, its default says so.
class Facet {
 public:
  virtual ~Facet() = default;

  virtual std::string_view name() const = 0;  // of the backend: `linux`, `simulated`

 protected:
  Error unsupported(std::string_view what) const;
};

}  // namespace surehand
