#include "platform/macos/invoke/scroll.h"

namespace surehand::ax {

Result<Dispatch> scroll_into_view(Invocation& invocation) {
  // Of the web and of AppKit's views; no header has its name.
  if (!invocation.facts().has("AXScrollToVisible")) return invocation.unsupported("scroll it into view");
  return invocation.perform(CFSTR("AXScrollToVisible"), Route::kScroll);
}

}  // namespace surehand::ax
