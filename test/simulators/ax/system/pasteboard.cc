#include <ApplicationServices/Pasteboard.h>

#include "ax/desktop.h"
#include "cf/collections.h"
#include "cf/data.h"
#include "cf/string.h"

using namespace axsim;

namespace {

constexpr OSStatus kBadItem = -25132, kBadFlavor = -25133, kNotOwner = -25135;
constexpr const char* kText = "public.utf8-plain-text";

struct Board final : Object {
  static constexpr Type kType = Type::kPasteboard;
  Board() : Object(kType) {}
  bool is_owner = false;  // since it was cleared
};

// The only item there is.
PasteboardItemID the_item() { return reinterpret_cast<PasteboardItemID>(1); }

}  // namespace

CFTypeID PasteboardGetTypeID() { return static_cast<CFTypeID>(Board::kType); }

OSStatus PasteboardCreate(CFStringRef, PasteboardRef* outPasteboard) {
  *outPasteboard = ref<PasteboardRef>(new Board);
  return 0;
}

PasteboardSyncFlags PasteboardSynchronize(PasteboardRef inPasteboard) {
  return as<Board>(inPasteboard, "PasteboardSynchronize").is_owner ? kPasteboardClientIsOwner : kPasteboardModified;
}

OSStatus PasteboardClear(PasteboardRef inPasteboard) {
  auto& board = as<Board>(inPasteboard, "PasteboardClear");
  const auto desktop = Desktop::current();
  if (!desktop) return kNotOwner;
  const auto lock = desktop->enter();
  desktop->world.clipboard.clear();
  desktop->flavors.clear();
  board.is_owner = true;
  return 0;
}

OSStatus PasteboardPutItemFlavor(PasteboardRef inPasteboard, PasteboardItemID, CFStringRef inFlavorType,
                                 CFDataRef inData, PasteboardFlavorFlags) {
  const auto& board = as<Board>(inPasteboard, "PasteboardPutItemFlavor");
  const auto desktop = Desktop::current();
  if (!desktop || !board.is_owner) return kNotOwner;
  const auto lock = desktop->enter();
  const std::string& bytes = as<Data>(inData, "PasteboardPutItemFlavor").bytes;
  const auto flavor = utf8_of(inFlavorType, "PasteboardPutItemFlavor");
  if (flavor == kText) {
    desktop->world.clipboard = bytes;
  } else {
    desktop->flavors[flavor] = bytes;
  }
  return 0;
}

OSStatus PasteboardGetItemCount(PasteboardRef inPasteboard, ItemCount* outItemCount) {
  as<Board>(inPasteboard, "PasteboardGetItemCount");
  const auto desktop = Desktop::current();
  if (!desktop) return kBadItem;
  const auto lock = desktop->enter();
  *outItemCount = desktop->world.clipboard.empty() && desktop->flavors.empty() ? 0 : 1;
  return 0;
}

OSStatus PasteboardGetItemIdentifier(PasteboardRef inPasteboard, CFIndex inIndex, PasteboardItemID* outItem) {
  ItemCount items = 0;
  PasteboardGetItemCount(inPasteboard, &items);
  // Counted from 1.
  if (inIndex < 1 || static_cast<ItemCount>(inIndex) > items) return kBadItem;
  *outItem = the_item();
  return 0;
}

OSStatus PasteboardCopyItemFlavors(PasteboardRef inPasteboard, PasteboardItemID inItem, CFArrayRef* outFlavorTypes) {
  as<Board>(inPasteboard, "PasteboardCopyItemFlavors");
  const auto desktop = Desktop::current();
  if (!desktop || inItem != the_item()) return kBadItem;
  const auto lock = desktop->enter();
  std::vector<Held> names;
  if (!desktop->world.clipboard.empty()) names.emplace_back(make_string(kText));
  for (const auto& [flavor, bytes] : desktop->flavors) names.emplace_back(make_string(flavor));
  *outFlavorTypes = make_array(std::move(names));
  return 0;
}

OSStatus PasteboardCopyItemFlavorData(PasteboardRef inPasteboard, PasteboardItemID inItem, CFStringRef inFlavorType,
                                      CFDataRef* outData) {
  as<Board>(inPasteboard, "PasteboardCopyItemFlavorData");
  const auto desktop = Desktop::current();
  if (!desktop || inItem != the_item()) return kBadItem;
  const auto lock = desktop->enter();
  const auto flavor = utf8_of(inFlavorType, "PasteboardCopyItemFlavorData");
  if (flavor == kText && !desktop->world.clipboard.empty()) {
    *outData = static_cast<CFDataRef>(make_data(desktop->world.clipboard));
    return 0;
  }
  const auto found = desktop->flavors.find(flavor);
  if (found == desktop->flavors.end()) return kBadFlavor;
  *outData = static_cast<CFDataRef>(make_data(found->second));
  return 0;
}
