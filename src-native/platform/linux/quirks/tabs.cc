#include "platform/linux/quirks/tabs.h"

#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

uint64_t meant_states(uint32_t role_number, uint64_t states, Toolkit toolkit, uint64_t bar) {
  if (toolkit != Toolkit::kQt || role_number != role::kPageTab) return states;
  if ((states & (state::kSelectable | state::kCheckable)) != 0) return states;
  const bool is_current = (states & state::kFocused) != 0;
  states |= state::kSelectable;
  if (is_current) states |= state::kSelected;
  if ((bar & state::kFocused) == 0) states &= ~state::kFocused;
  return states;
}

}  // namespace surehand::atspi
