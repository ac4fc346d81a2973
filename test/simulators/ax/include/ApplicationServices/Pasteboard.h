#pragma once

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFString.h>

typedef struct OpaquePasteboardRef* PasteboardRef;
typedef void* PasteboardItemID;
typedef CF_OPTIONS(UInt32, PasteboardSyncFlags) {
  kPasteboardModified = (1 << 0),
  kPasteboardClientIsOwner = (1 << 1),
};
typedef CF_OPTIONS(UInt32, PasteboardFlavorFlags) {
  kPasteboardFlavorNoFlags = 0,
  kPasteboardFlavorSenderOnly = (1 << 0),
};
typedef unsigned long ItemCount;

#define kPasteboardClipboard CFSTR("com.apple.pasteboard.clipboard")

CF_EXPORT CFTypeID PasteboardGetTypeID(void);
CF_EXPORT OSStatus PasteboardCreate(CFStringRef inName, PasteboardRef* outPasteboard);
CF_EXPORT PasteboardSyncFlags PasteboardSynchronize(PasteboardRef inPasteboard);
CF_EXPORT OSStatus PasteboardClear(PasteboardRef inPasteboard);
CF_EXPORT OSStatus PasteboardPutItemFlavor(PasteboardRef inPasteboard, PasteboardItemID inItem,
                                           CFStringRef inFlavorType, CFDataRef inData, PasteboardFlavorFlags inFlags);
CF_EXPORT OSStatus PasteboardGetItemCount(PasteboardRef inPasteboard, ItemCount* outItemCount);
CF_EXPORT OSStatus PasteboardGetItemIdentifier(PasteboardRef inPasteboard, CFIndex inIndex, PasteboardItemID* outItem);
CF_EXPORT OSStatus PasteboardCopyItemFlavors(PasteboardRef inPasteboard, PasteboardItemID inItem,
                                             CFArrayRef* outFlavorTypes);
CF_EXPORT OSStatus PasteboardCopyItemFlavorData(PasteboardRef inPasteboard, PasteboardItemID inItem,
                                                CFStringRef inFlavorType, CFDataRef* outData);
