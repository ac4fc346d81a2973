#pragma once

#include <optional>
#include <string_view>

#include "core/seam/backend.h"
#include "platform/windows/com/com_ptr.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// A part of a text. INVALID_ARGUMENT where it is not so long; UNSUPPORTED, "no way to `what`", where it is none.
Result<ComPtr<IUIAutomationTextRange>> part_of_text(IUIAutomationTextPattern& pattern, TextRange part,
                                                    std::string_view what);

Result<TextRange> read_selected_range(Session& session, const Element& element, const Limits& limits);
Result<std::optional<Rect>> read_text_bounds(Session& session, const Element& element, TextRange range,
                                             const Limits& limits);

}  // namespace surehand::uia
