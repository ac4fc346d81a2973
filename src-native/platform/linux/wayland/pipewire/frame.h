#pragma once

#include <optional>

#include "core/seam/image.h"
#include "platform/linux/wayland/pipewire/library.h"
#include "platform/linux/wayland/pipewire/pods.h"

namespace surehand::wayland::pipewire {

// The picture in a buffer that another program filled: nothing that the buffer says of itself is believed. Its memory is read through its
// file descriptor and never mapped, since a program that makes its file shorter would end this one (SIGBUS). `bounds` and `scale` are left
// to the caller. Nothing when the buffer itself says that it has no picture: the next one may have it. REFUSED when the picture is not
// whole, UNSUPPORTED when it is not in such memory.
Result<std::optional<Image>> picture_in(const Buffer& buffer, const VideoFormat& format);

}  // namespace surehand::wayland::pipewire
