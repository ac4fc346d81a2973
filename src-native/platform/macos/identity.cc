#include "platform/macos/identity.h"

#include "platform/macos/errors.h"
#include "platform/macos/session.h"

namespace surehand::ax {

Result<ElementRef> element_of(Session& session, const Element& element) {
  auto found = session.elements->find(element.app_key, element.identity);
  if (!found) return stale();
  // The timeout is the reference's own, and calls for the same element may be under way on two threads.
  return std::move(*found);
}

}  // namespace surehand::ax
