#include "core/seam/backend.h"

namespace surehand {

Result<std::vector<Permission>> Backend::permissions(const Limits&) {
  return unsupported("does not tell what it needs to be allowed");
}

Result<std::vector<Capability>> Backend::capabilities(const Limits&) {
  return unsupported("does not tell what it can do");
}

}  // namespace surehand
