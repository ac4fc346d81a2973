#include "core/seam/action.h"

#include <cmath>

#include "core/seam/given.h"

namespace surehand {
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
  if ((action.kind == ActionKind::kSetValue || action.kind == ActionKind::kSetCaret) &&
      !(value["number"].is_number() && std::isfinite(action.number))) {
    return given::invalid(std::string(kActionKindNames[*kind]) + " needs a finite `number`");
  }
  return action;
}

}  // namespace surehand
