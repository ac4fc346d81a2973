#include "platform/linux/quirks/quick.h"

#include <algorithm>

#include "platform/linux/process/proc.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {

bool acts_unheard(Toolkit toolkit, int64_t pid, const std::vector<std::string>& actions) {
  const auto has = [&](const char* name) { return std::find(actions.begin(), actions.end(), name) != actions.end(); };
  if (toolkit != Toolkit::kQt) return false;
  // A program may have widgets, too: a click is never wrong.
  return has("Toggle") || (has("Press") && has_library(pid, {"libQt6QuickTemplates2"}));
}

bool is_menu_called_bar(Toolkit toolkit, const Node& node) {
  const bool is_empty = node.first == kNone && node.child_count <= 0;
  return toolkit == Toolkit::kQt && node.role == role::kMenuBar && !node.name.empty() && is_empty;
}

}  // namespace surehand::atspi
