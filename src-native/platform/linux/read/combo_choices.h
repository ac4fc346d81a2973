#pragma once

#include "platform/linux/read/tree_reader.h"

namespace surehand::atspi {

// Swing calls a combo box by the item that its list points at, and says of that item that it is selected, whether or not it was chosen:
// the pointer went over it, or its action was done. The combo box's own selection tells which one is chosen. Asks it, and corrects
// the combo box's name and the states of its items.
void ask_combo_choices(TreeReader& reader);

}  // namespace surehand::atspi
