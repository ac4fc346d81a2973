#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

Result<std::string> read_clipboard(Session& session, ClipboardFormat format, const Limits& limits);
Status write_clipboard(Session& session, ClipboardFormat format, const std::string& content, const Limits& limits);

}  // namespace surehand::uia
