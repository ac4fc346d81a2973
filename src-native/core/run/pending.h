#pragma once

#include <optional>
#include <string>

#include "core/seam/backend.h"
#include "core/seam/sending.h"

namespace surehand {

// What an invoke is answered with that does not return: what it sent, as soon as its application answers something else
// meanwhile, which proves that it goes on. One that answers nothing is busy, or hangs, and what becomes of the act is
// not known: then nothing, by the deadline or when the act returns (which cancels).
std::optional<Dispatch> pending(Backend& backend, const std::string& app_key, const Sending& sending,
                                const Limits& limits);

}  // namespace surehand
