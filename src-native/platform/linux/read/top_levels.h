#pragma once

#include <string>
#include <vector>

#include "core/seam/element.h"
#include "platform/linux/identity.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// A top-level element, as far as it helps to tell which window of the window system it is.
struct TopLevel {
  ObjectName name;
  std::string title;
  int32_t width = 0;
  int32_t height = 0;
};

Result<std::vector<TopLevel>> top_levels(Session& session, const ApplicationRecord& record, const Limits& limits);
// The one that an element is in, which may be itself.
Result<TopLevel> top_level_of(Session& session, const ApplicationRecord& record, const Element& element,
                              const Limits& limits);

}  // namespace surehand::atspi
