#include "platform/windows/invoke/scroll.h"

#include "platform/windows/com/ids.h"

namespace surehand::uia {

Result<Dispatch> scroll_into_view(const Invocation& invocation) {
  auto pattern = invocation.needed<IUIAutomationScrollItemPattern>(pattern::kScrollItem, "scroll it into view");
  if (!pattern) return pattern.take_error();
  return invocation.send(Route::kScroll, "ScrollItem.ScrollIntoView", [&] { return (*pattern)->ScrollIntoView(); });
}

}  // namespace surehand::uia
