#include "cf/data.h"

#include <chrono>
#include <cstring>

#include "cf/string.h"

namespace axsim {

CFTypeRef make_url(const std::string& text) { return ref<CFTypeRef>(new Url(Held(make_string(text)), "")); }
CFTypeRef make_data(std::string bytes) { return ref<CFTypeRef>(new Data(std::move(bytes))); }

}  // namespace axsim

using axsim::as;
using axsim::ref;

CFTypeID CFDataGetTypeID() { return static_cast<CFTypeID>(axsim::Data::kType); }

CFDataRef CFDataCreate(CFAllocatorRef, const UInt8* bytes, CFIndex length) {
  if (length < 0 || (bytes == nullptr && length > 0)) axsim::misused("CFDataCreate without bytes");
  return ref<CFDataRef>(new axsim::Data({reinterpret_cast<const char*>(bytes), static_cast<size_t>(length)}));
}

CFIndex CFDataGetLength(CFDataRef theData) {
  return static_cast<CFIndex>(as<axsim::Data>(theData, "CFDataGetLength").bytes.size());
}

const UInt8* CFDataGetBytePtr(CFDataRef theData) {
  return reinterpret_cast<const UInt8*>(as<axsim::Data>(theData, "CFDataGetBytePtr").bytes.data());
}

CFTypeID CFURLGetTypeID() { return static_cast<CFTypeID>(axsim::Url::kType); }

CFURLRef CFURLCreateFromFileSystemRepresentation(CFAllocatorRef, const UInt8* buffer, CFIndex bufLen, Boolean) {
  const std::string path(reinterpret_cast<const char*>(buffer), static_cast<size_t>(bufLen));
  return ref<CFURLRef>(new axsim::Url(axsim::Held(axsim::make_string("file://" + path)), path));
}

CFStringRef CFURLGetString(CFURLRef anURL) {
  return static_cast<CFStringRef>(as<axsim::Url>(anURL, "CFURLGetString").string.get());
}

Boolean CFURLGetFileSystemRepresentation(CFURLRef url, Boolean, UInt8* buffer, CFIndex maxBufLen) {
  const auto& path = as<axsim::Url>(url, "CFURLGetFileSystemRepresentation").path;
  if (path.empty() || static_cast<CFIndex>(path.size()) >= maxBufLen) return false;
  std::memcpy(buffer, path.c_str(), path.size() + 1);
  return true;
}

CFTypeID CFDateGetTypeID() { return static_cast<CFTypeID>(axsim::Date::kType); }
CFAbsoluteTime CFDateGetAbsoluteTime(CFDateRef theDate) {
  return as<axsim::Date>(theDate, "CFDateGetAbsoluteTime").time;
}

CFAbsoluteTime CFAbsoluteTimeGetCurrent() {
  // Counted from 2001.
  constexpr double kEpoch = 978307200;
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count() - kEpoch;
}
