#pragma once

// UI Automation as its clients see it: the SDK's header where there is a usable one.
#include <windows.h>

#include <objbase.h>

#ifdef _MSC_VER
#include <uiautomation.h>
#else
#include "platform/windows/com/uiautomation_abi.h"
#endif
