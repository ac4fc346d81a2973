#pragma once

#include <CoreFoundation/CFDictionary.h>
#include <CoreGraphics/CGBase.h>

CG_EXTERN CFDictionaryRef CGSessionCopyCurrentDictionary(void);
