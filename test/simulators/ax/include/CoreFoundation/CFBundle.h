#pragma once

#include <CoreFoundation/CFURL.h>

typedef struct __CFBundle* CFBundleRef;

CF_EXPORT CFTypeID CFBundleGetTypeID(void);
CF_EXPORT CFBundleRef CFBundleCreate(CFAllocatorRef allocator, CFURLRef bundleURL);
CF_EXPORT CFStringRef CFBundleGetIdentifier(CFBundleRef bundle);
// The untranslated ones: CFBundleGetValueForInfoDictionaryKey looks into the translations first.
CF_EXPORT struct __CFDictionary const* CFBundleGetInfoDictionary(CFBundleRef bundle);
CF_EXPORT CFTypeRef CFBundleGetValueForInfoDictionaryKey(CFBundleRef bundle, CFStringRef key);
