#include "core/text.h"

#include "core/utf8.h"

namespace surehand {

bool is_valid_utf8(std::string_view bytes) {
  for (size_t at = utf8::skip_ascii(bytes); at < bytes.size(); at = utf8::skip_ascii(bytes, at)) {
    if (utf8::next(bytes, at) == utf8::kInvalid) return false;
  }
  return true;
}

std::string mend_utf8(std::string_view bytes) {
  std::string mended;
  mended.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    const size_t start = at;
    at = utf8::skip_ascii(bytes, at);
    mended.append(bytes.substr(start, at - start));
    if (at == bytes.size()) break;
    const char32_t code = utf8::next(bytes, at);
    utf8::append(mended, code == utf8::kInvalid ? utf8::kReplacement : code);
  }
  return mended;
}

}  // namespace surehand
