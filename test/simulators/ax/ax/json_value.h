#pragma once

#include "ax/element.h"

namespace axsim {

// What a test says an attribute to be: a string, a number, true, false; or an object of one member: `error`, `null`, `real`, `point`,
// `size`, `rect`, `range`, `element` and `elements` (keys of the world; `application`), `units` (a string by its UTF-16 units), `url`,
// `data`, `attributed`, `array`.
AXError value_from_json(Reached& at, const json::Value& said, Held& value);

}  // namespace axsim
