#pragma once

#include <CoreFoundation/CFString.h>

#define kAXHorizontalOrientationValue CFSTR("AXHorizontalOrientation")
#define kAXVerticalOrientationValue CFSTR("AXVerticalOrientation")
#define kAXUnknownOrientationValue CFSTR("AXUnknownOrientation")
#define kAXAscendingSortDirectionValue CFSTR("AXAscendingSortDirection")
#define kAXDescendingSortDirectionValue CFSTR("AXDescendingSortDirection")
#define kAXUnknownSortDirectionValue CFSTR("AXUnknownSortDirection")
