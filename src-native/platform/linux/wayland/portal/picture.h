#pragma once

#include "core/seam/image.h"
#include "platform/linux/wayland/portal/session.h"

namespace surehand::wayland::portal {

// A picture of `bounds`, which are on the stream at `place`: a part of one frame of it.
Result<Image> picture_of(Session& session, const Stream& stream, const Rect& place, const Rect& bounds,
                         const Limits& limits);

// A part of an image, which has it.
Image part_of(Image image, const Rect& bounds);

}  // namespace surehand::wayland::portal
