#pragma once

#include "core/json.h"
#include "core/result.h"

namespace surehand {

// Of a backend that plays its applications itself (simulated), for tests.
class Playback {
 public:
  virtual ~Playback() = default;

  // What those applications really received.
  virtual json::Value record() const = 0;
  // Things that happen to them from outside.
  virtual Status apply(const json::Value& effects) = 0;
};

}  // namespace surehand
