#include "platform/linux/wayland/mutter/pictures/png.h"

#include <dlfcn.h>

#include <type_traits>

namespace surehand::wayland::mutter {
namespace {

// `png_image` of libpng 1.6, the picture while it is read: http://www.libpng.org/pub/png/libpng-manual.txt, section "simplified API".
struct PngImage {
  void* opaque = nullptr;
  uint32_t version = 1;  // PNG_IMAGE_VERSION
  uint32_t width = 0, height = 0, format = 0, flags = 0, colormap_entries = 0, warning_or_error = 0;
  char message[64] = {};
};

constexpr uint32_t kRgba = 3;  // PNG_FORMAT_RGBA: 8 bits a channel
constexpr uint32_t kMostSide = 1u << 15;

// GNOME Shell itself needs libpng. It is not linked, so that the addon loads where there is none.
struct Libpng {
  int (*begin)(PngImage*, const void*, size_t) = nullptr;
  int (*finish)(PngImage*, const void*, void*, int32_t, void*) = nullptr;
  void (*free)(PngImage*) = nullptr;
  bool whole = false;

  Libpng() {
    void* const library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    whole = true;
    const auto take = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      whole = whole && function != nullptr;
    };
    take(begin, "png_image_begin_read_from_memory");
    take(finish, "png_image_finish_read");
    take(free, "png_image_free");
  }
};

}  // namespace

Result<Picture> decode_png(std::string_view png) {
  static const Libpng library;
  if (!library.whole)
    return Error{ErrorCode::kUnsupported, "a picture cannot be read without libpng; install libpng16-16", {}};
  PngImage image;
  Picture picture;
  bool is_read = library.begin(&image, png.data(), png.size()) != 0;
  if (is_read && image.width <= kMostSide && image.height <= kMostSide) {
    image.format = kRgba;
    picture.width = image.width;
    picture.height = image.height;
    picture.rgba.resize(size_t{4} * image.width * image.height);
    is_read = library.finish(&image, nullptr, picture.rgba.data(), 0, nullptr) != 0;
  } else {
    is_read = false;
  }
  const std::string why = image.message;
  library.free(&image);
  if (!is_read) return Error{ErrorCode::kRefused, "GNOME Shell's picture is damaged (" + why + ")", {}};
  return picture;
}

}  // namespace surehand::wayland::mutter
