#pragma once

#include <CoreFoundation/CFString.h>

typedef const struct __CFAttributedString* CFAttributedStringRef;

CF_EXPORT CFTypeID CFAttributedStringGetTypeID(void);
CF_EXPORT CFStringRef CFAttributedStringGetString(CFAttributedStringRef aStr);
