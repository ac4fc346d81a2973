#include "platform/linux/clipboard.h"

namespace surehand::atspi {

Result<std::string> read_clipboard(Session& session, const Limits& limits) {
  auto clipboard = session.screen.clipboard();
  if (!clipboard) return clipboard.take_error();
  return (*clipboard)->read(limits);
}

Status write_clipboard(Session& session, const std::string& text, const Limits& limits) {
  auto clipboard = session.screen.clipboard();
  if (!clipboard) return clipboard.take_error();
  return (*clipboard)->write(text, limits);
}

}  // namespace surehand::atspi
