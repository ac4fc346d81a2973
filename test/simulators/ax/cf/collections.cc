#include "cf/collections.h"

#include <algorithm>

namespace axsim {
namespace {

const void* retain(CFAllocatorRef, const void* value) { return CFRetain(value); }
void release(CFAllocatorRef, const void* value) { CFRelease(value); }

}  // namespace

void Array::end() {
  if (!holds_) return;
  for (const void* value : values) CFRelease(value);
}

bool Array::equals(const Object& other) const {
  const auto& array = static_cast<const Array&>(other);
  return values.size() == array.values.size() &&
         std::equal(values.begin(), values.end(), array.values.begin(),
                    [&](const void* one, const void* two) { return holds_ ? CFEqual(one, two) : one == two; });
}

void Dictionary::end() {
  for (const auto& [key, value] : entries) {
    CFRelease(key);
    CFRelease(value);
  }
}

const std::pair<CFTypeRef, CFTypeRef>* Dictionary::find(CFTypeRef key) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return CFEqual(entry.first, key); });
  return found == entries.end() ? nullptr : &*found;
}

bool Dictionary::equals(const Object& other) const {
  const auto& dictionary = static_cast<const Dictionary&>(other);
  return entries.size() == dictionary.entries.size() &&
         std::all_of(entries.begin(), entries.end(), [&](const auto& entry) {
           const auto* same = dictionary.find(entry.first);
           return same && CFEqual(same->second, entry.second);
         });
}

CFArrayRef make_array(std::vector<Held> values) {
  std::vector<const void*> taken;
  for (Held& value : values) taken.push_back(value.take());
  return ref<CFArrayRef>(new Array(std::move(taken), true));
}

CFDictionaryRef make_dictionary(std::vector<std::pair<CFStringRef, Held>> entries) {
  std::vector<std::pair<CFTypeRef, CFTypeRef>> taken;
  for (auto& [key, value] : entries) taken.emplace_back(CFRetain(key), value.take());
  return ref<CFDictionaryRef>(new Dictionary(std::move(taken)));
}

}  // namespace axsim

using axsim::as;
using axsim::ref;

const CFArrayCallBacks kCFTypeArrayCallBacks = {0, axsim::retain, axsim::release, CFCopyDescription, CFEqual};
const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks = {
    0, axsim::retain, axsim::release, CFCopyDescription, CFEqual, CFHash};
const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks = {0, axsim::retain, axsim::release, CFCopyDescription,
                                                                    CFEqual};

CFTypeID CFArrayGetTypeID() { return static_cast<CFTypeID>(axsim::Array::kType); }

CFArrayRef CFArrayCreate(CFAllocatorRef, const void** values, CFIndex numValues, const CFArrayCallBacks* callBacks) {
  if (numValues < 0 || (values == nullptr && numValues > 0)) axsim::misused("CFArrayCreate without values");
  std::vector<const void*> taken(values, values + numValues);
  if (callBacks != nullptr) {
    for (const void* value : taken) CFRetain(value);
  }
  return ref<CFArrayRef>(new axsim::Array(std::move(taken), callBacks != nullptr));
}

CFIndex CFArrayGetCount(CFArrayRef theArray) {
  return static_cast<CFIndex>(as<axsim::Array>(theArray, "CFArrayGetCount").values.size());
}

const void* CFArrayGetValueAtIndex(CFArrayRef theArray, CFIndex idx) {
  const auto& values = as<axsim::Array>(theArray, "CFArrayGetValueAtIndex").values;
  if (idx < 0 || static_cast<size_t>(idx) >= values.size()) {
    axsim::misused("CFArrayGetValueAtIndex " + std::to_string(idx) + " of " + std::to_string(values.size()));
  }
  return values[static_cast<size_t>(idx)];
}

CFTypeID CFDictionaryGetTypeID() { return static_cast<CFTypeID>(axsim::Dictionary::kType); }

// Of equal keys the first stays: measured with Apple's own CoreFoundation.
CFDictionaryRef CFDictionaryCreate(CFAllocatorRef, const void** keys, const void** values, CFIndex numValues,
                                   const CFDictionaryKeyCallBacks* keyCallBacks,
                                   const CFDictionaryValueCallBacks* valueCallBacks) {
  if (keyCallBacks == nullptr || valueCallBacks == nullptr) {
    axsim::misused("CFDictionaryCreate is simulated for CF keys and values alone");
  }
  std::vector<std::pair<CFTypeRef, CFTypeRef>> entries;
  for (CFIndex i = 0; i < numValues; ++i) {
    const auto same = [&](const auto& entry) { return CFEqual(entry.first, keys[i]); };
    if (std::any_of(entries.begin(), entries.end(), same)) continue;
    entries.emplace_back(CFRetain(keys[i]), CFRetain(values[i]));
  }
  return ref<CFDictionaryRef>(new axsim::Dictionary(std::move(entries)));
}

CFIndex CFDictionaryGetCount(CFDictionaryRef theDict) {
  return static_cast<CFIndex>(as<axsim::Dictionary>(theDict, "CFDictionaryGetCount").entries.size());
}

Boolean CFDictionaryContainsKey(CFDictionaryRef theDict, const void* key) {
  return as<axsim::Dictionary>(theDict, "CFDictionaryContainsKey").find(key) != nullptr;
}

const void* CFDictionaryGetValue(CFDictionaryRef theDict, const void* key) {
  const auto* entry = as<axsim::Dictionary>(theDict, "CFDictionaryGetValue").find(key);
  return entry ? entry->second : nullptr;
}

Boolean CFDictionaryGetValueIfPresent(CFDictionaryRef theDict, const void* key, const void** value) {
  const auto* entry = as<axsim::Dictionary>(theDict, "CFDictionaryGetValueIfPresent").find(key);
  if (entry && value != nullptr) *value = entry->second;
  return entry != nullptr;
}
