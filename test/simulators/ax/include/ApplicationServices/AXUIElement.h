#pragma once

#include <ApplicationServices/AXError.h>
#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFRunLoop.h>

typedef const struct __AXUIElement* AXUIElementRef;
typedef struct __AXObserver* AXObserverRef;

typedef CF_OPTIONS(UInt32, AXCopyMultipleAttributeOptions) {
  kAXCopyMultipleAttributeOptionStopOnError = 0x1,
};

CF_EXPORT const CFStringRef kAXTrustedCheckOptionPrompt;
CF_EXPORT Boolean AXIsProcessTrustedWithOptions(CFDictionaryRef options);
CF_EXPORT Boolean AXIsProcessTrusted(void);

CF_EXPORT CFTypeID AXUIElementGetTypeID(void);
CF_EXPORT AXError AXUIElementCopyAttributeNames(AXUIElementRef element, CFArrayRef* names);
CF_EXPORT AXError AXUIElementCopyAttributeValue(AXUIElementRef element, CFStringRef attribute, CFTypeRef* value);
CF_EXPORT AXError AXUIElementGetAttributeValueCount(AXUIElementRef element, CFStringRef attribute, CFIndex* count);
CF_EXPORT AXError AXUIElementCopyAttributeValues(AXUIElementRef element, CFStringRef attribute, CFIndex index,
                                                 CFIndex maxValues, CFArrayRef* values);
CF_EXPORT AXError AXUIElementIsAttributeSettable(AXUIElementRef element, CFStringRef attribute, Boolean* settable);
CF_EXPORT AXError AXUIElementSetAttributeValue(AXUIElementRef element, CFStringRef attribute, CFTypeRef value);
CF_EXPORT AXError AXUIElementCopyMultipleAttributeValues(AXUIElementRef element, CFArrayRef attributes,
                                                         AXCopyMultipleAttributeOptions options, CFArrayRef* values);
CF_EXPORT AXError AXUIElementCopyParameterizedAttributeNames(AXUIElementRef element, CFArrayRef* names);
CF_EXPORT AXError AXUIElementCopyParameterizedAttributeValue(AXUIElementRef element, CFStringRef parameterizedAttribute,
                                                             CFTypeRef parameter, CFTypeRef* result);
CF_EXPORT AXError AXUIElementCopyActionNames(AXUIElementRef element, CFArrayRef* names);
CF_EXPORT AXError AXUIElementCopyActionDescription(AXUIElementRef element, CFStringRef action,
                                                   CFStringRef* description);
CF_EXPORT AXError AXUIElementPerformAction(AXUIElementRef element, CFStringRef action);
CF_EXPORT AXError AXUIElementCopyElementAtPosition(AXUIElementRef application, float x, float y,
                                                   AXUIElementRef* element);
CF_EXPORT AXUIElementRef AXUIElementCreateApplication(pid_t pid);
CF_EXPORT AXUIElementRef AXUIElementCreateSystemWide(void);
CF_EXPORT AXError AXUIElementGetPid(AXUIElementRef element, pid_t* pid);
CF_EXPORT AXError AXUIElementSetMessagingTimeout(AXUIElementRef element, float timeoutInSeconds);

typedef void (*AXObserverCallback)(AXObserverRef observer, AXUIElementRef element, CFStringRef notification,
                                   void* refcon);
typedef void (*AXObserverCallbackWithInfo)(AXObserverRef observer, AXUIElementRef element, CFStringRef notification,
                                           CFDictionaryRef info, void* refcon);
CF_EXPORT CFTypeID AXObserverGetTypeID(void);
CF_EXPORT AXError AXObserverCreate(pid_t application, AXObserverCallback callback, AXObserverRef* outObserver);
CF_EXPORT AXError AXObserverCreateWithInfoCallback(pid_t application, AXObserverCallbackWithInfo callback,
                                                   AXObserverRef* outObserver);
CF_EXPORT AXError AXObserverAddNotification(AXObserverRef observer, AXUIElementRef element, CFStringRef notification,
                                            void* refcon);
CF_EXPORT AXError AXObserverRemoveNotification(AXObserverRef observer, AXUIElementRef element,
                                               CFStringRef notification);
CF_EXPORT CFRunLoopSourceRef AXObserverGetRunLoopSource(AXObserverRef observer);
