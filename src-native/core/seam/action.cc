#include "core/seam/action.h"

#include <array>
#include <cmath>

#include "core/seam/given.h"

namespace surehand {
namespace {

constexpr std::array<std::string_view, 14> kActionKinds = {
    "press",      "toggle",   "expand",   "collapse", "select",         "deselect", "setText",
    "insertText", "setValue", "setCaret", "focus",    "scrollIntoView", "showMenu", "named"};

constexpr std::array<std::string_view, 9> kRoutes = {"action", "text",  "value",  "selection", "focus",
                                                     "scroll", "input", "window", "none"};

}  // namespace

std::string_view to_string(ActionKind kind) { return kActionKinds[static_cast<size_t>(kind)]; }

std::string_view to_string(Route route) { return kRoutes[static_cast<size_t>(route)]; }

Result<Action> Action::from_json(const json::Value& value) {
  const auto kind = given::index_of(kActionKinds, value["kind"].as_string());
  if (!kind) return given::unknown("the action", value["kind"].as_string(), kActionKinds);
  Action action;
  action.kind = static_cast<ActionKind>(*kind);
  action.name = value["name"].as_string();
  action.text = value["text"].as_string();
  action.number = value["number"].as_number();
  if (action.kind == ActionKind::kNamed && action.name.empty()) {
    return given::invalid("a named action needs the `name` of one of the element's actions");
  }
  if ((action.kind == ActionKind::kSetText || action.kind == ActionKind::kInsertText) && !value["text"].is_string()) {
    return given::invalid(std::string(kActionKinds[*kind]) + " needs a `text`");
  }
  if ((action.kind == ActionKind::kSetValue || action.kind == ActionKind::kSetCaret) &&
      !(value["number"].is_number() && std::isfinite(action.number))) {
    return given::invalid(std::string(kActionKinds[*kind]) + " needs a finite `number`");
  }
  return action;
}

}  // namespace surehand
