#pragma once

#include <CoreGraphics/CGError.h>
#include <CoreGraphics/CGGeometry.h>

typedef uint16_t CGKeyCode;
typedef uint16_t CGCharCode;

CG_EXTERN CGError CGWarpMouseCursorPosition(CGPoint newCursorPosition);
CG_EXTERN CGError CGAssociateMouseAndMouseCursorPosition(int32_t connected);
