#include "platform/macos/cf/string.h"

#include <vector>

#include "core/text/utf8.h"

namespace surehand::cf {

Ref<CFStringRef> string(std::string_view utf8) {
  return Ref<CFStringRef>::adopt(
      CFStringCreateWithBytes(kCFAllocatorDefault, reinterpret_cast<const UInt8*>(utf8.data()),
                              static_cast<CFIndex>(utf8.size()), kCFStringEncodingUTF8, false));
}

std::string utf8_of(CFStringRef text) {
  const CFIndex length = text ? CFStringGetLength(text) : 0;
  if (length <= 0) return {};
  std::vector<UniChar> units(static_cast<size_t>(length));
  CFStringGetCharacters(text, CFRangeMake(0, length), units.data());
  std::string out;
  out.reserve(units.size());
  for (size_t i = 0; i < units.size(); ++i) {
    char32_t code = units[i];
    const bool high = code >= 0xD800 && code < 0xDC00;
    if (high && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (units[++i] - 0xDC00u);
    } else if (code >= 0xD800 && code < 0xE000) {
      code = utf8::kReplacement;
    }
    utf8::append(out, code);
  }
  return out;
}

}  // namespace surehand::cf
