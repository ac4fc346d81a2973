#include "core/seam/input.h"

#include <array>
#include <cmath>

#include "core/seam/given.h"

namespace surehand {
namespace {

constexpr std::array<std::string_view, 9> kInputKinds = {"move",  "down", "up",    "wheel",  "keyDown",
                                                         "keyUp", "text", "pause", "setBack"};

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
    const auto click = item["click"].as_int(1);
    if (click < 1 || click > 255) return given::invalid("a click is the first to 255th of a series");
    step.click = static_cast<uint8_t>(click);
    const auto pause = item["pause"].as_int();
    if (pause < 0) return given::invalid("a pause is 0 ms or more");
    step.pause = Milliseconds(pause);
    step.key = item["key"].as_string();
    step.text = item["text"].as_string();
    if ((step.kind == Kind::kKeyDown || step.kind == Kind::kKeyUp) && step.key.empty()) {
      return given::invalid("a key step needs the `key`, as KeyboardEvent.key names it");
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

Error input_ended(Error why, const InputSent& sent) {
  why.sent = sent.anything ? Sent::kUnknown : Sent::kNo;
  why.details.set("sentSteps", static_cast<double>(sent.steps));
  why.details.set("sentCharacters", static_cast<double>(sent.characters));
  return why;
}

Error foreground_lost(const InputSent& sent) {
  if (!sent.anything) {
    return input_ended({ErrorCode::kNotActionable,
                        "the window is not in the foreground; nothing was sent, because another window would have "
                        "received it",
                        {}},
                       sent);
  }
  return input_ended({ErrorCode::kOutcomeUnknown,
                      "the window lost the foreground, and the input ended there, after " + std::to_string(sent.steps) +
                          " steps and " + std::to_string(sent.characters) +
                          " characters of text; the rest was not sent. Look at the application before going on",
                      {}},
                     sent);
}

}  // namespace surehand
