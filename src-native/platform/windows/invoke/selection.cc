#include "platform/windows/invoke/selection.h"

#include "platform/windows/com/ids.h"

namespace surehand::uia {
namespace {

// WinForms' grids have it in MSAA alone.
Result<Dispatch> select_by_legacy(const Invocation& invocation, bool on) {
  const char* const what = on ? "select it" : "deselect it";
  const uint32_t state = invocation.facts().legacy_state;
  if (!(state & legacy::kSelectable)) return Invocation::unsupported(what);
  auto pattern = invocation.needed<IUIAutomationLegacyIAccessiblePattern>(pattern::kLegacyIAccessible, what);
  if (!pattern) return pattern.take_error();
  if (((state & legacy::kSelected) != 0) == on) return kAlready;
  constexpr LONG kTakeSelection = 0x2, kRemoveSelection = 0x10;  // SELFLAG_…
  return invocation.send(Route::kSelection, "LegacyIAccessible.Select",
                         [&] { return (*pattern)->Select(on ? kTakeSelection : kRemoveSelection); });
}

}  // namespace

Result<Dispatch> select_alone(const Invocation& invocation, IUIAutomationSelectionItemPattern& pattern) {
  return invocation.send(Route::kSelection, "SelectionItem.Select", [&] { return pattern.Select(); });
}

Result<Dispatch> select(const Invocation& invocation, bool on) {
  auto pattern = invocation.offered<IUIAutomationSelectionItemPattern>(pattern::kSelectionItem);
  if (!pattern) return pattern.take_error();
  if (!*pattern) return select_by_legacy(invocation, on);
  auto selected =
      state_of(**pattern, &IUIAutomationSelectionItemPattern::get_CurrentIsSelected, "whether it is selected");
  if (!selected) return selected.take_error();
  if ((*selected != FALSE) == on) return kAlready;
  if (on) return select_alone(invocation, **pattern);
  return invocation.send(Route::kSelection, "SelectionItem.RemoveFromSelection",
                         [&] { return (*pattern)->RemoveFromSelection(); });
}

}  // namespace surehand::uia
