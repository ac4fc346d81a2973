#include "platform/windows/invoke/selection.h"

#include <optional>
#include <string>
#include <utility>

#include "platform/windows/com/ids.h"
#include "platform/windows/com/text.h"
#include "platform/windows/read/cached.h"
#include "platform/windows/win32/list_box.h"

namespace surehand::uia {
namespace {

// WinForms' grids have it in MSAA alone.
Result<Dispatch> select_by_legacy(const Invocation& invocation, bool on) {
  const char* const what = on ? "select it" : "deselect it";
  const uint32_t state = invocation.facts().legacy_state;
  if (!(state & legacy::kSelectable)) return Invocation::unsupported(what);
  SUREHAND_TRY(pattern, invocation.needed<IUIAutomationLegacyIAccessiblePattern>(pattern::kLegacyIAccessible, what));
  if (((state & legacy::kSelected) != 0) == on) return kAlready;
  constexpr LONG kTakeSelection = 0x2, kRemoveSelection = 0x10;  // SELFLAG_…
  return invocation.send(Route::kSelection, "LegacyIAccessible.Select",
                         [&] { return (*pattern)->Select(on ? kTakeSelection : kRemoveSelection); });
}

// The list box that the element is a row of, where a row can be selected by its text. Null for any other.
HWND list_box_of(const Invocation& invocation) {
  if (invocation.facts().control_type != control::kListItem || invocation.facts().name.empty()) return nullptr;
  const RuntimeId id = runtime_id_of(invocation.element());
  const HWND list = window_of(id);
  return list && id.size() > 2 && selects_by_text(list) ? list : nullptr;
}

Result<Dispatch> select_by_text(const Invocation& invocation, HWND list, const std::wstring& text) {
  HRESULT result = E_FAIL;
  auto done = invocation.send(Route::kSelection, "LB_SELECTSTRING",
                              [&] { return result = select_row(list, text, invocation.limits()); });
  if (result != S_FALSE) return done;
  return Error{ErrorCode::kStale, "the row is not in its list any more; nothing was selected", {}};
}

// Another that was given the element's place between the last look at it and its selection, and was selected in its stead. Only of what
// is selected alone: there, what is selected says that nothing else is.
std::optional<Error> selected_instead(const Invocation& invocation) {
  const Likeness before = likeness_of(invocation.facts());
  if (before.name.empty()) return std::nullopt;
  const auto now = invocation.look();
  if (!now || !now->selected || likeness_of(*now) == before) return std::nullopt;
  json::Value details;
  details.set("selected", now->name);
  return Error{
      ErrorCode::kOutcomeUnknown,
      "another element took the place of the one to be selected, and is selected now; look before it is done again",
      std::move(details)}
      .maybe_sent();
}

}  // namespace

Result<Dispatch> select_alone(const Invocation& invocation, IUIAutomationSelectionItemPattern& pattern) {
  if (const HWND list = list_box_of(invocation)) {
    const std::wstring text = to_utf16(invocation.facts().name);
    if (is_only_row(list, text, invocation.limits())) return select_by_text(invocation, list, text);
  }
  auto done = invocation.send(Route::kSelection, "SelectionItem.Select", [&] { return pattern.Select(); });
  if (!done) return done;
  if (auto error = selected_instead(invocation)) return std::move(*error);
  return done;
}

Result<Dispatch> select(const Invocation& invocation, bool on) {
  SUREHAND_TRY(pattern, invocation.offered<IUIAutomationSelectionItemPattern>(pattern::kSelectionItem));
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
