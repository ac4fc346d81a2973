#include "core/seam/facet.h"

#include <string>

namespace surehand {

Error Facet::unsupported(std::string_view what) const {
  return {ErrorCode::kUnsupported, "the backend `" + std::string(name()) + "` " + std::string(what), {}};
}

}  // namespace surehand
