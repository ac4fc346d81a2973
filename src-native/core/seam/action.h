#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/json.h"
#include "core/result.h"
#include "core/vocabulary.h"

namespace surehand {

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

// What was sent to the application, and how. Whether it took effect the caller sees by reading the element again.
// `confirmed` is only about what no tree shows, and only when the backend saw it: a caret, what is selected of a text, how
// long a protected text is, an item that has no state of being selected. A toolkit's own "true" is not proof. `pending`
// when it was sent and had not returned when this was said, though the application went on: a button that opens a modal
// dialog may return when that is closed.
struct Dispatch {
  Route route = Route::kNone;
  std::string detail;  // the platform's own name for what was called: `click`, `EditableText.SetTextContents`
  bool confirmed = false;
  bool pending = false;
};

}  // namespace surehand
