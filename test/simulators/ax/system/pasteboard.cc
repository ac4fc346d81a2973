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

// Who copies numbers the items, from 1 as far as is known; the text is in the first one.
uintptr_t number_of(PasteboardItemID item) { return reinterpret_cast<uintptr_t>(item); }

uintptr_t last_item(const Desktop& desktop) {
  if (!desktop.flavors.empty()) return desktop.flavors.rbegin()->first.first;
  return desktop.world.clipboard.empty() ? 0 : 1;
}

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

OSStatus PasteboardPutItemFlavor(PasteboardRef inPasteboard, PasteboardItemID inItem, CFStringRef inFlavorType,
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
    desktop->flavors[{number_of(inItem), flavor}] = bytes;
  }
  return 0;
}

OSStatus PasteboardGetItemCount(PasteboardRef inPasteboard, ItemCount* outItemCount) {
  as<Board>(inPasteboard, "PasteboardGetItemCount");
  const auto desktop = Desktop::current();
  if (!desktop) return kBadItem;
  const auto lock = desktop->enter();
  *outItemCount = last_item(*desktop);
  return 0;
}

OSStatus PasteboardGetItemIdentifier(PasteboardRef inPasteboard, CFIndex inIndex, PasteboardItemID* outItem) {
  ItemCount items = 0;
  PasteboardGetItemCount(inPasteboard, &items);
  // Counted from 1.
  if (inIndex < 1 || static_cast<ItemCount>(inIndex) > items) return kBadItem;
  *outItem = reinterpret_cast<PasteboardItemID>(inIndex);
  return 0;
}

OSStatus PasteboardCopyItemFlavors(PasteboardRef inPasteboard, PasteboardItemID inItem, CFArrayRef* outFlavorTypes) {
  as<Board>(inPasteboard, "PasteboardCopyItemFlavors");
  const auto desktop = Desktop::current();
  if (!desktop) return kBadItem;
  const auto lock = desktop->enter();
  const uintptr_t number = number_of(inItem);
  if (number < 1 || number > last_item(*desktop)) return kBadItem;
  std::vector<Held> names;
  if (number == 1 && !desktop->world.clipboard.empty()) names.emplace_back(make_string(kText));
  for (const auto& [key, bytes] : desktop->flavors) {
    if (key.first == number) names.emplace_back(make_string(key.second));
  }
  *outFlavorTypes = make_array(std::move(names));
  return 0;
}

OSStatus PasteboardCopyItemFlavorData(PasteboardRef inPasteboard, PasteboardItemID inItem, CFStringRef inFlavorType,
                                      CFDataRef* outData) {
  as<Board>(inPasteboard, "PasteboardCopyItemFlavorData");
  const auto desktop = Desktop::current();
  if (!desktop) return kBadItem;
  const auto lock = desktop->enter();
  const uintptr_t number = number_of(inItem);
  if (number < 1 || number > last_item(*desktop)) return kBadItem;
  const auto flavor = utf8_of(inFlavorType, "PasteboardCopyItemFlavorData");
  if (number == 1 && flavor == kText && !desktop->world.clipboard.empty()) {
    *outData = static_cast<CFDataRef>(make_data(desktop->world.clipboard));
    return 0;
  }
  const auto found = desktop->flavors.find({number, flavor});
  if (found == desktop->flavors.end()) return kBadFlavor;
  *outData = static_cast<CFDataRef>(make_data(found->second));
  return 0;
}
