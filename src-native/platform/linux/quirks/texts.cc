#include "platform/linux/quirks/texts.h"

#include <algorithm>

namespace surehand::atspi {

bool pads_texts(Toolkit toolkit) { return toolkit == Toolkit::kGecko; }

std::string without_padding(std::string_view text) {
  constexpr std::string_view kPadding = "\xef\xbb\xbf";
  constexpr size_t kLength = 4;  // of a character outside the BMP, in UTF-8
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const bool outside = (static_cast<unsigned char>(text[i]) & 0xf8) == 0xf0;
    const size_t length = outside ? kLength : 1;
    plain.append(text.substr(i, length));
    i += length;
    if (outside && text.substr(std::min(i, text.size()), kPadding.size()) == kPadding) i += kPadding.size();
  }
  return plain;
}

}  // namespace surehand::atspi
