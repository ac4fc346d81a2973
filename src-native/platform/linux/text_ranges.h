#pragma once

#include <memory>
#include <optional>

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

Result<TextRange> read_selected_range(Session& session, const Element& element, const Limits& limits);
Result<std::optional<Rect>> read_text_bounds(Session& session, const std::shared_ptr<RefBook>& refs,
                                             const Element& element, TextRange range, const Limits& limits);

}  // namespace surehand::atspi
