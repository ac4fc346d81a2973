#pragma once

#include <cstdint>

#include "core/tree/state.h"
#include "platform/linux/dbus/wire.h"
#include "platform/linux/read/visibility.h"

namespace surehand::atspi {

// AT-SPI's state numbers, as bits of the two words of a state set.
namespace state {
constexpr uint64_t bit(int number) { return uint64_t{1} << number; }
inline constexpr uint64_t kActive = bit(1);
inline constexpr uint64_t kBusy = bit(3);
inline constexpr uint64_t kChecked = bit(4);
inline constexpr uint64_t kCollapsed = bit(5);
inline constexpr uint64_t kDefunct = bit(6);
inline constexpr uint64_t kEditable = bit(7);
inline constexpr uint64_t kEnabled = bit(8);
inline constexpr uint64_t kExpandable = bit(9);
inline constexpr uint64_t kExpanded = bit(10);
inline constexpr uint64_t kFocusable = bit(11);
inline constexpr uint64_t kFocused = bit(12);
inline constexpr uint64_t kHorizontal = bit(14);
inline constexpr uint64_t kIconified = bit(15);
inline constexpr uint64_t kModal = bit(16);
inline constexpr uint64_t kMultiLine = bit(17);
inline constexpr uint64_t kMultiselectable = bit(18);
inline constexpr uint64_t kPressed = bit(20);
inline constexpr uint64_t kSelectable = bit(22);
inline constexpr uint64_t kSelected = bit(23);
inline constexpr uint64_t kSensitive = bit(24);
inline constexpr uint64_t kShowing = bit(25);
inline constexpr uint64_t kVertical = bit(29);
inline constexpr uint64_t kVisible = bit(30);
inline constexpr uint64_t kManagesDescendants = bit(31);
inline constexpr uint64_t kIndeterminate = bit(32);
inline constexpr uint64_t kRequired = bit(33);
inline constexpr uint64_t kInvalidEntry = bit(36);
inline constexpr uint64_t kIsDefault = bit(39);
inline constexpr uint64_t kVisited = bit(40);
inline constexpr uint64_t kCheckable = bit(41);
inline constexpr uint64_t kHasPopup = bit(42);
inline constexpr uint64_t kReadOnly = bit(43);
}  // namespace state

// A state set as it comes: two words.
uint64_t read_states(dbus::Reader& reader);

// Whether it can be checked by its role, and does not say that it is.
bool seems_unchecked(uint32_t role_number, uint64_t bits);

// `visibility` is worked out by the reader: SHOWING means something else in every toolkit.
States states_of(uint32_t role_number, uint64_t bits, Visibility visibility);

}  // namespace surehand::atspi
