#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/run/limits.h"
#include "core/seam/image.h"
#include "platform/posix/environment.h"
#include "platform/posix/fd.h"

namespace surehand::wayland::pipewire {

// Where PipeWire listens in this environment.
std::string socket_in(const Environment& environment);
// A connection to it. UNSUPPORTED, with what to start, where nothing listens.
Result<Fd> connect(const std::string& path, const Limits& limits);

// The next picture of a node that casts a screen. `ended` is asked from time to time why none will come any more. UNSUPPORTED without
// libpipewire.
Result<Image> picture_of(uint32_t node, Fd connection, const std::function<std::optional<Error>()>& ended,
                         const Limits& limits);

}  // namespace surehand::wayland::pipewire
