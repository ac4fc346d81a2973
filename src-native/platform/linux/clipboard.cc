#include "platform/linux/clipboard.h"

namespace surehand::atspi {

Result<std::string> read_clipboard(Session& session, ClipboardFormat format, const Limits& limits) {
  SUREHAND_TRY(clipboard, session.screen.clipboard());
  return (*clipboard)->read(format, limits);
}

Status write_clipboard(Session& session, ClipboardFormat format, const std::string& content, const Limits& limits) {
  SUREHAND_TRY(clipboard, session.screen.clipboard());
  return (*clipboard)->write(format, content, limits);
}

}  // namespace surehand::atspi
