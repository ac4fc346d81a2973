#pragma once

#include <cstdint>

#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// The states of an element as they are meant. Qt's widgets say of the current tab that it is focused, whatever has the keyboard, and
// of none that it is selected (QAccessibleTabButton::state); their bar has the keyboard, and says so. A tab of Qt Quick is a button that can
// be checked. An item of a tree with nothing below it goes on saying that it is expanded once everything was
// (QTreeView::expandAll), and not that it can be.
uint64_t meant_states(uint32_t role_number, uint64_t states, Toolkit toolkit);

}  // namespace surehand::atspi
