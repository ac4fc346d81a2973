#include "platform/windows/invoke.h"

#include <optional>
#include <string>
#include <utility>

#include "core/text/utf16.h"
#include "platform/windows/applications.h"
#include "platform/windows/com/bstr.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/errors.h"
#include "platform/windows/identity.h"
#include "platform/windows/invoke/invocation.h"
#include "platform/windows/invoke/scroll.h"
#include "platform/windows/invoke/selection.h"
#include "platform/windows/permissions.h"
#include "platform/windows/read/blocked.h"
#include "platform/windows/read/plain_controls.h"
#include "platform/windows/text_ranges.h"

namespace surehand::uia {
namespace {

Result<Dispatch> expand(const Invocation& invocation, bool open) {
  const char* const what = open ? "expand it" : "collapse it";
  SUREHAND_TRY(pattern, invocation.needed<IUIAutomationExpandCollapsePattern>(pattern::kExpandCollapse, what));
  SUREHAND_TRY(state, state_of(**pattern, &IUIAutomationExpandCollapsePattern::get_CurrentExpandCollapseState,
                               "whether it is expanded"));
  if (*state == ExpandCollapseState_LeafNode) return Invocation::unsupported(what);
  // What is so already is an error to some (WPF, Gecko).
  if ((*state == ExpandCollapseState_Expanded) == open) return kAlready;
  return open ? invocation.send(Route::kAction, "Expand", [&] { return (*pattern)->Expand(); })
              : invocation.send(Route::kAction, "Collapse", [&] { return (*pattern)->Collapse(); });
}

Result<Dispatch> toggle(const Invocation& invocation) {
  SUREHAND_TRY(pattern, invocation.needed<IUIAutomationTogglePattern>(pattern::kToggle, "toggle it"));
  return invocation.send(Route::kAction, "Toggle", [&] { return (*pattern)->Toggle(); });
}

// UI Automation makes the legacy pattern of everything, and only what says what it does by default does anything.
Result<Dispatch> default_action(const Invocation& invocation) {
  constexpr const char* kWhat = "press it";
  SUREHAND_TRY(pattern, invocation.needed<IUIAutomationLegacyIAccessiblePattern>(pattern::kLegacyIAccessible, kWhat));
  Bstr name;
  const HRESULT result = (*pattern)->get_CurrentDefaultAction(name.put());
  if (FAILED(result) && !is_unsupported(result)) return read_failed(result, "read what the element does by default");
  if (name.str().empty()) return Invocation::unsupported(kWhat);
  return invocation.send(Route::kAction, "DoDefaultAction", [&] { return (*pattern)->DoDefaultAction(); });
}

// What a click in the middle of it does. An item of a tree is selected by that; its arrow is what opens it.
Result<Dispatch> press(const Invocation& invocation) {
  SUREHAND_TRY(button, invocation.offered<IUIAutomationInvokePattern>(pattern::kInvoke));
  if (*button) return invocation.send(Route::kAction, "Invoke", [&] { return (*button)->Invoke(); });

  SUREHAND_TRY(check, invocation.offered<IUIAutomationTogglePattern>(pattern::kToggle));
  if (*check) return invocation.send(Route::kAction, "Toggle", [&] { return (*check)->Toggle(); });

  SUREHAND_TRY(item, invocation.offered<IUIAutomationSelectionItemPattern>(pattern::kSelectionItem));
  if (*item && invocation.facts().control_type == control::kTreeItem) return select_alone(invocation, **item);

  SUREHAND_TRY(opener, invocation.offered<IUIAutomationExpandCollapsePattern>(pattern::kExpandCollapse));
  if (*opener) {
    SUREHAND_TRY(state, state_of(**opener, &IUIAutomationExpandCollapsePattern::get_CurrentExpandCollapseState,
                                 "whether it is expanded"));
    if (*state != ExpandCollapseState_LeafNode) return expand(invocation, *state != ExpandCollapseState_Expanded);
  }
  if (*item) return select_alone(invocation, **item);
  return default_action(invocation);
}

// Some have their text in MSAA alone (RichEdit before Windows 10 2004, older grids).
Result<Dispatch> set_legacy_text(const Invocation& invocation, const std::string& text) {
  constexpr const char* kWhat = "set its text";
  if (invocation.facts().legacy_state & legacy::kReadonly) return Invocation::unsupported(kWhat);
  SUREHAND_TRY(pattern, invocation.needed<IUIAutomationLegacyIAccessiblePattern>(pattern::kLegacyIAccessible, kWhat));
  const Bstr value(text);
  return invocation.send(Route::kText, "LegacyIAccessible.SetValue", [&] { return (*pattern)->SetValue(value.get()); });
}

Result<Dispatch> set_text(const Invocation& invocation, const std::string& text) {
  SUREHAND_TRY(pattern, invocation.offered<IUIAutomationValuePattern>(pattern::kValue));
  if (!*pattern) return set_legacy_text(invocation, text);
  SUREHAND_TRY(fixed,
               state_of(**pattern, &IUIAutomationValuePattern::get_CurrentIsReadOnly, "whether it can be edited"));
  if (*fixed) return Error{ErrorCode::kNotActionable, "the element's text is read-only", {}};
  const Bstr value(text);
  return invocation.send(Route::kText, "Value.SetValue", [&] { return (*pattern)->SetValue(value.get()); });
}

Result<Dispatch> set_value(const Invocation& invocation, double value) {
  SUREHAND_TRY(pattern, invocation.needed<IUIAutomationRangeValuePattern>(pattern::kRangeValue, "set its value"));
  double least = 0, most = 0;
  // Both are 0 where a provider knows of no limits (Chromium's number fields).
  if (SUCCEEDED((*pattern)->get_CurrentMinimum(&least)) && SUCCEEDED((*pattern)->get_CurrentMaximum(&most)) &&
      least < most && (value < least || value > most)) {
    json::Value details;
    details.set("minimum", least).set("maximum", most);
    std::string range;
    json::append_number(range, least);
    range += " to ";
    json::append_number(range, most);
    return Error{ErrorCode::kInvalidArgument, "the element takes values from " + range, std::move(details)};
  }
  return invocation.send(Route::kValue, "RangeValue.SetValue", [&] { return (*pattern)->SetValue(value); });
}

Result<Dispatch> select_text(const Invocation& invocation, size_t start, size_t end) {
  constexpr const char* kWhat = "place a caret in it";
  SUREHAND_TRY(pattern, invocation.needed<IUIAutomationTextPattern>(pattern::kText, kWhat));
  auto range = part_of_text(**pattern, {start, end}, kWhat);
  if (!range) return range.take_error();
  auto done = invocation.send(Route::kText, "TextRange.Select", [&] { return (*range)->Select(); });
  // No tree shows it: what the provider says it selected is what there is.
  if (done) {
    ComPtr<IUIAutomationTextRangeArray> selected;
    ComPtr<IUIAutomationTextRange> now;
    BOOL same = FALSE;
    if (SUCCEEDED((*pattern)->GetSelection(selected.put())) && selected &&
        SUCCEEDED(selected->GetElement(0, now.put())) && now && SUCCEEDED(now->Compare(range->get(), &same))) {
      done->confirmed = same != FALSE;
    }
  }
  return done;
}

// What is before and behind the selection of a text.
Result<std::pair<std::string, std::string>> around_selection(IUIAutomationTextPattern& pattern) {
  ComPtr<IUIAutomationTextRange> before, selected, after;
  ComPtr<IUIAutomationTextRangeArray> selection;
  Bstr head, tail;
  HRESULT result = pattern.get_DocumentRange(before.put());
  if (SUCCEEDED(result)) result = before ? before->Clone(after.put()) : E_POINTER;
  if (SUCCEEDED(result)) result = pattern.GetSelection(selection.put());
  if (SUCCEEDED(result)) result = selection ? selection->GetElement(0, selected.put()) : E_POINTER;
  // Nothing is selected, not even a caret: it does not say where that would be.
  if (result == E_POINTER || (SUCCEEDED(result) && (!after || !selected))) {
    return Invocation::unsupported("insert a text at its caret");
  }
  if (SUCCEEDED(result)) {
    result = before->MoveEndpointByRange(TextPatternRangeEndpoint_End, selected.get(), TextPatternRangeEndpoint_Start);
  }
  if (SUCCEEDED(result)) {
    result = after->MoveEndpointByRange(TextPatternRangeEndpoint_Start, selected.get(), TextPatternRangeEndpoint_End);
  }
  if (SUCCEEDED(result)) result = before->GetText(-1, head.put());
  if (SUCCEEDED(result)) result = after->GetText(-1, tail.put());
  if (FAILED(result)) return read_failed(result, "read the text around the caret");
  return std::pair(head.str(), tail.str());
}

// There is no such call: the whole text is set, with what is wanted in the place of what is selected, and the caret put behind it.
Result<Dispatch> insert_text(const Invocation& invocation, const std::string& text) {
  constexpr const char* kWhat = "insert a text at its caret";
  // What a password field says its text is would be written back over what it is.
  if (invocation.facts().password)
    return Invocation::unsupported(std::string(kWhat) + ", as it does not tell its text");
  SUREHAND_TRY(pattern, invocation.needed<IUIAutomationTextPattern>(pattern::kText, kWhat));
  SUREHAND_TRY(value, invocation.needed<IUIAutomationValuePattern>(pattern::kValue, kWhat));
  SUREHAND_TRY(around, around_selection(**pattern));
  const auto& [head, tail] = *around;
  const std::string whole = head + text + tail;
  auto done = set_text(invocation, whole);
  if (!done || done->route == Route::kNone) return done;
  Bstr now;
  done->confirmed = SUCCEEDED((*value)->get_CurrentValue(now.put())) && now.str() == whole;
  const size_t caret = utf16::units(head) + utf16::units(text);
  (void)select_text(invocation, caret, caret);
  return done;
}

Result<Dispatch> focus(const Invocation& invocation) {
  return invocation.send(Route::kFocus, "SetFocus", [&] { return invocation.element().SetFocus(); });
}

Result<Dispatch> show_menu(const Invocation& invocation) {
  const auto third = invocation.as<IUIAutomationElement3>();
  if (!third) return Invocation::unsupported("show its menu");
  return invocation.send(Route::kAction, "ShowContextMenu", [&] { return third->ShowContextMenu(); });
}

// What `action_names` says that there is, but for what takes a value.
Result<Dispatch> named(const Invocation& invocation, const std::string& name) {
  const std::string what = "do `" + name + "`";
  if (name == "Invoke") {
    SUREHAND_TRY(pattern, invocation.needed<IUIAutomationInvokePattern>(pattern::kInvoke, what));
    return invocation.send(Route::kAction, "Invoke", [&] { return (*pattern)->Invoke(); });
  }
  if (name == "Toggle") return toggle(invocation);
  if (name == "Select") return select(invocation, true);
  if (name == "Expand" || name == "Collapse") return expand(invocation, name == "Expand");
  if (name == "ScrollIntoView") return scroll_into_view(invocation);
  if (name == "DoDefaultAction") return default_action(invocation);
  if (name == "Realize") {
    SUREHAND_TRY(pattern, invocation.needed<IUIAutomationVirtualizedItemPattern>(pattern::kVirtualizedItem, what));
    return invocation.send(Route::kAction, "Realize", [&] { return (*pattern)->Realize(); });
  }
  if (name == "Close") {
    SUREHAND_TRY(pattern, invocation.needed<IUIAutomationWindowPattern>(pattern::kWindow, what));
    return invocation.send(Route::kAction, "Close", [&] { return (*pattern)->Close(); });
  }
  return Invocation::unsupported(what);
}

// A button whose process answers UI Automation nothing until another act returns is a window all the same, and its thread, which runs the
// dialog that it is in, takes messages. Nothing for what is no such button.
std::optional<Result<Dispatch>> press_by_message(const ElementHandle& handle, Sending& sending) {
  const auto now = facts_of_control(handle.window());
  if (!now || now->control_type != control::kButton) return std::nullopt;
  if (!handle.likeness() || !(*handle.likeness() == likeness_of(*now))) return std::nullopt;
  if (!now->enabled) return Error{ErrorCode::kNotActionable, "the button is disabled", {}};
  sending.begin(Route::kAction, "BM_CLICK");
  const bool posted = PostMessageW(handle.window(), BM_CLICK, 0, 0) != FALSE;
  sending.end();
  if (!posted) return Error{ErrorCode::kPermissionDenied, "Windows lets no message through to the button", {}};
  return Dispatch{Route::kAction, "BM_CLICK"};
}

}  // namespace

Result<Dispatch> invoke_action(Session& session, const Element& element, const Action& action, Sending& sending,
                               const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  SUREHAND_TRY(application, application_of(session, element.app_key));
  SUREHAND_TRY(client, (*application)->client.get());
  if (action.kind == ActionKind::kPress) {
    SUREHAND_TRY(handle, handle_of(session, element));
    if (handle->window() && is_blocked(**application, **client, handle->window())) {
      if (auto pressed = press_by_message(*handle, sending)) return std::move(*pressed);
    }
  }
  SUREHAND_TRY(found, current_element_of(session, element, limits));
  const Invocation invocation(found.take(), application.take(), client.take(), sending, limits);
  switch (action.kind) {
    case ActionKind::kPress:
      return press(invocation);
    case ActionKind::kShowMenu:
      return show_menu(invocation);
    case ActionKind::kToggle:
      return toggle(invocation);
    case ActionKind::kExpand:
      return expand(invocation, true);
    case ActionKind::kCollapse:
      return expand(invocation, false);
    case ActionKind::kSelect:
      return select(invocation, true);
    case ActionKind::kDeselect:
      return select(invocation, false);
    case ActionKind::kSetText:
      return set_text(invocation, action.text);
    case ActionKind::kInsertText:
      return insert_text(invocation, action.text);
    case ActionKind::kSetValue:
      return set_value(invocation, action.number);
    case ActionKind::kSetCaret:
      return select_text(invocation, static_cast<size_t>(action.number), static_cast<size_t>(action.number));
    case ActionKind::kSelectText:
      return select_text(invocation, action.start, action.end);
    case ActionKind::kFocus:
      return focus(invocation);
    case ActionKind::kScrollIntoView:
      return scroll_into_view(invocation);
    case ActionKind::kNamed:
      return named(invocation, action.name);
  }
  return Invocation::unsupported("do this");
}

}  // namespace surehand::uia
