#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/json.h"
#include "core/result.h"

namespace surehand {

enum class ActionKind : uint8_t {
  kPress,  // the default action: press, click, activate, jump
  kToggle,
  kExpand,
  kCollapse,
  kSelect,  // select this item in its container
  kDeselect,
  kSetText,     // replace the whole text
  kInsertText,  // at the caret
  kSetValue,    // a number: sliders, spin buttons
  kSetCaret,    // before the unit `number`
  kSelectText,  // from `start` to `end`
  kFocus,
  kScrollIntoView,
  kShowMenu,
  kNamed,  // the platform action `name`
};
std::string_view to_string(ActionKind kind);

// Places in a text are in UTF-16 units, whatever the platform counts; one in the middle of a character is before it.
struct Action {
  ActionKind kind;
  std::string name;           // kNamed
  std::string text;           // kSetText, kInsertText; never logged
  double number = 0;          // kSetValue, kSetCaret
  size_t start = 0, end = 0;  // kSelectText; `end` is behind what is selected

  static Result<Action> from_json(const json::Value& value);
};

// INVALID_ARGUMENT when `offset` is behind the end of a text of so many UTF-16 units.
std::optional<Error> beyond_text(size_t offset, size_t units);

// What was sent to the application, and how. `confirmed` only when a read-back saw the effect (a text, a value, a
// selection, a focus); a toolkit's own "true" is not proof.
enum class Route : uint8_t { kAction, kText, kValue, kSelection, kFocus, kScroll, kInput, kWindow, kNone };
std::string_view to_string(Route route);

struct Dispatch {
  Route route = Route::kNone;
  std::string detail;  // the platform's own name for what was called: `click`, `EditableText.SetTextContents`
  bool confirmed = false;
};

}  // namespace surehand
