#pragma once

#include <CoreFoundation/CFString.h>

#define kAXPressAction CFSTR("AXPress")
#define kAXIncrementAction CFSTR("AXIncrement")
#define kAXDecrementAction CFSTR("AXDecrement")
#define kAXConfirmAction CFSTR("AXConfirm")
#define kAXCancelAction CFSTR("AXCancel")
#define kAXShowAlternateUIAction CFSTR("AXShowAlternateUI")
#define kAXShowDefaultUIAction CFSTR("AXShowDefaultUI")
#define kAXRaiseAction CFSTR("AXRaise")
#define kAXShowMenuAction CFSTR("AXShowMenu")
#define kAXPickAction CFSTR("AXPick")
