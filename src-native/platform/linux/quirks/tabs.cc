#include "platform/linux/quirks/tabs.h"

#include "platform/linux/quirks/current_items.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

uint64_t meant_states(uint32_t role_number, uint64_t states, Toolkit toolkit) {
  if (toolkit != Toolkit::kQt) return states;
  if (is_list_item(role_number) && (states & state::kExpandable) == 0) return states & ~state::kExpanded;
  if (role_number != role::kPageTab) return states;
  if ((states & (state::kSelectable | state::kCheckable)) != 0) return states;
  const bool is_current = (states & state::kFocused) != 0;
  return (states & ~state::kFocused) | state::kSelectable | (is_current ? state::kSelected : 0);
}

}  // namespace surehand::atspi
