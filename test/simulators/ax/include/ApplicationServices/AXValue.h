#pragma once

#include <CoreFoundation/CFBase.h>

CF_ENUM(UInt32, AXValueType){
    kAXValueTypeIllegal = 0, kAXValueTypeCGPoint = 1, kAXValueTypeCGSize = 2,
    kAXValueTypeCGRect = 3,  kAXValueTypeCFRange = 4, kAXValueTypeAXError = 5,
};

typedef const struct __AXValue* AXValueRef;
CF_EXPORT CFTypeID AXValueGetTypeID(void);
CF_EXPORT AXValueRef AXValueCreate(AXValueType theType, const void* valuePtr);
CF_EXPORT AXValueType AXValueGetType(AXValueRef value);
CF_EXPORT Boolean AXValueGetValue(AXValueRef value, AXValueType theType, void* valuePtr);
