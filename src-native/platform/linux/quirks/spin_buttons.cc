#include "platform/linux/quirks/spin_buttons.h"

#include "platform/linux/roles.h"

namespace surehand::atspi {

bool is_spin_with_text(uint32_t role, Toolkit toolkit) { return toolkit == Toolkit::kQt && role == role::kSpinButton; }

bool takes_number(const NodeRange& range) { return range.least < range.most; }

}  // namespace surehand::atspi
