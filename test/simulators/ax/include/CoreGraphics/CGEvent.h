#pragma once

#include <CoreFoundation/CFString.h>
#include <CoreGraphics/CGEventSource.h>
#include <CoreGraphics/CGEventTypes.h>
#include <CoreGraphics/CGGeometry.h>
#include <CoreGraphics/CGRemoteOperation.h>

CG_EXTERN CFTypeID CGEventGetTypeID(void);
CG_EXTERN CGEventRef CGEventCreate(CGEventSourceRef source);
CG_EXTERN CGEventRef CGEventCreateMouseEvent(CGEventSourceRef source, CGEventType mouseType,
                                             CGPoint mouseCursorPosition, CGMouseButton mouseButton);
CG_EXTERN CGEventRef CGEventCreateKeyboardEvent(CGEventSourceRef source, CGKeyCode virtualKey, bool keyDown);
CG_EXTERN CGEventRef CGEventCreateScrollWheelEvent2(CGEventSourceRef source, CGScrollEventUnit units,
                                                    uint32_t wheelCount, int32_t wheel1, int32_t wheel2,
                                                    int32_t wheel3);
CG_EXTERN CGPoint CGEventGetLocation(CGEventRef event);
CG_EXTERN void CGEventSetLocation(CGEventRef event, CGPoint location);
CG_EXTERN CGEventFlags CGEventGetFlags(CGEventRef event);
CG_EXTERN void CGEventSetFlags(CGEventRef event, CGEventFlags flags);
CG_EXTERN void CGEventSetType(CGEventRef event, CGEventType type);
CG_EXTERN void CGEventKeyboardSetUnicodeString(CGEventRef event, unsigned long stringLength,
                                               const UniChar* unicodeString);
CG_EXTERN int64_t CGEventGetIntegerValueField(CGEventRef event, CGEventField field);
CG_EXTERN void CGEventSetIntegerValueField(CGEventRef event, CGEventField field, int64_t value);
CG_EXTERN void CGEventPost(CGEventTapLocation tap, CGEventRef event);
CG_EXTERN void CGEventPostToPid(pid_t pid, CGEventRef event);
CG_EXTERN bool CGPreflightPostEventAccess(void);
CG_EXTERN bool CGRequestPostEventAccess(void);
