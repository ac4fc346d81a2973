#pragma once

#include <cstdint>
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
  kSetCaret,    // number: offset in characters
  kFocus,
  kScrollIntoView,
  kShowMenu,
  kNamed,  // the platform action `name`
};
std::string_view to_string(ActionKind kind);

struct Action {
  ActionKind kind;
  std::string name;   // kNamed
  std::string text;   // kSetText, kInsertText; never logged
  double number = 0;  // kSetValue, kSetCaret

  static Result<Action> from_json(const json::Value& value);
};

// What was sent to the application, and how. `confirmed` only when a read-back saw the effect (a text, a value, a
// selection, a focus); a toolkit's own "true" is not proof. `pending` when it was sent and had not returned when this was
// said, though the application went on: a button that opens a modal dialog may return when that is closed.
enum class Route : uint8_t { kAction, kText, kValue, kSelection, kFocus, kScroll, kInput, kWindow, kNone };
std::string_view to_string(Route route);

struct Dispatch {
  Route route = Route::kNone;
  std::string detail;  // the platform's own name for what was called: `click`, `EditableText.SetTextContents`
  bool confirmed = false;
  bool pending = false;
};

}  // namespace surehand
