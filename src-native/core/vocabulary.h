// Generated from src-native/core/vocabulary.json by scripts/generate-vocabulary.mjs.
// clang-format off
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace surehand {

enum class State : uint32_t {
  kEnabled = 1u << 0,
  kVisible = 1u << 1,  // not hidden; it may be scrolled out
  kFocusable = 1u << 2,
  kFocused = 1u << 3,
  kActive = 1u << 4,  // the window that has the keyboard
  kModal = 1u << 5,
  kBusy = 1u << 6,
  kSelected = 1u << 7,
  kExpanded = 1u << 8,
  kChecked = 1u << 9,
  kPressed = 1u << 10,
  kEditable = 1u << 11,
  kReadonly = 1u << 12,
  kMultiline = 1u << 13,
  kMultiselectable = 1u << 14,
  kRequired = 1u << 15,
  kInvalid = 1u << 16,  // its content failed the application's validation
  kProtected = 1u << 17,
  kDefault = 1u << 18,  // what Enter presses in its dialog
  kHasPopup = 1u << 19,
  kVisited = 1u << 20,  // a link that was followed before
  kOffscreen = 1u << 21,  // visible and scrolled out of what shows it, as far as the toolkit says so
  kCheckedMixed = 1u << 22,
  kPressedMixed = 1u << 23,
};

struct StateWord {
  State state;
  std::string_view name;
  bool three_valued;  // not every element has it: what cannot be checked is neither checked nor unchecked
  uint32_t mixed;     // the bit that says `mixed`, or 0
};

// In the order in which they are written.
inline constexpr StateWord kStates[] = {
    {State::kEnabled, "enabled", false, 0},
    {State::kVisible, "visible", false, 0},
    {State::kFocusable, "focusable", false, 0},
    {State::kFocused, "focused", false, 0},
    {State::kActive, "active", false, 0},
    {State::kModal, "modal", false, 0},
    {State::kBusy, "busy", false, 0},
    {State::kSelected, "selected", true, 0},
    {State::kExpanded, "expanded", true, 0},
    {State::kChecked, "checked", true, static_cast<uint32_t>(State::kCheckedMixed)},
    {State::kPressed, "pressed", true, static_cast<uint32_t>(State::kPressedMixed)},
    {State::kEditable, "editable", false, 0},
    {State::kReadonly, "readonly", false, 0},
    {State::kMultiline, "multiline", false, 0},
    {State::kMultiselectable, "multiselectable", false, 0},
    {State::kRequired, "required", false, 0},
    {State::kInvalid, "invalid", false, 0},
    {State::kProtected, "protected", false, 0},
    {State::kDefault, "default", false, 0},
    {State::kHasPopup, "haspopup", false, 0},
    {State::kVisited, "visited", false, 0},
    {State::kOffscreen, "offscreen", false, 0},
};

// The texts of a node. Each is optional: no text is not the empty text.
enum class TextField : uint8_t {
  kName,
  kValue,
  kDescription,
  kId,
  kClass,
  kPlaceholder,
  kPlatformRole,  // the platform's own role and subrole: `push button`, `AXButton/AXCloseButton`
  kLocalizedRole,
  kShortcut,  // the keys that press it, as `press()` takes them: `Control+s`
};
inline constexpr size_t kTextFields = 9;
inline constexpr std::array<std::string_view, kTextFields> kTextFieldNames = {
    "name",
    "value",
    "description",
    "id",
    "class",
    "placeholder",
    "platformRole",
    "localizedRole",
    "shortcut",
};
constexpr std::string_view to_string(TextField word) { return kTextFieldNames[static_cast<size_t>(word)]; }

// What an event is about.
enum class EventKind : uint8_t {
  kStructure,  // children came, went, or changed places
  kProperty,  // a name, a description
  kState,
  kText,
  kValue,
  kFocus,
  kWindow,  // opened, closed, activated
  kSelection,
};
inline constexpr size_t kEventKinds = 8;
inline constexpr std::array<std::string_view, kEventKinds> kEventKindNames = {
    "structure",
    "property",
    "state",
    "text",
    "value",
    "focus",
    "window",
    "selection",
};
constexpr std::string_view to_string(EventKind word) { return kEventKindNames[static_cast<size_t>(word)]; }

// What can be done to an element natively.
enum class ActionKind : uint8_t {
  kPress,  // the default action: press, click, activate, jump
  kToggle,
  kExpand,
  kCollapse,
  kSelect,  // select this item in its container
  kDeselect,
  kSetText,  // replace the whole text
  kInsertText,  // at the caret
  kSetValue,  // a number: sliders, spin buttons
  kSetCaret,  // before the UTF-16 unit `number`
  kSelectText,  // from the UTF-16 unit `start` to `end`
  kFocus,
  kScrollIntoView,
  kShowMenu,
  kNamed,  // the platform action `name`
};
inline constexpr size_t kActionKinds = 15;
inline constexpr std::array<std::string_view, kActionKinds> kActionKindNames = {
    "press",
    "toggle",
    "expand",
    "collapse",
    "select",
    "deselect",
    "setText",
    "insertText",
    "setValue",
    "setCaret",
    "selectText",
    "focus",
    "scrollIntoView",
    "showMenu",
    "named",
};
constexpr std::string_view to_string(ActionKind word) { return kActionKindNames[static_cast<size_t>(word)]; }

// How an action was done.
enum class Route : uint8_t {
  kAction,
  kText,
  kValue,
  kSelection,
  kFocus,
  kScroll,
  kInput,
  kWindow,
  kNone,
};
inline constexpr size_t kRoutes = 9;
inline constexpr std::array<std::string_view, kRoutes> kRouteNames = {
    "action",
    "text",
    "value",
    "selection",
    "focus",
    "scroll",
    "input",
    "window",
    "none",
};
constexpr std::string_view to_string(Route word) { return kRouteNames[static_cast<size_t>(word)]; }

// What a diff leaves out and counts unless it is asked to report it.
enum class NoiseRule : uint8_t {
  kGeometry,  // changes of position and size
  kScrollbars,  // scroll bars and their parts
  kStructure,  // rows, cells, columns, groups and menus that came or went and carry no text
  kOrder,  // siblings that only changed places
};
inline constexpr size_t kNoiseRules = 4;
inline constexpr std::array<std::string_view, kNoiseRules> kNoiseRuleNames = {
    "geometry",
    "scrollbars",
    "structure",
    "order",
};
constexpr std::string_view to_string(NoiseRule word) { return kNoiseRuleNames[static_cast<size_t>(word)]; }

// Why a part of a tree is missing.
enum class CutReason : uint8_t {
  kDeadline,  // time ran out while it was read
  kUnresponsive,  // the application stopped answering
  kVirtual,  // rows that exist only when scrolled to (a sheet's cells)
  kClosed,  // entries of a closed menu, of which a program has very many
  kBudget,  // `maxNodes` or `maxDepth`
  kPermission,
  kHidden,  // not shown, and the caller asked for what shows
  kFailed,  // the application answered with an error
  kChanging,  // the application changed while its tree was read, each time: parts are older than others
  kUnpublished,  // the application shows windows and publishes no tree
};
inline constexpr size_t kCutReasons = 10;
inline constexpr std::array<std::string_view, kCutReasons> kCutReasonNames = {
    "deadline",
    "unresponsive",
    "virtual",
    "closed",
    "budget",
    "permission",
    "hidden",
    "failed",
    "changing",
    "unpublished",
};
constexpr std::string_view to_string(CutReason word) { return kCutReasonNames[static_cast<size_t>(word)]; }

// What kind of thing went wrong; stable across versions, made to be compared with.
enum class ErrorCode : uint8_t {
  kInvalidSelector,
  kNotFound,
  kAmbiguous,
  kStale,
  kNotActionable,
  kTimeout,
  kVerifyFailed,
  kOutcomeUnknown,
  kIncompleteTree,
  kAppNotFound,
  kAppUnresponsive,
  kAppExited,
  kPermissionDenied,
  kNoDesktop,
  kUnsupported,
  kInvalidArgument,
  kRefused,
  kAborted,
  kNativeLoadFailed,
};
inline constexpr size_t kErrorCodes = 19;
inline constexpr std::array<std::string_view, kErrorCodes> kErrorCodeNames = {
    "INVALID_SELECTOR",
    "NOT_FOUND",
    "AMBIGUOUS",
    "STALE",
    "NOT_ACTIONABLE",
    "TIMEOUT",
    "VERIFY_FAILED",
    "OUTCOME_UNKNOWN",
    "INCOMPLETE_TREE",
    "APP_NOT_FOUND",
    "APP_UNRESPONSIVE",
    "APP_EXITED",
    "PERMISSION_DENIED",
    "NO_DESKTOP",
    "UNSUPPORTED",
    "INVALID_ARGUMENT",
    "REFUSED",
    "ABORTED",
    "NATIVE_LOAD_FAILED",
};
constexpr std::string_view to_string(ErrorCode word) { return kErrorCodeNames[static_cast<size_t>(word)]; }

// Attributes that mean the same on every platform. What else a platform says keeps its own name, behind the
// platform's: `atspi:toolkit`.
namespace attribute {
inline constexpr std::string_view kRow = "row";  // 0-based, in its table
inline constexpr std::string_view kColumn = "column";  // 0-based, in its table
inline constexpr std::string_view kRowcount = "rowcount";  // of a table, with what is not loaded
inline constexpr std::string_view kColcount = "colcount";  // of a table, with what is not loaded
inline constexpr std::string_view kLevel = "level";  // of a heading or in a tree, from 1
inline constexpr std::string_view kPosinset = "posinset";  // its place among those of its kind, from 1
inline constexpr std::string_view kSetsize = "setsize";  // how many of its kind there are
inline constexpr std::string_view kMin = "min";  // the least value that it takes
inline constexpr std::string_view kMax = "max";  // the greatest value that it takes
inline constexpr std::string_view kStep = "step";  // by what its value changes
inline constexpr std::string_view kOrientation = "orientation";  // `horizontal` or `vertical`
inline constexpr std::string_view kFormula = "formula";  // what a cell computes its value by
inline constexpr std::string_view kUrl = "url";  // where a link leads, or what an image or a document shows
}  // namespace attribute

}  // namespace surehand
