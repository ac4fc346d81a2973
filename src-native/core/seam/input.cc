#include "core/seam/input.h"

#include <array>
#include <cmath>

#include "core/seam/given.h"

namespace surehand {
namespace {

constexpr std::array<std::string_view, 7> kInputKinds = {"move", "down", "up", "wheel", "keyDown", "keyUp", "text"};

}  // namespace

Result<std::vector<InputStep>> InputStep::from_json(const json::Value& value) {
  std::vector<InputStep> steps;
  for (const auto& item : value.as_array()) {
    const auto kind = given::index_of(kInputKinds, item["kind"].as_string());
    if (!kind) return given::unknown("the input step", item["kind"].as_string(), kInputKinds);
    InputStep step;
    step.kind = static_cast<Kind>(*kind);
    step.x = item["x"].as_number();
    step.y = item["y"].as_number();
    const auto button = item["button"].as_int(1);
    if (button < 1 || button > 3) return given::invalid("a pointer button is 1 (left), 2 (middle) or 3 (right)");
    if (!std::isfinite(step.x) || !std::isfinite(step.y)) return given::invalid("a position is two finite numbers");
    step.button = static_cast<uint8_t>(button);
    step.key = item["key"].as_string();
    step.text = item["text"].as_string();
    if ((step.kind == Kind::kKeyDown || step.kind == Kind::kKeyUp) && step.key.empty()) {
      return given::invalid("a key step needs the `key`, as KeyboardEvent.key names it");
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace surehand
