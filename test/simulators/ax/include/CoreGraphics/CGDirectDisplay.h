#pragma once

#include <CoreGraphics/CGError.h>
#include <CoreGraphics/CGGeometry.h>

typedef uint32_t CGDirectDisplayID;
typedef struct CGDisplayMode* CGDisplayModeRef;

CG_EXTERN CGDirectDisplayID CGMainDisplayID(void);
CG_EXTERN CGError CGGetActiveDisplayList(uint32_t maxDisplays, CGDirectDisplayID* activeDisplays,
                                         uint32_t* displayCount);
CG_EXTERN CGRect CGDisplayBounds(CGDirectDisplayID display);
CG_EXTERN CGDisplayModeRef CGDisplayCopyDisplayMode(CGDirectDisplayID display);
CG_EXTERN size_t CGDisplayModeGetWidth(CGDisplayModeRef mode);
CG_EXTERN size_t CGDisplayModeGetHeight(CGDisplayModeRef mode);
CG_EXTERN size_t CGDisplayModeGetPixelWidth(CGDisplayModeRef mode);
CG_EXTERN size_t CGDisplayModeGetPixelHeight(CGDisplayModeRef mode);
CG_EXTERN double CGDisplayModeGetRefreshRate(CGDisplayModeRef mode);
CG_EXTERN void CGDisplayModeRelease(CGDisplayModeRef mode);
