#pragma once

#include <CoreGraphics/CGEventTypes.h>
#include <CoreGraphics/CGRemoteOperation.h>

CG_EXTERN CGEventSourceRef CGEventSourceCreate(CGEventSourceStateID stateID);
CG_EXTERN CFTimeInterval CGEventSourceGetLocalEventsSuppressionInterval(CGEventSourceRef source);
CG_EXTERN void CGEventSourceSetLocalEventsSuppressionInterval(CGEventSourceRef source, CFTimeInterval seconds);
CG_EXTERN void CGEventSourceSetLocalEventsFilterDuringSuppressionState(CGEventSourceRef source,
                                                                       CGEventFilterMask filter,
                                                                       CGEventSuppressionState state);
CG_EXTERN bool CGEventSourceButtonState(CGEventSourceStateID stateID, CGMouseButton button);
CG_EXTERN bool CGEventSourceKeyState(CGEventSourceStateID stateID, CGKeyCode key);
CG_EXTERN CGEventFlags CGEventSourceFlagsState(CGEventSourceStateID stateID);
