#include "client/patterns.h"

#include "client/element_array.h"
#include "client/values.h"
#include "platform/windows/com/text.h"

namespace surehand::simulator {
namespace {

// A property of a pattern: get_Current…, get_Cached….
#define PROPERTY(type, name, id)                                                               \
  HRESULT STDMETHODCALLTYPE get_Current##name(type* out) override { return current(id, out); } \
  HRESULT STDMETHODCALLTYPE get_Cached##name(type* out) override { return cached(id, out); }
// GetCurrent…, GetCached….
#define ELEMENTS(name, id)                                                                                          \
  HRESULT STDMETHODCALLTYPE GetCurrent##name(IUIAutomationElementArray** out) override { return current(id, out); } \
  HRESULT STDMETHODCALLTYPE GetCached##name(IUIAutomationElementArray** out) override { return cached(id, out); }

class InvokePattern final : public PatternOf<IUIAutomationInvokePattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Invoke() override { return act("Invoke.Invoke"); }
};

class TogglePattern final : public PatternOf<IUIAutomationTogglePattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Toggle() override { return act("Toggle.Toggle"); }
  PROPERTY(ToggleState, ToggleState, 30086)
};

class ExpandCollapsePattern final : public PatternOf<IUIAutomationExpandCollapsePattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Expand() override { return act("ExpandCollapse.Expand"); }
  HRESULT STDMETHODCALLTYPE Collapse() override { return act("ExpandCollapse.Collapse"); }
  PROPERTY(ExpandCollapseState, ExpandCollapseState, 30070)
};

class SelectionItemPattern final : public PatternOf<IUIAutomationSelectionItemPattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Select() override { return act("SelectionItem.Select"); }
  HRESULT STDMETHODCALLTYPE AddToSelection() override { return act("SelectionItem.AddToSelection"); }
  HRESULT STDMETHODCALLTYPE RemoveFromSelection() override { return act("SelectionItem.RemoveFromSelection"); }
  PROPERTY(BOOL, IsSelected, 30079)
  PROPERTY(IUIAutomationElement*, SelectionContainer, 30080)
};

class SelectionPattern final : public PatternOf<IUIAutomationSelectionPattern> {
 public:
  using PatternOf::PatternOf;
  ELEMENTS(Selection, 30059)
  PROPERTY(BOOL, CanSelectMultiple, 30060)
  PROPERTY(BOOL, IsSelectionRequired, 30061)
};

class ValuePattern final : public PatternOf<IUIAutomationValuePattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE SetValue(BSTR text) override { return act("Value.SetValue", {from_bstr(text)}); }
  PROPERTY(BSTR, Value, 30045)
  PROPERTY(BOOL, IsReadOnly, 30046)
};

class RangeValuePattern final : public PatternOf<IUIAutomationRangeValuePattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE SetValue(double value) override { return act("RangeValue.SetValue", {value}); }
  PROPERTY(double, Value, 30047)
  PROPERTY(BOOL, IsReadOnly, 30048)
  PROPERTY(double, Maximum, 30050)
  PROPERTY(double, Minimum, 30049)
  PROPERTY(double, LargeChange, 30051)
  PROPERTY(double, SmallChange, 30052)
};

class ScrollPattern final : public PatternOf<IUIAutomationScrollPattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Scroll(ScrollAmount horizontal, ScrollAmount vertical) override {
    return act("Scroll.Scroll", {static_cast<int>(horizontal), static_cast<int>(vertical)});
  }
  HRESULT STDMETHODCALLTYPE SetScrollPercent(double horizontal, double vertical) override {
    return act("Scroll.SetScrollPercent", {horizontal, vertical});
  }
  PROPERTY(double, HorizontalScrollPercent, 30053)
  PROPERTY(double, VerticalScrollPercent, 30055)
  PROPERTY(double, HorizontalViewSize, 30054)
  PROPERTY(double, VerticalViewSize, 30056)
  PROPERTY(BOOL, HorizontallyScrollable, 30057)
  PROPERTY(BOOL, VerticallyScrollable, 30058)
};

class ScrollItemPattern final : public PatternOf<IUIAutomationScrollItemPattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE ScrollIntoView() override { return act("ScrollItem.ScrollIntoView"); }
};

class WindowPattern final : public PatternOf<IUIAutomationWindowPattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Close() override { return act("Window.Close"); }
  HRESULT STDMETHODCALLTYPE WaitForInputIdle(int, BOOL* idle) override {
    *idle = TRUE;
    return act("Window.WaitForInputIdle");
  }
  HRESULT STDMETHODCALLTYPE SetWindowVisualState(WindowVisualState state) override {
    return act("Window.SetWindowVisualState", {static_cast<int>(state)});
  }
  PROPERTY(BOOL, CanMaximize, 30073)
  PROPERTY(BOOL, CanMinimize, 30074)
  PROPERTY(BOOL, IsModal, 30077)
  PROPERTY(BOOL, IsTopmost, 30078)
  PROPERTY(WindowVisualState, WindowVisualState, 30075)
  PROPERTY(WindowInteractionState, WindowInteractionState, 30076)
};

class TransformPattern final : public PatternOf<IUIAutomationTransformPattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Move(double x, double y) override { return act("Transform.Move", {x, y}); }
  HRESULT STDMETHODCALLTYPE Resize(double width, double height) override {
    return act("Transform.Resize", {width, height});
  }
  HRESULT STDMETHODCALLTYPE Rotate(double degrees) override { return act("Transform.Rotate", {degrees}); }
  PROPERTY(BOOL, CanMove, 30087)
  PROPERTY(BOOL, CanResize, 30088)
  PROPERTY(BOOL, CanRotate, 30089)
};

class GridPattern final : public PatternOf<IUIAutomationGridPattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE GetItem(int row, int column, IUIAutomationElement** out) override {
    *out = nullptr;
    const Reply reply = element_->act("Grid.GetItem", {row, column});
    if (FAILED(reply.result) || reply.value.is_null()) return reply.result;
    return give(new Element(reply.value, place_of(reply.value, element_->place()), element_->settings()), out);
  }
  PROPERTY(int, RowCount, 30062)
  PROPERTY(int, ColumnCount, 30063)
};

class GridItemPattern final : public PatternOf<IUIAutomationGridItemPattern> {
 public:
  using PatternOf::PatternOf;
  PROPERTY(IUIAutomationElement*, ContainingGrid, 30068)
  PROPERTY(int, Row, 30064)
  PROPERTY(int, Column, 30065)
  PROPERTY(int, RowSpan, 30066)
  PROPERTY(int, ColumnSpan, 30067)
};

class TablePattern final : public PatternOf<IUIAutomationTablePattern> {
 public:
  using PatternOf::PatternOf;
  ELEMENTS(RowHeaders, 30081)
  ELEMENTS(ColumnHeaders, 30082)
  PROPERTY(RowOrColumnMajor, RowOrColumnMajor, 30083)
};

class TableItemPattern final : public PatternOf<IUIAutomationTableItemPattern> {
 public:
  using PatternOf::PatternOf;
  ELEMENTS(RowHeaderItems, 30084)
  ELEMENTS(ColumnHeaderItems, 30085)
};

class ItemContainerPattern final : public PatternOf<IUIAutomationItemContainerPattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE FindItemByProperty(IUIAutomationElement* after, PROPERTYID property, VARIANT value,
                                               IUIAutomationElement** out) override {
    *out = nullptr;
    const Property* known = property_of(property);
    if (property != 0 && !known) return E_INVALIDARG;
    json::Value start;
    if (after) start = to_json(Element::of(after).place().id);
    const Reply reply = element_->act("ItemContainer.FindItemByProperty",
                                      {start, known ? json::Value(known->name) : json::Value(), from_variant(value)});
    if (FAILED(reply.result) || reply.value.is_null()) return reply.result;
    return give(new Element(reply.value, place_of(reply.value, element_->place()), element_->settings()), out);
  }
};

class VirtualizedItemPattern final : public PatternOf<IUIAutomationVirtualizedItemPattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Realize() override { return act("VirtualizedItem.Realize"); }
};

class LegacyIAccessiblePattern final : public PatternOf<IUIAutomationLegacyIAccessiblePattern> {
 public:
  using PatternOf::PatternOf;
  HRESULT STDMETHODCALLTYPE Select(LONG flags) override {
    return act("LegacyIAccessible.Select", {static_cast<int>(flags)});
  }
  HRESULT STDMETHODCALLTYPE DoDefaultAction() override { return act("LegacyIAccessible.DoDefaultAction"); }
  HRESULT STDMETHODCALLTYPE SetValue(LPCWSTR text) override {
    return act("LegacyIAccessible.SetValue", {uia::to_utf8(text ? text : L"")});
  }
  PROPERTY(int, ChildId, 30091)
  PROPERTY(BSTR, Name, 30092)
  PROPERTY(BSTR, Value, 30093)
  PROPERTY(BSTR, Description, 30094)
  PROPERTY(DWORD, Role, 30095)
  PROPERTY(DWORD, State, 30096)
  PROPERTY(BSTR, Help, 30097)
  PROPERTY(BSTR, KeyboardShortcut, 30098)
  ELEMENTS(Selection, 30099)
  PROPERTY(BSTR, DefaultAction, 30100)
  HRESULT STDMETHODCALLTYPE GetIAccessible(IAccessible** out) override {
    *out = nullptr;
    return S_OK;
  }
};

}  // namespace

IUnknown* make_pattern(int pattern, ComPtr<Element> element) {
  switch (pattern) {
    case 10000:
      return new InvokePattern(std::move(element));
    case 10001:
      return new SelectionPattern(std::move(element));
    case 10002:
      return new ValuePattern(std::move(element));
    case 10003:
      return new RangeValuePattern(std::move(element));
    case 10004:
      return new ScrollPattern(std::move(element));
    case 10005:
      return new ExpandCollapsePattern(std::move(element));
    case 10006:
      return new GridPattern(std::move(element));
    case 10007:
      return new GridItemPattern(std::move(element));
    case 10009:
      return new WindowPattern(std::move(element));
    case 10010:
      return new SelectionItemPattern(std::move(element));
    case 10012:
      return new TablePattern(std::move(element));
    case 10013:
      return new TableItemPattern(std::move(element));
    case 10014:
    case 10024:
      return make_text_pattern(std::move(element));
    case 10015:
      return new TogglePattern(std::move(element));
    case 10016:
      return new TransformPattern(std::move(element));
    case 10017:
      return new ScrollItemPattern(std::move(element));
    case 10018:
      return new LegacyIAccessiblePattern(std::move(element));
    case 10019:
      return new ItemContainerPattern(std::move(element));
    case 10020:
      return new VirtualizedItemPattern(std::move(element));
    default:
      return nullptr;
  }
}

}  // namespace surehand::simulator
