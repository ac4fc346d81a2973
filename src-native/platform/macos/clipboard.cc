#include "platform/macos/clipboard.h"

#include <ApplicationServices/ApplicationServices.h>

#include <mutex>

#include "platform/macos/cf/ref.h"

namespace surehand::ax {

namespace {

CFStringRef utf8_text() { return CFSTR("public.utf8-plain-text"); }

// One item, ours: a number of the caller's choice that is not 0.
PasteboardItemID item() { return reinterpret_cast<PasteboardItemID>(1); }

// A pasteboard is not to be used by two threads at once.
std::mutex& turn() {
  static auto* const mutex = new std::mutex;  // never destroyed: threads may outlive static objects
  return *mutex;
}

Error failed(std::string_view tried, OSStatus status) {
  return {ErrorCode::kRefused,
          "could not " + std::string(tried) + " the clipboard: the pasteboard answered " + std::to_string(status),
          {}};
}

Result<cf::Ref<PasteboardRef>> clipboard() {
  cf::Ref<PasteboardRef> pasteboard;
  const OSStatus status = PasteboardCreate(kPasteboardClipboard, pasteboard.out());
  if (status != 0 || !pasteboard) return failed("open", status);
  return pasteboard;
}

}  // namespace

Result<std::string> read_clipboard(const Limits& limits) {
  if (auto error = limits.exceeded("the clipboard")) return std::move(*error);
  const std::lock_guard lock(turn());
  auto pasteboard = clipboard();
  if (!pasteboard) return pasteboard.take_error();
  const PasteboardRef board = pasteboard->get();
  PasteboardSynchronize(board);
  ItemCount items = 0;
  if (const OSStatus status = PasteboardGetItemCount(board, &items); status != 0) return failed("read", status);
  for (ItemCount i = 1; i <= items; ++i) {  // counted from 1
    PasteboardItemID id = nullptr;
    cf::Ref<CFDataRef> data;
    if (PasteboardGetItemIdentifier(board, static_cast<CFIndex>(i), &id) != 0) continue;
    if (PasteboardCopyItemFlavorData(board, id, utf8_text(), data.out()) != 0 || !data) continue;
    return std::string(reinterpret_cast<const char*>(CFDataGetBytePtr(data.get())),
                       static_cast<size_t>(CFDataGetLength(data.get())));
  }
  if (items == 0) return std::string();
  return Error{ErrorCode::kUnsupported, "the clipboard holds something that is no text", {}};
}

Status write_clipboard(const std::string& text, const Limits& limits) {
  if (auto error = limits.exceeded("the clipboard")) return std::move(*error);
  const std::lock_guard lock(turn());
  auto pasteboard = clipboard();
  if (!pasteboard) return pasteboard.take_error();
  const PasteboardRef board = pasteboard->get();
  if (const OSStatus status = PasteboardClear(board); status != 0) return failed("empty", status);
  PasteboardSynchronize(board);  // it is ours only afterwards
  const auto data = cf::Ref<CFDataRef>::adopt(CFDataCreate(
      kCFAllocatorDefault, reinterpret_cast<const UInt8*>(text.data()), static_cast<CFIndex>(text.size())));
  const OSStatus status = PasteboardPutItemFlavor(board, item(), utf8_text(), data.get(), kPasteboardFlavorNoFlags);
  // By then what was there before is gone.
  return status == 0 ? Status(Done{}) : failed("write to", status).maybe_sent();
}

}  // namespace surehand::ax
