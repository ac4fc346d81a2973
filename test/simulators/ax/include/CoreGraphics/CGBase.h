#pragma once

// What CoreFoundation/CFBase.h says of these headers goes for CoreGraphics, too.

#include <CoreFoundation/CFBase.h>

#define CG_EXTERN CF_EXPORT

typedef double CGFloat;
