#include "platform/windows/invoke.h"

#include <functional>
#include <string>
#include <utility>

#include "core/text/utf16.h"
#include "platform/windows/com/bstr.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/errors.h"
#include "platform/windows/identity.h"
#include "platform/windows/permissions.h"

namespace surehand::uia {
namespace {

const Dispatch kAlready{Route::kNone, "it was so already", false, false};

// One act on one element, and how it is sent.
class Invocation {
 public:
  Invocation(ComPtr<IUIAutomationElement> element, std::shared_ptr<Client> client, Sending& sending,
             const Limits& limits)
      : element_(std::move(element)), client_(std::move(client)), sending_(sending), limits_(limits) {
    client_->bound(limits_);
  }

  // Null where the element has it not; S_OK with nothing is how UI Automation says that.
  template <class P>
  ComPtr<P> pattern(int id) const {
    ComPtr<P> found;
    element_->GetCurrentPatternAs(id, __uuidof(P), found.put_void());
    return found;
  }
  IUIAutomationElement& element() const { return *element_.get(); }

  // May last as long as what it sets off: a dialog's opener returns when that is closed.
  Result<Dispatch> send(Route route, const char* detail, const std::function<HRESULT()>& act) const {
    if (auto error = limits_.exceeded("the element to be acted on")) return std::move(*error);
    client_->bound(limits_);
    sending_.begin(route, detail);
    const HRESULT result = act();
    sending_.end();
    if (FAILED(result)) return act_failed(result, std::string("call ") + detail);
    return Dispatch{route, detail};
  }

  static Error unsupported(std::string_view what) {
    return {ErrorCode::kUnsupported, "the element offers no way to " + std::string(what), {}};
  }

 private:
  const ComPtr<IUIAutomationElement> element_;
  const std::shared_ptr<Client> client_;
  Sending& sending_;
  const Limits& limits_;
};

// A state that was asked for just before acting on it.
template <class P, class T>
Result<T> state_of(P& pattern, HRESULT (STDMETHODCALLTYPE P::*get)(T*), std::string_view what) {
  T value{};
  const HRESULT result = (pattern.*get)(&value);
  if (FAILED(result)) return read_failed(result, std::string("read ") + std::string(what));
  return value;
}

Result<Dispatch> expand(const Invocation& invocation, bool open) {
  const auto pattern = invocation.pattern<IUIAutomationExpandCollapsePattern>(pattern::kExpandCollapse);
  if (!pattern) return Invocation::unsupported(open ? "expand it" : "collapse it");
  auto state = state_of(*pattern.get(), &IUIAutomationExpandCollapsePattern::get_CurrentExpandCollapseState,
                        "whether it is expanded");
  if (!state) return state.take_error();
  if (*state == ExpandCollapseState_LeafNode) return Invocation::unsupported(open ? "expand it" : "collapse it");
  // What is so already is an error to some (WPF, Gecko).
  if ((*state == ExpandCollapseState_Expanded) == open) return kAlready;
  return open ? invocation.send(Route::kAction, "Expand", [&] { return pattern->Expand(); })
              : invocation.send(Route::kAction, "Collapse", [&] { return pattern->Collapse(); });
}

Result<Dispatch> toggle(const Invocation& invocation) {
  const auto pattern = invocation.pattern<IUIAutomationTogglePattern>(pattern::kToggle);
  if (!pattern) return Invocation::unsupported("toggle it");
  return invocation.send(Route::kAction, "Toggle", [&] { return pattern->Toggle(); });
}

Result<Dispatch> select(const Invocation& invocation, bool on) {
  const auto pattern = invocation.pattern<IUIAutomationSelectionItemPattern>(pattern::kSelectionItem);
  if (!pattern) return Invocation::unsupported(on ? "select it" : "deselect it");
  auto selected =
      state_of(*pattern.get(), &IUIAutomationSelectionItemPattern::get_CurrentIsSelected, "whether it is selected");
  if (!selected) return selected.take_error();
  if ((*selected != FALSE) == on) return kAlready;
  return on ? invocation.send(Route::kSelection, "SelectionItem.Select", [&] { return pattern->Select(); })
            : invocation.send(Route::kSelection, "SelectionItem.RemoveFromSelection",
                              [&] { return pattern->RemoveFromSelection(); });
}

// The last: UI Automation makes this pattern of everything, and only what says what it does by default does anything.
Result<Dispatch> default_action(const Invocation& invocation) {
  const auto pattern = invocation.pattern<IUIAutomationLegacyIAccessiblePattern>(pattern::kLegacyIAccessible);
  Bstr name;
  if (!pattern || FAILED(pattern->get_CurrentDefaultAction(name.put())) || name.str().empty()) {
    return Invocation::unsupported("press it");
  }
  return invocation.send(Route::kAction, "DoDefaultAction", [&] { return pattern->DoDefaultAction(); });
}

Result<Dispatch> press(const Invocation& invocation) {
  if (const auto pattern = invocation.pattern<IUIAutomationInvokePattern>(pattern::kInvoke)) {
    return invocation.send(Route::kAction, "Invoke", [&] { return pattern->Invoke(); });
  }
  if (invocation.pattern<IUIAutomationTogglePattern>(pattern::kToggle)) return toggle(invocation);
  if (const auto pattern = invocation.pattern<IUIAutomationExpandCollapsePattern>(pattern::kExpandCollapse)) {
    ExpandCollapseState state = ExpandCollapseState_LeafNode;
    pattern->get_CurrentExpandCollapseState(&state);
    if (state != ExpandCollapseState_LeafNode) return expand(invocation, state != ExpandCollapseState_Expanded);
  }
  if (const auto pattern = invocation.pattern<IUIAutomationSelectionItemPattern>(pattern::kSelectionItem)) {
    return invocation.send(Route::kSelection, "SelectionItem.Select", [&] { return pattern->Select(); });
  }
  return default_action(invocation);
}

Result<Dispatch> set_text(const Invocation& invocation, const std::string& text) {
  const auto pattern = invocation.pattern<IUIAutomationValuePattern>(pattern::kValue);
  if (!pattern) return Invocation::unsupported("set its text");
  auto fixed = state_of(*pattern.get(), &IUIAutomationValuePattern::get_CurrentIsReadOnly, "whether it can be edited");
  if (!fixed) return fixed.take_error();
  if (*fixed) return Error{ErrorCode::kNotActionable, "the element's text is read-only", {}};
  const Bstr value(text);
  return invocation.send(Route::kText, "Value.SetValue", [&] { return pattern->SetValue(value.get()); });
}

Result<Dispatch> set_value(const Invocation& invocation, double value) {
  const auto pattern = invocation.pattern<IUIAutomationRangeValuePattern>(pattern::kRangeValue);
  if (!pattern) return Invocation::unsupported("set its value");
  double least = 0, most = 0;
  // Both are 0 where a provider knows of no limits (Chromium's number fields).
  if (SUCCEEDED(pattern->get_CurrentMinimum(&least)) && SUCCEEDED(pattern->get_CurrentMaximum(&most)) && least < most &&
      (value < least || value > most)) {
    json::Value details;
    details.set("minimum", least).set("maximum", most);
    std::string range;
    json::append_number(range, least);
    range += " to ";
    json::append_number(range, most);
    return Error{ErrorCode::kInvalidArgument, "the element takes values from " + range, std::move(details)};
  }
  return invocation.send(Route::kValue, "RangeValue.SetValue", [&] { return pattern->SetValue(value); });
}

Result<size_t> length_of(IUIAutomationTextRange& range) {
  Bstr text;
  const HRESULT result = range.GetText(-1, text.put());
  if (FAILED(result)) return read_failed(result, "read the text");
  return static_cast<size_t>(SysStringLen(text.get()));
}

// The end of a range that begins with the text, so many UTF-16 units on. Providers move by characters, of which each counts as it likes
// (a pair of surrogates, CR LF): what was moved is measured and moved back.
Result<Dispatch> select_text(const Invocation& invocation, size_t start, size_t end) {
  const auto pattern = invocation.pattern<IUIAutomationTextPattern>(pattern::kText);
  ComPtr<IUIAutomationTextRange> whole;
  if (!pattern || FAILED(pattern->get_DocumentRange(whole.put())) || !whole) {
    return Invocation::unsupported("place a caret in it");
  }
  auto length = length_of(*whole.get());
  if (!length) return length.take_error();
  if (auto error = beyond_text(end, *length)) return std::move(*error);
  const auto up_to = [&](size_t offset) -> Result<ComPtr<IUIAutomationTextRange>> {
    ComPtr<IUIAutomationTextRange> range;
    HRESULT result = whole->Clone(range.put());
    if (FAILED(result) || !range) return read_failed(result, "place a caret in the text");
    result = range->MoveEndpointByRange(TextPatternRangeEndpoint_End, whole.get(), TextPatternRangeEndpoint_Start);
    int moved = 0;
    if (SUCCEEDED(result) && offset > 0) {
      result =
          range->MoveEndpointByUnit(TextPatternRangeEndpoint_End, TextUnit_Character, static_cast<int>(offset), &moved);
    }
    constexpr int kMostSteps = 64;
    for (int step = 0; SUCCEEDED(result) && step < kMostSteps; ++step) {
      auto now = length_of(*range.get());
      if (!now) return now.take_error();
      if (*now <= offset) break;
      result = range->MoveEndpointByUnit(TextPatternRangeEndpoint_End, TextUnit_Character,
                                         -static_cast<int>((*now - offset + 1) / 2), &moved);
    }
    if (FAILED(result)) return read_failed(result, "place a caret in the text");
    return range;
  };
  auto from = up_to(start), to = up_to(end);
  if (!from) return from.take_error();
  if (!to) return to.take_error();
  const HRESULT joined =
      (*to)->MoveEndpointByRange(TextPatternRangeEndpoint_Start, from->get(), TextPatternRangeEndpoint_End);
  if (FAILED(joined)) return read_failed(joined, "place a caret in the text");
  auto done = invocation.send(Route::kText, "TextRange.Select", [&] { return (*to)->Select(); });
  // No tree shows it: what the provider says it selected is what there is.
  if (done) {
    ComPtr<IUIAutomationTextRangeArray> selected;
    ComPtr<IUIAutomationTextRange> range;
    BOOL same = FALSE;
    if (SUCCEEDED(pattern->GetSelection(selected.put())) && selected &&
        SUCCEEDED(selected->GetElement(0, range.put())) && range && SUCCEEDED(range->Compare(to->get(), &same))) {
      done->confirmed = same != FALSE;
    }
  }
  return done;
}

// There is no such call: the whole text is set, with what is wanted in the place of what is selected, and the caret put behind it.
Result<Dispatch> insert_text(const Invocation& invocation, const std::string& text) {
  const auto pattern = invocation.pattern<IUIAutomationTextPattern>(pattern::kText);
  const auto value = invocation.pattern<IUIAutomationValuePattern>(pattern::kValue);
  ComPtr<IUIAutomationTextRange> before, selected, after;
  ComPtr<IUIAutomationTextRangeArray> selection;
  const bool known = pattern && value && SUCCEEDED(pattern->get_DocumentRange(before.put())) && before &&
                     SUCCEEDED(before->Clone(after.put())) && SUCCEEDED(pattern->GetSelection(selection.put())) &&
                     selection && SUCCEEDED(selection->GetElement(0, selected.put())) && selected &&
                     SUCCEEDED(before->MoveEndpointByRange(TextPatternRangeEndpoint_End, selected.get(),
                                                           TextPatternRangeEndpoint_Start)) &&
                     SUCCEEDED(after->MoveEndpointByRange(TextPatternRangeEndpoint_Start, selected.get(),
                                                          TextPatternRangeEndpoint_End));
  Bstr head, tail;
  if (!known || FAILED(before->GetText(-1, head.put())) || FAILED(after->GetText(-1, tail.put()))) {
    return Invocation::unsupported("insert a text at its caret");
  }
  const std::string whole = head.str() + text + tail.str();
  auto done = set_text(invocation, whole);
  if (!done || done->route == Route::kNone) return done;
  Bstr now;
  done->confirmed = SUCCEEDED(value->get_CurrentValue(now.put())) && now.str() == whole;
  const size_t caret = utf16::units(head.str()) + utf16::units(text);
  (void)select_text(invocation, caret, caret);
  return done;
}

Result<Dispatch> scroll_into_view(const Invocation& invocation) {
  const auto pattern = invocation.pattern<IUIAutomationScrollItemPattern>(pattern::kScrollItem);
  if (!pattern) return Invocation::unsupported("scroll it into view");
  return invocation.send(Route::kScroll, "ScrollItem.ScrollIntoView", [&] { return pattern->ScrollIntoView(); });
}

Result<Dispatch> focus(const Invocation& invocation) {
  return invocation.send(Route::kFocus, "SetFocus", [&] { return invocation.element().SetFocus(); });
}

Result<Dispatch> show_menu(const Invocation& invocation, const ComPtr<IUIAutomationElement>& element) {
  const auto third = element.as<IUIAutomationElement3>();
  if (!third) return Invocation::unsupported("show its menu");
  return invocation.send(Route::kAction, "ShowContextMenu", [&] { return third->ShowContextMenu(); });
}

Result<Dispatch> named(const Invocation& invocation, const std::string& name) {
  if (name == "Invoke") {
    const auto pattern = invocation.pattern<IUIAutomationInvokePattern>(pattern::kInvoke);
    if (pattern) return invocation.send(Route::kAction, "Invoke", [&] { return pattern->Invoke(); });
  }
  if (name == "Toggle") return toggle(invocation);
  if (name == "Select") return select(invocation, true);
  if (name == "Expand" || name == "Collapse") return expand(invocation, name == "Expand");
  if (name == "ScrollIntoView") return scroll_into_view(invocation);
  if (name == "DoDefaultAction") return default_action(invocation);
  if (name == "Realize") {
    const auto pattern = invocation.pattern<IUIAutomationVirtualizedItemPattern>(pattern::kVirtualizedItem);
    if (pattern) return invocation.send(Route::kAction, "Realize", [&] { return pattern->Realize(); });
  }
  if (name == "Close") {
    const auto pattern = invocation.pattern<IUIAutomationWindowPattern>(pattern::kWindow);
    if (pattern) return invocation.send(Route::kAction, "Close", [&] { return pattern->Close(); });
  }
  return Invocation::unsupported("do `" + name + "`");
}

}  // namespace

Result<Dispatch> invoke_action(Session& session, const Element& element, const Action& action, Sending& sending,
                               const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  auto application = application_of(session, element.app_key);
  if (!application) return application.take_error();
  auto found = element_to_act_on(session, element, limits);
  if (!found) return found.take_error();
  auto client = (*application)->client.get();
  if (!client) return client.take_error();
  const Invocation invocation(*found, client.take(), sending, limits);
  switch (action.kind) {
    case ActionKind::kPress:
      return press(invocation);
    case ActionKind::kShowMenu:
      return show_menu(invocation, *found);
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
