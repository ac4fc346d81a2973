#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/tree/snapshot.h"

namespace surehand::uia {

// The patterns of UI Automation that a tree tells of, as bits.
enum Pattern : uint32_t {
  kInvokePattern = 1u << 0,
  kTogglePattern = 1u << 1,
  kSelectionItemPattern = 1u << 2,
  kSelectionPattern = 1u << 3,
  kExpandCollapsePattern = 1u << 4,
  kValuePattern = 1u << 5,
  kRangeValuePattern = 1u << 6,
  kScrollPattern = 1u << 7,
  kScrollItemPattern = 1u << 8,
  kWindowPattern = 1u << 9,
  kGridPattern = 1u << 10,
  kGridItemPattern = 1u << 11,
  kTextPattern = 1u << 12,
  kItemContainerPattern = 1u << 13,
  kVirtualizedItemPattern = 1u << 14,
  kLegacyPattern = 1u << 15,
  kTransformPattern = 1u << 16,
};

// The states of MSAA, which UI Automation passes on (LegacyIAccessible.State).
namespace legacy {
inline constexpr uint32_t kSelected = 0x2;
inline constexpr uint32_t kPressed = 0x8;
inline constexpr uint32_t kChecked = 0x10;
inline constexpr uint32_t kMixed = 0x20;
inline constexpr uint32_t kReadonly = 0x40;
inline constexpr uint32_t kDefault = 0x100;
inline constexpr uint32_t kBusy = 0x800;
inline constexpr uint32_t kSelectable = 0x200000;
inline constexpr uint32_t kTraversed = 0x800000;
inline constexpr uint32_t kProtected = 0x20000000;
inline constexpr uint32_t kHasPopup = 0x40000000;
}  // namespace legacy

// What UI Automation says of one element, as far as it was asked, in no type of Windows'. A text that is empty was not said.
struct Facts {
  int control_type = 0;
  uint32_t patterns = 0;
  uint32_t legacy_state = 0;
  int64_t pid = 0;
  uint64_t window = 0;  // the one that it is, where it is one

  std::string name;
  std::string id;
  std::string class_name;
  std::string framework;
  std::string localized_role;
  std::string aria_role;
  std::string aria_properties;  // `checked=true;level=2`
  std::string description;      // FullDescription, where it has one
  std::string help;
  std::string item_status;
  std::string accelerator;
  std::string access_key;
  std::string default_action;
  std::string formula;
  std::optional<std::string> value;  // never of a protected element
  std::optional<double> number;

  std::optional<Rect> bounds;
  std::optional<bool> window_shows;  // of an element that is a window, as the window system says
  bool enabled = true;
  bool offscreen = false;
  bool focusable = false;
  bool focused = false;
  bool password = false;
  bool required = false;
  bool modal = false;
  bool dialog = false;
  bool multiline = false;  // by the style of the window that it is
  bool selected = false;
  bool value_readonly = false;
  bool number_readonly = false;
  bool multiselectable = false;
  bool scrollable = false;  // it has more than it shows, in one direction at least
  std::optional<int> toggle;
  std::optional<int> expansion;

  std::optional<double> least, most, step;
  int orientation = 0;
  int level = 0, position = 0, size_of_set = 0;  // 0: not said
  int heading = 0;                               // 1 to 9
  std::optional<int> row, column, rows, columns;

  bool has(uint32_t pattern) const { return (patterns & pattern) != 0; }
};

// The value of one of an element's ARIA properties, or nothing.
std::optional<std::string_view> aria_property(const Facts& facts, std::string_view name);

}  // namespace surehand::uia
