#include "core/seam/action.h"

#include <cmath>

#include "core/seam/given.h"

namespace surehand {
namespace {

std::optional<size_t> place_in_text(const json::Value& value) {
  constexpr double kMost = 9007199254740991;  // as far as JavaScript counts
  const double number = value.as_number(-1);
  if (number < 0 || number > kMost || std::floor(number) != number) return std::nullopt;
  return static_cast<size_t>(number);
}

}  // namespace

Result<Action> Action::from_json(const json::Value& value) {
  const auto kind = given::index_of(kActionKindNames, value["kind"].as_string());
  if (!kind) return given::unknown("the action", value["kind"].as_string(), kActionKindNames);
  Action action;
  action.kind = static_cast<ActionKind>(*kind);
  action.name = value["name"].as_string();
  action.text = value["text"].as_string();
  action.number = value["number"].as_number();
  if (action.kind == ActionKind::kNamed && action.name.empty()) {
    return given::invalid("a named action needs the `name` of one of the element's actions");
  }
  if ((action.kind == ActionKind::kSetText || action.kind == ActionKind::kInsertText) && !value["text"].is_string()) {
    return given::invalid(std::string(kActionKindNames[*kind]) + " needs a `text`");
  }
  if (action.kind == ActionKind::kSetCaret && !place_in_text(value["number"])) {
    return given::invalid("setCaret needs a `number` that is an integer, 0 or more");
  }
  if (action.kind == ActionKind::kSelectText) {
    const auto start = place_in_text(value["start"]);
    const auto end = place_in_text(value["end"]);
    if (!start || !end || *start > *end) {
      return given::invalid("selectText needs a `start` and an `end` that are integers, 0 or more, in this order");
    }
    action.start = *start;
    action.end = *end;
  }
  if (action.kind == ActionKind::kSetValue && !(value["number"].is_number() && std::isfinite(action.number))) {
    return given::invalid(std::string(kActionKindNames[*kind]) + " needs a finite `number`");
  }
  return action;
}

std::optional<Error> beyond_text(size_t offset, size_t units) {
  if (offset <= units) return std::nullopt;
  json::Value details;
  details.set("offset", static_cast<double>(offset)).set("length", static_cast<double>(units));
  return Error{ErrorCode::kInvalidArgument,
               "the text has " + std::to_string(units) + " UTF-16 units, so there is no place " +
                   std::to_string(offset) + " in it",
               std::move(details)};
}

}  // namespace surehand
