#include "platform/macos/clipboard.h"

#include <ApplicationServices/ApplicationServices.h>

#include <mutex>
#include <vector>

#include "core/text/file_uri.h"
#include "platform/macos/cf/ref.h"

namespace surehand::ax {

namespace {

CFStringRef flavor_of(ClipboardFormat format) {
  if (format == ClipboardFormat::kPng) return CFSTR("public.png");
  return format == ClipboardFormat::kFiles ? CFSTR("public.file-url") : CFSTR("public.utf8-plain-text");
}

// An item of ours: a number of the caller's choice that is not 0.
PasteboardItemID item(uintptr_t number) { return reinterpret_cast<PasteboardItemID>(number); }

// What each item of ours holds: files are one each.
std::vector<std::string> items_of(ClipboardFormat format, const std::string& content) {
  return format == ClipboardFormat::kFiles ? file_uris(content) : std::vector<std::string>{content};
}

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

Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits) {
  if (auto error = limits.exceeded("the clipboard")) return std::move(*error);
  const std::lock_guard lock(turn());
  SUREHAND_TRY(pasteboard, clipboard());
  const PasteboardRef board = pasteboard->get();
  PasteboardSynchronize(board);
  ItemCount items = 0;
  if (const OSStatus status = PasteboardGetItemCount(board, &items); status != 0) return failed("read", status);
  std::string paths;
  for (ItemCount i = 1; i <= items; ++i) {  // counted from 1
    PasteboardItemID id = nullptr;
    cf::Ref<CFDataRef> data;
    if (PasteboardGetItemIdentifier(board, static_cast<CFIndex>(i), &id) != 0) continue;
    if (PasteboardCopyItemFlavorData(board, id, flavor_of(format), data.out()) != 0 || !data) continue;
    std::string content(reinterpret_cast<const char*>(CFDataGetBytePtr(data.get())),
                        static_cast<size_t>(CFDataGetLength(data.get())));
    if (format != ClipboardFormat::kFiles) return content;
    if (auto path = path_of_uri(content)) paths += *path + '\0';
  }
  if (items == 0 || format != ClipboardFormat::kText) return paths;
  return Error{ErrorCode::kUnsupported, "the clipboard holds something that is no text", {}};
}

Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) {
  if (auto error = limits.exceeded("the clipboard")) return std::move(*error);
  const std::lock_guard lock(turn());
  SUREHAND_TRY(pasteboard, clipboard());
  const PasteboardRef board = pasteboard->get();
  if (const OSStatus status = PasteboardClear(board); status != 0) return failed("empty", status);
  PasteboardSynchronize(board);  // it is ours only afterwards
  uintptr_t number = 0;
  for (const std::string& bytes : items_of(format, content)) {
    const auto data = cf::Ref<CFDataRef>::adopt(CFDataCreate(
        kCFAllocatorDefault, reinterpret_cast<const UInt8*>(bytes.data()), static_cast<CFIndex>(bytes.size())));
    const OSStatus status =
        PasteboardPutItemFlavor(board, item(++number), flavor_of(format), data.get(), kPasteboardFlavorNoFlags);
    // By then what was there before is gone.
    if (status != 0) return failed("write to", status).maybe_sent();
  }
  return Done{};
}

}  // namespace surehand::ax
