#include "core/seam/events.h"

#include "core/json.h"

namespace surehand {
Result<EventKinds> EventKinds::from_json(const json::Value& value) {
  EventKinds kinds;
  for (const json::Value& name : value.as_array()) {
    uint32_t found = 0;
    for (size_t i = 0; i < kEventKinds; ++i) {
      if (name.as_string() == kEventKindNames[i]) found = bit(static_cast<EventKind>(i));
    }
    if (found == 0) {
      return Error{ErrorCode::kInvalidArgument, "\"" + std::string(name.as_string()) + "\" is no kind of event", {}};
    }
    kinds.bits_ |= found;
  }
  return kinds;
}

}  // namespace surehand
