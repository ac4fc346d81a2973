#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<std::string> SimulatedBackend::read_clipboard(ClipboardFormat format, const Limits&) {
  const auto lock = session_.enter();
  const World& world = *session_.world;
  if (format == ClipboardFormat::kText && world.clipboard.empty() && !world.copied.empty())
    return Error{ErrorCode::kUnsupported, "the clipboard holds something that is no text", {}};
  if (format == ClipboardFormat::kText) return world.clipboard;
  return format == world.copied_as ? world.copied : std::string();
}

Status SimulatedBackend::write_clipboard(ClipboardFormat format, const std::string& content, const Limits&) {
  const auto lock = session_.enter();
  World& world = *session_.world;
  world.clipboard = format == ClipboardFormat::kText ? content : std::string();
  world.copied = format == ClipboardFormat::kText ? std::string() : content;
  world.copied_as = format;
  return Done{};
}

}  // namespace surehand::simulated
