#pragma once

#include <ApplicationServices/AXActionConstants.h>
#include <ApplicationServices/AXAttributeConstants.h>
#include <ApplicationServices/AXError.h>
#include <ApplicationServices/AXNotificationConstants.h>
#include <ApplicationServices/AXRoleConstants.h>
#include <ApplicationServices/AXUIElement.h>
#include <ApplicationServices/AXValue.h>
#include <ApplicationServices/AXValueConstants.h>
#include <ApplicationServices/Pasteboard.h>
#include <CoreFoundation/CoreFoundation.h>
#include <CoreGraphics/CoreGraphics.h>
