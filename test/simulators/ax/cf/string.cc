#include "cf/string.h"

#include <cstring>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "core/text/utf8.h"

namespace axsim {
namespace {

bool is_high(char16_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(char16_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

void append(std::u16string& units, char32_t point) {
  if (point >= 0x10000) {
    units += static_cast<char16_t>(0xD800 + ((point - 0x10000) >> 10));
    units += static_cast<char16_t>(0xDC00 + ((point - 0x10000) & 0x3FF));
  } else {
    units += static_cast<char16_t>(point);
  }
}

std::optional<std::u16string> decoded(std::string_view bytes, CFStringEncoding encoding) {
  std::u16string units;
  if (encoding == kCFStringEncodingUTF16 || encoding == kCFStringEncodingUTF16LE) {
    if (bytes.size() % 2 != 0) return std::nullopt;
    units.resize(bytes.size() / 2);
    std::memcpy(units.data(), bytes.data(), bytes.size());
    return units;
  }
  for (size_t at = 0; at < bytes.size();) {
    const char32_t point = surehand::utf8::next(bytes, at);
    const bool foreign = encoding == kCFStringEncodingASCII && point > 0x7F;
    if (point == surehand::utf8::kInvalid || foreign) return std::nullopt;
    append(units, point);
  }
  return units;
}

// The UTF-8 of the character at `at`, and how many units it has; empty for an unpaired surrogate.
std::string encoded(const std::u16string& units, size_t at, size_t end, size_t& length) {
  length = 1;
  char32_t point = units[at];
  if (is_high(units[at]) && at + 1 < end && is_low(units[at + 1])) {
    point = 0x10000 + ((static_cast<char32_t>(units[at]) - 0xD800) << 10) + (units[at + 1] - 0xDC00);
    length = 2;
  } else if (is_high(units[at]) || is_low(units[at])) {
    return "";
  }
  std::string bytes;
  surehand::utf8::append(bytes, point);
  return bytes;
}

}  // namespace

std::string String::description() const {
  std::string text = "CFString \"";
  for (size_t at = 0, length = 1; at < units.size(); at += length) {
    const auto bytes = encoded(units, at, units.size(), length);
    text += bytes.empty() ? "\xEF\xBF\xBD" : bytes;
  }
  return text + "\"";
}

CFStringRef make_string(std::string_view utf8) {
  std::u16string units;
  for (size_t at = 0; at < utf8.size();) {
    const char32_t point = surehand::utf8::next(utf8, at);
    append(units, point == surehand::utf8::kInvalid ? surehand::utf8::kReplacement : point);
  }
  return ref<CFStringRef>(new String(std::move(units)));
}

std::string utf8_of(CFStringRef string, const char* function) {
  const auto& units = as<String>(string, function).units;
  std::string text;
  for (size_t at = 0, length = 1; at < units.size(); at += length) {
    const auto bytes = encoded(units, at, units.size(), length);
    text += bytes.empty() ? "\xEF\xBF\xBD" : bytes;
  }
  return text;
}

}  // namespace axsim

using axsim::as;
using axsim::ref;
using axsim::String;

CFStringRef axsim_constant_string(const char* text) {
  static auto* const mutex = new std::mutex;
  static auto* const known = new std::unordered_map<std::string, CFStringRef>;
  const std::lock_guard lock(*mutex);
  CFStringRef& string = (*known)[text];
  if (string == nullptr) {
    auto units = axsim::decoded(text, kCFStringEncodingUTF8);
    if (!units) axsim::misused("CFSTR of something that is not UTF-8");
    string = ref<CFStringRef>(new String(std::move(*units), axsim::Object::Lives::kForever));
  }
  return string;
}

CFTypeID CFStringGetTypeID() { return static_cast<CFTypeID>(String::kType); }

CFStringRef CFStringCreateWithBytes(CFAllocatorRef, const UInt8* bytes, CFIndex numBytes, CFStringEncoding encoding,
                                    Boolean) {
  if (numBytes < 0 || (bytes == nullptr && numBytes > 0)) axsim::misused("CFStringCreateWithBytes without bytes");
  const std::string_view view(reinterpret_cast<const char*>(bytes), static_cast<size_t>(numBytes));
  auto units = axsim::decoded(view, encoding);
  return units ? ref<CFStringRef>(new String(std::move(*units))) : nullptr;
}

CFStringRef CFStringCreateWithCString(CFAllocatorRef alloc, const char* cStr, CFStringEncoding encoding) {
  if (cStr == nullptr) axsim::misused("CFStringCreateWithCString was given NULL");
  return CFStringCreateWithBytes(alloc, reinterpret_cast<const UInt8*>(cStr), static_cast<CFIndex>(std::strlen(cStr)),
                                 encoding, false);
}

CFStringRef CFStringCreateWithCharacters(CFAllocatorRef, const UniChar* chars, CFIndex numChars) {
  if (numChars < 0 || (chars == nullptr && numChars > 0)) axsim::misused("CFStringCreateWithCharacters without any");
  std::u16string units(static_cast<size_t>(numChars), u'\0');
  if (numChars > 0) std::memcpy(units.data(), chars, units.size() * sizeof(UniChar));
  return ref<CFStringRef>(new String(std::move(units)));
}

CFIndex CFStringGetLength(CFStringRef theString) {
  return static_cast<CFIndex>(as<String>(theString, "CFStringGetLength").units.size());
}

UniChar CFStringGetCharacterAtIndex(CFStringRef theString, CFIndex idx) {
  const auto& units = as<String>(theString, "CFStringGetCharacterAtIndex").units;
  if (idx < 0 || static_cast<size_t>(idx) >= units.size()) axsim::misused("CFStringGetCharacterAtIndex beyond the end");
  return units[static_cast<size_t>(idx)];
}

namespace {

const std::u16string& units_in(CFStringRef string, CFRange range, const char* function) {
  const auto& units = as<String>(string, function).units;
  const auto length = static_cast<CFIndex>(units.size());
  if (range.location < 0 || range.length < 0 || range.location + range.length > length) {
    axsim::misused(std::string(function) + " with a range beyond the end");
  }
  return units;
}

}  // namespace

void CFStringGetCharacters(CFStringRef theString, CFRange range, UniChar* buffer) {
  const auto& units = units_in(theString, range, "CFStringGetCharacters");
  std::memcpy(buffer, units.data() + range.location, static_cast<size_t>(range.length) * sizeof(UniChar));
}

// It stops at an unpaired surrogate, with a loss byte too: measured with Apple's own CoreFoundation, built on Linux.
CFIndex CFStringGetBytes(CFStringRef theString, CFRange range, CFStringEncoding encoding, UInt8, Boolean, UInt8* buffer,
                         CFIndex maxBufLen, CFIndex* usedBufLen) {
  const auto& units = units_in(theString, range, "CFStringGetBytes");
  if (encoding != kCFStringEncodingUTF8) axsim::misused("CFStringGetBytes is simulated for UTF-8 alone");
  const bool measures = buffer == nullptr || maxBufLen == 0;
  const auto end = static_cast<size_t>(range.location + range.length);
  auto at = static_cast<size_t>(range.location);
  CFIndex used = 0;
  while (at < end) {
    size_t length = 1;
    const auto bytes = axsim::encoded(units, at, end, length);
    if (bytes.empty()) break;
    if (!measures) {
      if (used + static_cast<CFIndex>(bytes.size()) > maxBufLen) break;
      std::memcpy(buffer + used, bytes.data(), bytes.size());
    }
    used += static_cast<CFIndex>(bytes.size());
    at += length;
  }
  if (usedBufLen != nullptr) *usedBufLen = used;
  return static_cast<CFIndex>(at) - range.location;
}

Boolean CFStringGetCString(CFStringRef theString, char* buffer, CFIndex bufferSize, CFStringEncoding encoding) {
  const CFIndex length = CFStringGetLength(theString);
  CFIndex used = 0;
  const CFIndex room = bufferSize - 1;
  if (room < 0) return false;
  if (room == 0 && length > 0) return false;
  if (CFStringGetBytes(theString, CFRangeMake(0, length), encoding, 0, false, reinterpret_cast<UInt8*>(buffer), room,
                       &used) != length) {
    return false;
  }
  buffer[used] = '\0';
  return true;
}

CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding) {
  return encoding == kCFStringEncodingUTF8 ? length * 3 : encoding == kCFStringEncodingASCII ? length : length * 2;
}

CFStringRef CFCopyDescription(CFTypeRef cf) {
  return axsim::make_string(axsim::Object::of(cf, "CFCopyDescription").description());
}

CFTypeID CFAttributedStringGetTypeID() { return static_cast<CFTypeID>(axsim::AttributedString::kType); }

CFStringRef CFAttributedStringGetString(CFAttributedStringRef aStr) {
  return static_cast<CFStringRef>(as<axsim::AttributedString>(aStr, "CFAttributedStringGetString").string.get());
}
