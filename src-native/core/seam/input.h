#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/element.h"

namespace surehand {

// Synthesised input, in screen units and key names (DOM `KeyboardEvent.key`: `Enter`, `a`, `ArrowDown`, `Control`).
// A drag is kDown, kMove, …, kUp. Nothing is added: no pause, no second click. (X11 moves to and fro by 1 px before a press in a popup.)
struct InputStep {
  // kSetBack: what this desktop holds is let go of, and on a display that belongs to its session alone also what others left
  // down, on or on another layout: as when it began.
  enum class Kind : uint8_t { kMove, kDown, kUp, kWheel, kKeyDown, kKeyUp, kText, kPause, kSetBack } kind;
  double x = 0;           // kMove: position; kWheel: notches right
  double y = 0;           // kMove: position; kWheel: notches down
  uint8_t button = 1;     // kDown, kUp: 1 left, 2 middle, 3 right
  uint8_t click = 1;      // kDown, kUp: the n-th of a series, 2 for the second of a double click; X11 counts by itself
  std::string key;        // kKeyDown, kKeyUp
  std::string text;       // kText; never logged
  Milliseconds pause{0};  // kPause

  static Result<std::vector<InputStep>> from_json(const json::Value& value);
};

// Whom input is meant for.
struct InputTarget {
  // Brought to the foreground if it is not there; while it is not, nothing is pressed, turned or typed. Without one:
  // the window that has the keyboard, or is below the pointer.
  std::optional<Element> window;
  // It need not come to the foreground. UNSUPPORTED where the system hands input to the foreground only.
  bool background = false;
};

// How much of some input was sent.
struct InputSent {
  bool anything = false;
  size_t steps = 0;       // whole ones
  size_t characters = 0;  // of the texts, in UTF-16 units
};

// What ended input early, with how much had been sent.
Error input_ended(Error why, const InputSent& sent);
// NOT_ACTIONABLE when nothing had been sent, else OUTCOME_UNKNOWN.
Error foreground_lost(const InputSent& sent);

}  // namespace surehand
