#include "platform/linux/clipboard.h"

namespace surehand::atspi {

Result<std::string> read_clipboard(Session& session, ClipboardFormat format, const Limits& limits) {
  return session.screen->read_clipboard(format, limits);
}

Status write_clipboard(Session& session, ClipboardFormat format, const std::string& content, const Limits& limits) {
  return session.screen->write_clipboard(format, content, limits);
}

}  // namespace surehand::atspi
