#pragma once

#include <optional>

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

Result<TextRange> read_selected_range(Session& session, const Element& element, const Limits& limits);
Result<std::optional<Rect>> read_text_bounds(Session& session, const Element& element, TextRange range,
                                             const Limits& limits);

}  // namespace surehand::ax
