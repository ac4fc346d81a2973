#pragma once

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFString.h>
#include <CoreGraphics/CGGeometry.h>

typedef uint32_t CGWindowID;
#define kCGNullWindowID ((CGWindowID)0)

typedef CF_OPTIONS(uint32_t, CGWindowListOption) {
  kCGWindowListOptionAll = 0,
  kCGWindowListOptionOnScreenOnly = (1u << 0),
  kCGWindowListOptionOnScreenAboveWindow = (1u << 1),
  kCGWindowListOptionOnScreenBelowWindow = (1u << 2),
  kCGWindowListOptionIncludingWindow = (1u << 3),
  kCGWindowListExcludeDesktopElements = (1u << 4),
};

CG_EXTERN const CFStringRef kCGWindowNumber;
CG_EXTERN const CFStringRef kCGWindowLayer;
CG_EXTERN const CFStringRef kCGWindowBounds;
CG_EXTERN const CFStringRef kCGWindowAlpha;
CG_EXTERN const CFStringRef kCGWindowOwnerPID;
CG_EXTERN const CFStringRef kCGWindowOwnerName;
CG_EXTERN const CFStringRef kCGWindowName;  // with the Screen Recording permission alone
CG_EXTERN const CFStringRef kCGWindowIsOnscreen;

CG_EXTERN CFArrayRef CGWindowListCopyWindowInfo(CGWindowListOption option, CGWindowID relativeToWindow);
CG_EXTERN bool CGPreflightScreenCaptureAccess(void);
CG_EXTERN bool CGRequestScreenCaptureAccess(void);
