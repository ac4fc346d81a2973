#pragma once

// What mingw-w64 10 does not declare of UI Automation's client side: interfaces, in the order of their vtables, and enumerations. Facts of
// the binary interface, compared with Microsoft's own metadata (win32metadata); the SDK's <uiautomation.h> says the same. What nothing
// here asks for (proxies, drag, styles, annotations) is named and not declared.
// clang-format off

#include <oaidl.h>
#include <oleacc.h>
#include <unknwn.h>

using PROPERTYID = int;
using PATTERNID = int;
using EVENTID = int;
using CONTROLTYPEID = int;
using TEXTATTRIBUTEID = int;
using LANDMARKTYPEID = int;
using HEADINGLEVELID = int;
using METADATAID = int;
using UIA_HWND = void*;

enum TreeScope {
  TreeScope_Element = 0x1,
  TreeScope_Children = 0x2,
  TreeScope_Descendants = 0x4,
  TreeScope_Parent = 0x8,
  TreeScope_Ancestors = 0x10,
  TreeScope_Subtree = 0x7,
};
enum PropertyConditionFlags {
  PropertyConditionFlags_None = 0x0,
  PropertyConditionFlags_IgnoreCase = 0x1,
};
enum AutomationElementMode {
  AutomationElementMode_None = 0x0,
  AutomationElementMode_Full = 0x1,
};
enum TreeTraversalOptions {
  TreeTraversalOptions_Default = 0x0,
  TreeTraversalOptions_PostOrder = 0x1,
  TreeTraversalOptions_LastToFirstOrder = 0x2,
};
enum ConnectionRecoveryBehaviorOptions {
  ConnectionRecoveryBehaviorOptions_Disabled = 0x0,
  ConnectionRecoveryBehaviorOptions_Enabled = 0x1,
};
enum CoalesceEventsOptions {
  CoalesceEventsOptions_Disabled = 0x0,
  CoalesceEventsOptions_Enabled = 0x1,
};
enum StructureChangeType {
  StructureChangeType_ChildAdded = 0x0,
  StructureChangeType_ChildRemoved = 0x1,
  StructureChangeType_ChildrenInvalidated = 0x2,
  StructureChangeType_ChildrenBulkAdded = 0x3,
  StructureChangeType_ChildrenBulkRemoved = 0x4,
  StructureChangeType_ChildrenReordered = 0x5,
};
enum TextEditChangeType {
  TextEditChangeType_None = 0x0,
  TextEditChangeType_AutoCorrect = 0x1,
  TextEditChangeType_Composition = 0x2,
  TextEditChangeType_CompositionFinalized = 0x3,
  TextEditChangeType_AutoComplete = 0x4,
};
enum OrientationType {
  OrientationType_None = 0x0,
  OrientationType_Horizontal = 0x1,
  OrientationType_Vertical = 0x2,
};
enum ExpandCollapseState {
  ExpandCollapseState_Collapsed = 0x0,
  ExpandCollapseState_Expanded = 0x1,
  ExpandCollapseState_PartiallyExpanded = 0x2,
  ExpandCollapseState_LeafNode = 0x3,
};
enum ScrollAmount {
  ScrollAmount_LargeDecrement = 0x0,
  ScrollAmount_SmallDecrement = 0x1,
  ScrollAmount_NoAmount = 0x2,
  ScrollAmount_LargeIncrement = 0x3,
  ScrollAmount_SmallIncrement = 0x4,
};
enum RowOrColumnMajor {
  RowOrColumnMajor_RowMajor = 0x0,
  RowOrColumnMajor_ColumnMajor = 0x1,
  RowOrColumnMajor_Indeterminate = 0x2,
};
enum ToggleState {
  ToggleState_Off = 0x0,
  ToggleState_On = 0x1,
  ToggleState_Indeterminate = 0x2,
};
enum WindowVisualState {
  WindowVisualState_Normal = 0x0,
  WindowVisualState_Maximized = 0x1,
  WindowVisualState_Minimized = 0x2,
};
enum WindowInteractionState {
  WindowInteractionState_Running = 0x0,
  WindowInteractionState_Closing = 0x1,
  WindowInteractionState_ReadyForUserInteraction = 0x2,
  WindowInteractionState_BlockedByModalWindow = 0x3,
  WindowInteractionState_NotResponding = 0x4,
};
enum TextUnit {
  TextUnit_Character = 0x0,
  TextUnit_Format = 0x1,
  TextUnit_Word = 0x2,
  TextUnit_Line = 0x3,
  TextUnit_Paragraph = 0x4,
  TextUnit_Page = 0x5,
  TextUnit_Document = 0x6,
};
enum TextPatternRangeEndpoint {
  TextPatternRangeEndpoint_Start = 0x0,
  TextPatternRangeEndpoint_End = 0x1,
};
enum SupportedTextSelection {
  SupportedTextSelection_None = 0x0,
  SupportedTextSelection_Single = 0x1,
  SupportedTextSelection_Multiple = 0x2,
};
enum LiveSetting {
  Off = 0x0,
  Polite = 0x1,
  Assertive = 0x2,
};

struct IUIAutomation;
struct IUIAutomation2;
struct IUIAutomation3;
struct IUIAutomation4;
struct IUIAutomation5;
struct IUIAutomation6;
struct IUIAutomationActiveTextPositionChangedEventHandler;
struct IUIAutomationAndCondition;
struct IUIAutomationBoolCondition;
struct IUIAutomationCacheRequest;
struct IUIAutomationChangesEventHandler;
struct IUIAutomationCondition;
struct IUIAutomationElement;
struct IUIAutomationElement2;
struct IUIAutomationElement3;
struct IUIAutomationElement4;
struct IUIAutomationElement5;
struct IUIAutomationElement6;
struct IUIAutomationElement7;
struct IUIAutomationElement8;
struct IUIAutomationElement9;
struct IUIAutomationElementArray;
struct IUIAutomationEventHandler;
struct IUIAutomationEventHandlerGroup;
struct IUIAutomationExpandCollapsePattern;
struct IUIAutomationFocusChangedEventHandler;
struct IUIAutomationGridItemPattern;
struct IUIAutomationGridPattern;
struct IUIAutomationInvokePattern;
struct IUIAutomationItemContainerPattern;
struct IUIAutomationLegacyIAccessiblePattern;
struct IUIAutomationNotCondition;
struct IUIAutomationNotificationEventHandler;
struct IUIAutomationOrCondition;
struct IUIAutomationPropertyChangedEventHandler;
struct IUIAutomationPropertyCondition;
struct IUIAutomationProxyFactory;
struct IUIAutomationProxyFactoryEntry;
struct IUIAutomationProxyFactoryMapping;
struct IUIAutomationRangeValuePattern;
struct IUIAutomationScrollItemPattern;
struct IUIAutomationScrollPattern;
struct IUIAutomationSelectionItemPattern;
struct IUIAutomationSelectionPattern;
struct IUIAutomationStructureChangedEventHandler;
struct IUIAutomationTableItemPattern;
struct IUIAutomationTablePattern;
struct IUIAutomationTextEditTextChangedEventHandler;
struct IUIAutomationTextPattern;
struct IUIAutomationTextPattern2;
struct IUIAutomationTextRange;
struct IUIAutomationTextRange2;
struct IUIAutomationTextRangeArray;
struct IUIAutomationTogglePattern;
struct IUIAutomationTransformPattern;
struct IUIAutomationTreeWalker;
struct IUIAutomationValuePattern;
struct IUIAutomationVirtualizedItemPattern;
struct IUIAutomationWindowPattern;

MIDL_INTERFACE("352ffba8-0973-437c-a61f-f64cafd81df9")
IUIAutomationCondition : public IUnknown {
};

MIDL_INTERFACE("1b4e1f2e-75eb-4d0b-8952-5a69988e2307")
IUIAutomationBoolCondition : public IUIAutomationCondition {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_BooleanValue(BOOL*) = 0;
};

MIDL_INTERFACE("99ebf2cb-5578-4267-9ad4-afd6ea77e94b")
IUIAutomationPropertyCondition : public IUIAutomationCondition {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_PropertyId(PROPERTYID*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_PropertyValue(VARIANT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_PropertyConditionFlags(PropertyConditionFlags*) = 0;
};

MIDL_INTERFACE("a7d0af36-b912-45fe-9855-091ddc174aec")
IUIAutomationAndCondition : public IUIAutomationCondition {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_ChildCount(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetChildrenAsNativeArray(IUIAutomationCondition***, int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetChildren(SAFEARRAY**) = 0;
};

MIDL_INTERFACE("8753f032-3db1-47b5-a1fc-6e34a266c712")
IUIAutomationOrCondition : public IUIAutomationCondition {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_ChildCount(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetChildrenAsNativeArray(IUIAutomationCondition***, int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetChildren(SAFEARRAY**) = 0;
};

MIDL_INTERFACE("f528b657-847b-498c-8896-d52b565407a1")
IUIAutomationNotCondition : public IUIAutomationCondition {
 public:
  virtual HRESULT STDMETHODCALLTYPE GetChild(IUIAutomationCondition**) = 0;
};

MIDL_INTERFACE("b32a92b5-bc25-4078-9c08-d7ee95c48e03")
IUIAutomationCacheRequest : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE AddProperty(PROPERTYID) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddPattern(PATTERNID) = 0;
  virtual HRESULT STDMETHODCALLTYPE Clone(IUIAutomationCacheRequest**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_TreeScope(TreeScope*) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_TreeScope(TreeScope) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_TreeFilter(IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_TreeFilter(IUIAutomationCondition*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_AutomationElementMode(AutomationElementMode*) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_AutomationElementMode(AutomationElementMode) = 0;
};

MIDL_INTERFACE("4042c624-389c-4afc-a630-9df854a541fc")
IUIAutomationTreeWalker : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE GetParentElement(IUIAutomationElement*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetFirstChildElement(IUIAutomationElement*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetLastChildElement(IUIAutomationElement*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetNextSiblingElement(IUIAutomationElement*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetPreviousSiblingElement(IUIAutomationElement*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE NormalizeElement(IUIAutomationElement*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetParentElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetFirstChildElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetLastChildElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetNextSiblingElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetPreviousSiblingElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE NormalizeElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_Condition(IUIAutomationCondition**) = 0;
};

MIDL_INTERFACE("146c3c17-f12e-4e22-8c27-f894b9b79c69")
IUIAutomationEventHandler : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE HandleAutomationEvent(IUIAutomationElement*, EVENTID) = 0;
};

MIDL_INTERFACE("40cd37d4-c756-4b0c-8c6f-bddfeeb13b50")
IUIAutomationPropertyChangedEventHandler : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE HandlePropertyChangedEvent(IUIAutomationElement*, PROPERTYID, VARIANT) = 0;
};

MIDL_INTERFACE("e81d1b4e-11c5-42f8-9754-e7036c79f054")
IUIAutomationStructureChangedEventHandler : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE HandleStructureChangedEvent(IUIAutomationElement*, StructureChangeType, SAFEARRAY*) = 0;
};

MIDL_INTERFACE("c270f6b5-5c69-4290-9745-7a7f97169468")
IUIAutomationFocusChangedEventHandler : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE HandleFocusChangedEvent(IUIAutomationElement*) = 0;
};

MIDL_INTERFACE("fb377fbe-8ea6-46d5-9c73-6499642d3059")
IUIAutomationInvokePattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Invoke() = 0;
};

MIDL_INTERFACE("619be086-1f4e-4ee4-bafa-210128738730")
IUIAutomationExpandCollapsePattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Expand() = 0;
  virtual HRESULT STDMETHODCALLTYPE Collapse() = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentExpandCollapseState(ExpandCollapseState*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedExpandCollapseState(ExpandCollapseState*) = 0;
};

MIDL_INTERFACE("414c3cdc-856b-4f5b-8538-3131c6302550")
IUIAutomationGridPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE GetItem(int, int, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentRowCount(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentColumnCount(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedRowCount(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedColumnCount(int*) = 0;
};

MIDL_INTERFACE("78f8ef57-66c3-4e09-bd7c-e79b2004894d")
IUIAutomationGridItemPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_CurrentContainingGrid(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentRow(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentColumn(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentRowSpan(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentColumnSpan(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedContainingGrid(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedRow(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedColumn(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedRowSpan(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedColumnSpan(int*) = 0;
};

MIDL_INTERFACE("59213f4f-7346-49e5-b120-80555987a148")
IUIAutomationRangeValuePattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE SetValue(double) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentValue(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsReadOnly(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentMaximum(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentMinimum(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentLargeChange(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentSmallChange(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedValue(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsReadOnly(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedMaximum(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedMinimum(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedLargeChange(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedSmallChange(double*) = 0;
};

MIDL_INTERFACE("88f4d42a-e881-459d-a77c-73bbbb7e02dc")
IUIAutomationScrollPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Scroll(ScrollAmount, ScrollAmount) = 0;
  virtual HRESULT STDMETHODCALLTYPE SetScrollPercent(double, double) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentHorizontalScrollPercent(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentVerticalScrollPercent(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentHorizontalViewSize(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentVerticalViewSize(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentHorizontallyScrollable(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentVerticallyScrollable(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedHorizontalScrollPercent(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedVerticalScrollPercent(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedHorizontalViewSize(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedVerticalViewSize(double*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedHorizontallyScrollable(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedVerticallyScrollable(BOOL*) = 0;
};

MIDL_INTERFACE("b488300f-d015-4f19-9c29-bb595e3645ef")
IUIAutomationScrollItemPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE ScrollIntoView() = 0;
};

MIDL_INTERFACE("5ed5202e-b2ac-47a6-b638-4b0bf140d78e")
IUIAutomationSelectionPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE GetCurrentSelection(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentCanSelectMultiple(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsSelectionRequired(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedSelection(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedCanSelectMultiple(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsSelectionRequired(BOOL*) = 0;
};

MIDL_INTERFACE("a8efa66a-0fda-421a-9194-38021f3578ea")
IUIAutomationSelectionItemPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Select() = 0;
  virtual HRESULT STDMETHODCALLTYPE AddToSelection() = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveFromSelection() = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsSelected(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentSelectionContainer(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsSelected(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedSelectionContainer(IUIAutomationElement**) = 0;
};

MIDL_INTERFACE("620e691c-ea96-4710-a850-754b24ce2417")
IUIAutomationTablePattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE GetCurrentRowHeaders(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCurrentColumnHeaders(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentRowOrColumnMajor(RowOrColumnMajor*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedRowHeaders(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedColumnHeaders(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedRowOrColumnMajor(RowOrColumnMajor*) = 0;
};

MIDL_INTERFACE("0b964eb3-ef2e-4464-9c79-61d61737a27e")
IUIAutomationTableItemPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE GetCurrentRowHeaderItems(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCurrentColumnHeaderItems(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedRowHeaderItems(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedColumnHeaderItems(IUIAutomationElementArray**) = 0;
};

MIDL_INTERFACE("94cf8058-9b8d-4ab9-8bfd-4cd0a33c8c70")
IUIAutomationTogglePattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Toggle() = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentToggleState(ToggleState*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedToggleState(ToggleState*) = 0;
};

MIDL_INTERFACE("a9b55844-a55d-4ef0-926d-569c16ff89bb")
IUIAutomationTransformPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Move(double, double) = 0;
  virtual HRESULT STDMETHODCALLTYPE Resize(double, double) = 0;
  virtual HRESULT STDMETHODCALLTYPE Rotate(double) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentCanMove(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentCanResize(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentCanRotate(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedCanMove(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedCanResize(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedCanRotate(BOOL*) = 0;
};

MIDL_INTERFACE("a94cd8b1-0844-4cd6-9d2d-640537ab39e9")
IUIAutomationValuePattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE SetValue(BSTR) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentValue(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsReadOnly(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedValue(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsReadOnly(BOOL*) = 0;
};

MIDL_INTERFACE("0faef453-9208-43ef-bbb2-3b485177864f")
IUIAutomationWindowPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Close() = 0;
  virtual HRESULT STDMETHODCALLTYPE WaitForInputIdle(int, BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE SetWindowVisualState(WindowVisualState) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentCanMaximize(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentCanMinimize(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsModal(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsTopmost(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentWindowVisualState(WindowVisualState*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentWindowInteractionState(WindowInteractionState*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedCanMaximize(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedCanMinimize(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsModal(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsTopmost(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedWindowVisualState(WindowVisualState*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedWindowInteractionState(WindowInteractionState*) = 0;
};

MIDL_INTERFACE("a543cc6a-f4ae-494b-8239-c814481187a8")
IUIAutomationTextRange : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Clone(IUIAutomationTextRange**) = 0;
  virtual HRESULT STDMETHODCALLTYPE Compare(IUIAutomationTextRange*, BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE CompareEndpoints(TextPatternRangeEndpoint, IUIAutomationTextRange*, TextPatternRangeEndpoint, int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE ExpandToEnclosingUnit(TextUnit) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindAttribute(TEXTATTRIBUTEID, VARIANT, BOOL, IUIAutomationTextRange**) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindText(BSTR, BOOL, BOOL, IUIAutomationTextRange**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetAttributeValue(TEXTATTRIBUTEID, VARIANT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetBoundingRectangles(SAFEARRAY**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetEnclosingElement(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetText(int, BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE Move(TextUnit, int, int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE MoveEndpointByUnit(TextPatternRangeEndpoint, TextUnit, int, int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE MoveEndpointByRange(TextPatternRangeEndpoint, IUIAutomationTextRange*, TextPatternRangeEndpoint) = 0;
  virtual HRESULT STDMETHODCALLTYPE Select() = 0;
  virtual HRESULT STDMETHODCALLTYPE AddToSelection() = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveFromSelection() = 0;
  virtual HRESULT STDMETHODCALLTYPE ScrollIntoView(BOOL) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetChildren(IUIAutomationElementArray**) = 0;
};

MIDL_INTERFACE("bb9b40e0-5e04-46bd-9be0-4b601b9afad4")
IUIAutomationTextRange2 : public IUIAutomationTextRange {
 public:
  virtual HRESULT STDMETHODCALLTYPE ShowContextMenu() = 0;
};

MIDL_INTERFACE("ce4ae76a-e717-4c98-81ea-47371d028eb6")
IUIAutomationTextRangeArray : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_Length(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetElement(int, IUIAutomationTextRange**) = 0;
};

MIDL_INTERFACE("32eba289-3583-42c9-9c59-3b6d9a1e9b6a")
IUIAutomationTextPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE RangeFromPoint(POINT, IUIAutomationTextRange**) = 0;
  virtual HRESULT STDMETHODCALLTYPE RangeFromChild(IUIAutomationElement*, IUIAutomationTextRange**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetSelection(IUIAutomationTextRangeArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetVisibleRanges(IUIAutomationTextRangeArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_DocumentRange(IUIAutomationTextRange**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_SupportedTextSelection(SupportedTextSelection*) = 0;
};

MIDL_INTERFACE("506a921a-fcc9-409f-b23b-37eb74106872")
IUIAutomationTextPattern2 : public IUIAutomationTextPattern {
 public:
  virtual HRESULT STDMETHODCALLTYPE RangeFromAnnotation(IUIAutomationElement*, IUIAutomationTextRange**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCaretRange(BOOL*, IUIAutomationTextRange**) = 0;
};

MIDL_INTERFACE("828055ad-355b-4435-86d5-3b51c14a9b1b")
IUIAutomationLegacyIAccessiblePattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Select(LONG) = 0;
  virtual HRESULT STDMETHODCALLTYPE DoDefaultAction() = 0;
  virtual HRESULT STDMETHODCALLTYPE SetValue(LPCWSTR) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentChildId(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentName(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentValue(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentDescription(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentRole(DWORD*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentState(DWORD*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentHelp(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentKeyboardShortcut(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCurrentSelection(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentDefaultAction(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedChildId(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedName(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedValue(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedDescription(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedRole(DWORD*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedState(DWORD*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedHelp(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedKeyboardShortcut(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedSelection(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedDefaultAction(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetIAccessible(IAccessible**) = 0;
};

MIDL_INTERFACE("c690fdb2-27a8-423c-812d-429773c9084e")
IUIAutomationItemContainerPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE FindItemByProperty(IUIAutomationElement*, PROPERTYID, VARIANT, IUIAutomationElement**) = 0;
};

MIDL_INTERFACE("6ba3d7a6-04cf-4f11-8793-a8d1cde9969f")
IUIAutomationVirtualizedItemPattern : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE Realize() = 0;
};

MIDL_INTERFACE("d22108aa-8ac5-49a5-837b-37bbb3d7591e")
IUIAutomationElement : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE SetFocus() = 0;
  virtual HRESULT STDMETHODCALLTYPE GetRuntimeId(SAFEARRAY**) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindFirst(TreeScope, IUIAutomationCondition*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindAll(TreeScope, IUIAutomationCondition*, IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindFirstBuildCache(TreeScope, IUIAutomationCondition*, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindAllBuildCache(TreeScope, IUIAutomationCondition*, IUIAutomationCacheRequest*, IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE BuildUpdatedCache(IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCurrentPropertyValue(PROPERTYID, VARIANT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCurrentPropertyValueEx(PROPERTYID, BOOL, VARIANT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedPropertyValue(PROPERTYID, VARIANT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedPropertyValueEx(PROPERTYID, BOOL, VARIANT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCurrentPatternAs(PATTERNID, REFIID, void**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedPatternAs(PATTERNID, REFIID, void**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCurrentPattern(PATTERNID, IUnknown**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedPattern(PATTERNID, IUnknown**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedParent(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCachedChildren(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentProcessId(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentControlType(CONTROLTYPEID*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentLocalizedControlType(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentName(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentAcceleratorKey(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentAccessKey(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentHasKeyboardFocus(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsKeyboardFocusable(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsEnabled(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentAutomationId(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentClassName(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentHelpText(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentCulture(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsControlElement(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsContentElement(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsPassword(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentNativeWindowHandle(UIA_HWND*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentItemType(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsOffscreen(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentOrientation(OrientationType*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentFrameworkId(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsRequiredForForm(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentItemStatus(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentBoundingRectangle(RECT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentLabeledBy(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentAriaRole(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentAriaProperties(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsDataValidForForm(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentControllerFor(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentDescribedBy(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentFlowsTo(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentProviderDescription(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedProcessId(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedControlType(CONTROLTYPEID*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedLocalizedControlType(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedName(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedAcceleratorKey(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedAccessKey(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedHasKeyboardFocus(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsKeyboardFocusable(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsEnabled(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedAutomationId(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedClassName(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedHelpText(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedCulture(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsControlElement(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsContentElement(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsPassword(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedNativeWindowHandle(UIA_HWND*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedItemType(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsOffscreen(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedOrientation(OrientationType*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedFrameworkId(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsRequiredForForm(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedItemStatus(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedBoundingRectangle(RECT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedLabeledBy(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedAriaRole(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedAriaProperties(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsDataValidForForm(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedControllerFor(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedDescribedBy(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedFlowsTo(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedProviderDescription(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetClickablePoint(POINT*, BOOL*) = 0;
};

MIDL_INTERFACE("6749c683-f70d-4487-a698-5f79d55290d6")
IUIAutomationElement2 : public IUIAutomationElement {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_CurrentOptimizeForVisualContent(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedOptimizeForVisualContent(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentLiveSetting(LiveSetting*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedLiveSetting(LiveSetting*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentFlowsFrom(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedFlowsFrom(IUIAutomationElementArray**) = 0;
};

MIDL_INTERFACE("8471df34-aee0-4a01-a7de-7db9af12c296")
IUIAutomationElement3 : public IUIAutomationElement2 {
 public:
  virtual HRESULT STDMETHODCALLTYPE ShowContextMenu() = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsPeripheral(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsPeripheral(BOOL*) = 0;
};

MIDL_INTERFACE("3b6e233c-52fb-4063-a4c9-77c075c2a06b")
IUIAutomationElement4 : public IUIAutomationElement3 {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_CurrentPositionInSet(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentSizeOfSet(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentLevel(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentAnnotationTypes(SAFEARRAY**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentAnnotationObjects(IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedPositionInSet(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedSizeOfSet(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedLevel(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedAnnotationTypes(SAFEARRAY**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedAnnotationObjects(IUIAutomationElementArray**) = 0;
};

MIDL_INTERFACE("98141c1d-0d0e-4175-bbe2-6bff455842a7")
IUIAutomationElement5 : public IUIAutomationElement4 {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_CurrentLandmarkType(LANDMARKTYPEID*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CurrentLocalizedLandmarkType(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedLandmarkType(LANDMARKTYPEID*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedLocalizedLandmarkType(BSTR*) = 0;
};

MIDL_INTERFACE("4780d450-8bca-4977-afa5-a4a517f555e3")
IUIAutomationElement6 : public IUIAutomationElement5 {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_CurrentFullDescription(BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedFullDescription(BSTR*) = 0;
};

MIDL_INTERFACE("204e8572-cfc3-4c11-b0c8-7da7420750b7")
IUIAutomationElement7 : public IUIAutomationElement6 {
 public:
  virtual HRESULT STDMETHODCALLTYPE FindFirstWithOptions(TreeScope, IUIAutomationCondition*, TreeTraversalOptions, IUIAutomationElement*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindAllWithOptions(TreeScope, IUIAutomationCondition*, TreeTraversalOptions, IUIAutomationElement*, IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindFirstWithOptionsBuildCache(TreeScope, IUIAutomationCondition*, IUIAutomationCacheRequest*, TreeTraversalOptions, IUIAutomationElement*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE FindAllWithOptionsBuildCache(TreeScope, IUIAutomationCondition*, IUIAutomationCacheRequest*, TreeTraversalOptions, IUIAutomationElement*, IUIAutomationElementArray**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetCurrentMetadataValue(int, METADATAID, VARIANT*) = 0;
};

MIDL_INTERFACE("8c60217d-5411-4cde-bcc0-1ceda223830c")
IUIAutomationElement8 : public IUIAutomationElement7 {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_CurrentHeadingLevel(HEADINGLEVELID*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedHeadingLevel(HEADINGLEVELID*) = 0;
};

MIDL_INTERFACE("39325fac-039d-440e-a3a3-5eb81a5cecc3")
IUIAutomationElement9 : public IUIAutomationElement8 {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_CurrentIsDialog(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CachedIsDialog(BOOL*) = 0;
};

MIDL_INTERFACE("14314595-b4bc-4055-95f2-58f2e42c9855")
IUIAutomationElementArray : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_Length(int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetElement(int, IUIAutomationElement**) = 0;
};

MIDL_INTERFACE("c9ee12f2-c13b-4408-997c-639914377f4e")
IUIAutomationEventHandlerGroup : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE AddActiveTextPositionChangedEventHandler(TreeScope, IUIAutomationCacheRequest*, IUIAutomationActiveTextPositionChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddAutomationEventHandler(EVENTID, TreeScope, IUIAutomationCacheRequest*, IUIAutomationEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddChangesEventHandler(TreeScope, int*, int, IUIAutomationCacheRequest*, IUIAutomationChangesEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddNotificationEventHandler(TreeScope, IUIAutomationCacheRequest*, IUIAutomationNotificationEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddPropertyChangedEventHandler(TreeScope, IUIAutomationCacheRequest*, IUIAutomationPropertyChangedEventHandler*, PROPERTYID*, int) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddStructureChangedEventHandler(TreeScope, IUIAutomationCacheRequest*, IUIAutomationStructureChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddTextEditTextChangedEventHandler(TreeScope, TextEditChangeType, IUIAutomationCacheRequest*, IUIAutomationTextEditTextChangedEventHandler*) = 0;
};

MIDL_INTERFACE("30cbe57d-d9d0-452a-ab13-7ac5ac4825ee")
IUIAutomation : public IUnknown {
 public:
  virtual HRESULT STDMETHODCALLTYPE CompareElements(IUIAutomationElement*, IUIAutomationElement*, BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE CompareRuntimeIds(SAFEARRAY*, SAFEARRAY*, BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetRootElement(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE ElementFromHandle(UIA_HWND, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE ElementFromPoint(POINT, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetFocusedElement(IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetRootElementBuildCache(IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE ElementFromHandleBuildCache(UIA_HWND, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE ElementFromPointBuildCache(POINT, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetFocusedElementBuildCache(IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateTreeWalker(IUIAutomationCondition*, IUIAutomationTreeWalker**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ControlViewWalker(IUIAutomationTreeWalker**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ContentViewWalker(IUIAutomationTreeWalker**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_RawViewWalker(IUIAutomationTreeWalker**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_RawViewCondition(IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ControlViewCondition(IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ContentViewCondition(IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateCacheRequest(IUIAutomationCacheRequest**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateTrueCondition(IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateFalseCondition(IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreatePropertyCondition(PROPERTYID, VARIANT, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreatePropertyConditionEx(PROPERTYID, VARIANT, PropertyConditionFlags, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateAndCondition(IUIAutomationCondition*, IUIAutomationCondition*, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateAndConditionFromArray(SAFEARRAY*, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateAndConditionFromNativeArray(IUIAutomationCondition**, int, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateOrCondition(IUIAutomationCondition*, IUIAutomationCondition*, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateOrConditionFromArray(SAFEARRAY*, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateOrConditionFromNativeArray(IUIAutomationCondition**, int, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateNotCondition(IUIAutomationCondition*, IUIAutomationCondition**) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddAutomationEventHandler(EVENTID, IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*, IUIAutomationEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveAutomationEventHandler(EVENTID, IUIAutomationElement*, IUIAutomationEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddPropertyChangedEventHandlerNativeArray(IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*, IUIAutomationPropertyChangedEventHandler*, PROPERTYID*, int) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddPropertyChangedEventHandler(IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*, IUIAutomationPropertyChangedEventHandler*, SAFEARRAY*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemovePropertyChangedEventHandler(IUIAutomationElement*, IUIAutomationPropertyChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddStructureChangedEventHandler(IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*, IUIAutomationStructureChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveStructureChangedEventHandler(IUIAutomationElement*, IUIAutomationStructureChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddFocusChangedEventHandler(IUIAutomationCacheRequest*, IUIAutomationFocusChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveFocusChangedEventHandler(IUIAutomationFocusChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveAllEventHandlers() = 0;
  virtual HRESULT STDMETHODCALLTYPE IntNativeArrayToSafeArray(int*, int, SAFEARRAY**) = 0;
  virtual HRESULT STDMETHODCALLTYPE IntSafeArrayToNativeArray(SAFEARRAY*, int**, int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RectToVariant(RECT, VARIANT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE VariantToRect(VARIANT, RECT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE SafeArrayToRectNativeArray(SAFEARRAY*, RECT**, int*) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateProxyFactoryEntry(IUIAutomationProxyFactory*, IUIAutomationProxyFactoryEntry**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ProxyFactoryMapping(IUIAutomationProxyFactoryMapping**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetPropertyProgrammaticName(PROPERTYID, BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetPatternProgrammaticName(PATTERNID, BSTR*) = 0;
  virtual HRESULT STDMETHODCALLTYPE PollForPotentialSupportedPatterns(IUIAutomationElement*, SAFEARRAY**, SAFEARRAY**) = 0;
  virtual HRESULT STDMETHODCALLTYPE PollForPotentialSupportedProperties(IUIAutomationElement*, SAFEARRAY**, SAFEARRAY**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CheckNotSupported(VARIANT, BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ReservedNotSupportedValue(IUnknown**) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ReservedMixedAttributeValue(IUnknown**) = 0;
  virtual HRESULT STDMETHODCALLTYPE ElementFromIAccessible(IAccessible*, int, IUIAutomationElement**) = 0;
  virtual HRESULT STDMETHODCALLTYPE ElementFromIAccessibleBuildCache(IAccessible*, int, IUIAutomationCacheRequest*, IUIAutomationElement**) = 0;
};

MIDL_INTERFACE("34723aff-0c9d-49d0-9896-7ab52df8cd8a")
IUIAutomation2 : public IUIAutomation {
 public:
  virtual HRESULT STDMETHODCALLTYPE get_AutoSetFocus(BOOL*) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_AutoSetFocus(BOOL) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ConnectionTimeout(DWORD*) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_ConnectionTimeout(DWORD) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_TransactionTimeout(DWORD*) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_TransactionTimeout(DWORD) = 0;
};

MIDL_INTERFACE("73d768da-9b51-4b89-936e-c209290973e7")
IUIAutomation3 : public IUIAutomation2 {
 public:
  virtual HRESULT STDMETHODCALLTYPE AddTextEditTextChangedEventHandler(IUIAutomationElement*, TreeScope, TextEditChangeType, IUIAutomationCacheRequest*, IUIAutomationTextEditTextChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveTextEditTextChangedEventHandler(IUIAutomationElement*, IUIAutomationTextEditTextChangedEventHandler*) = 0;
};

MIDL_INTERFACE("1189c02a-05f8-4319-8e21-e817e3db2860")
IUIAutomation4 : public IUIAutomation3 {
 public:
  virtual HRESULT STDMETHODCALLTYPE AddChangesEventHandler(IUIAutomationElement*, TreeScope, int*, int, IUIAutomationCacheRequest*, IUIAutomationChangesEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveChangesEventHandler(IUIAutomationElement*, IUIAutomationChangesEventHandler*) = 0;
};

MIDL_INTERFACE("25f700c8-d816-4057-a9dc-3cbdee77e256")
IUIAutomation5 : public IUIAutomation4 {
 public:
  virtual HRESULT STDMETHODCALLTYPE AddNotificationEventHandler(IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*, IUIAutomationNotificationEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveNotificationEventHandler(IUIAutomationElement*, IUIAutomationNotificationEventHandler*) = 0;
};

MIDL_INTERFACE("aae072da-29e3-413d-87a7-192dbf81ed10")
IUIAutomation6 : public IUIAutomation5 {
 public:
  virtual HRESULT STDMETHODCALLTYPE CreateEventHandlerGroup(IUIAutomationEventHandlerGroup**) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddEventHandlerGroup(IUIAutomationElement*, IUIAutomationEventHandlerGroup*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveEventHandlerGroup(IUIAutomationElement*, IUIAutomationEventHandlerGroup*) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions*) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions) = 0;
  virtual HRESULT STDMETHODCALLTYPE get_CoalesceEvents(CoalesceEventsOptions*) = 0;
  virtual HRESULT STDMETHODCALLTYPE put_CoalesceEvents(CoalesceEventsOptions) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddActiveTextPositionChangedEventHandler(IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*, IUIAutomationActiveTextPositionChangedEventHandler*) = 0;
  virtual HRESULT STDMETHODCALLTYPE RemoveActiveTextPositionChangedEventHandler(IUIAutomationElement*, IUIAutomationActiveTextPositionChangedEventHandler*) = 0;
};

#ifdef __CRT_UUID_DECL
__CRT_UUID_DECL(IUIAutomationCondition, 0x352ffba8, 0x0973, 0x437c, 0xa6, 0x1f, 0xf6, 0x4c, 0xaf, 0xd8, 0x1d, 0xf9)
__CRT_UUID_DECL(IUIAutomationBoolCondition, 0x1b4e1f2e, 0x75eb, 0x4d0b, 0x89, 0x52, 0x5a, 0x69, 0x98, 0x8e, 0x23, 0x07)
__CRT_UUID_DECL(IUIAutomationPropertyCondition, 0x99ebf2cb, 0x5578, 0x4267, 0x9a, 0xd4, 0xaf, 0xd6, 0xea, 0x77, 0xe9, 0x4b)
__CRT_UUID_DECL(IUIAutomationAndCondition, 0xa7d0af36, 0xb912, 0x45fe, 0x98, 0x55, 0x09, 0x1d, 0xdc, 0x17, 0x4a, 0xec)
__CRT_UUID_DECL(IUIAutomationOrCondition, 0x8753f032, 0x3db1, 0x47b5, 0xa1, 0xfc, 0x6e, 0x34, 0xa2, 0x66, 0xc7, 0x12)
__CRT_UUID_DECL(IUIAutomationNotCondition, 0xf528b657, 0x847b, 0x498c, 0x88, 0x96, 0xd5, 0x2b, 0x56, 0x54, 0x07, 0xa1)
__CRT_UUID_DECL(IUIAutomationCacheRequest, 0xb32a92b5, 0xbc25, 0x4078, 0x9c, 0x08, 0xd7, 0xee, 0x95, 0xc4, 0x8e, 0x03)
__CRT_UUID_DECL(IUIAutomationTreeWalker, 0x4042c624, 0x389c, 0x4afc, 0xa6, 0x30, 0x9d, 0xf8, 0x54, 0xa5, 0x41, 0xfc)
__CRT_UUID_DECL(IUIAutomationEventHandler, 0x146c3c17, 0xf12e, 0x4e22, 0x8c, 0x27, 0xf8, 0x94, 0xb9, 0xb7, 0x9c, 0x69)
__CRT_UUID_DECL(IUIAutomationPropertyChangedEventHandler, 0x40cd37d4, 0xc756, 0x4b0c, 0x8c, 0x6f, 0xbd, 0xdf, 0xee, 0xb1, 0x3b, 0x50)
__CRT_UUID_DECL(IUIAutomationStructureChangedEventHandler, 0xe81d1b4e, 0x11c5, 0x42f8, 0x97, 0x54, 0xe7, 0x03, 0x6c, 0x79, 0xf0, 0x54)
__CRT_UUID_DECL(IUIAutomationFocusChangedEventHandler, 0xc270f6b5, 0x5c69, 0x4290, 0x97, 0x45, 0x7a, 0x7f, 0x97, 0x16, 0x94, 0x68)
__CRT_UUID_DECL(IUIAutomationInvokePattern, 0xfb377fbe, 0x8ea6, 0x46d5, 0x9c, 0x73, 0x64, 0x99, 0x64, 0x2d, 0x30, 0x59)
__CRT_UUID_DECL(IUIAutomationExpandCollapsePattern, 0x619be086, 0x1f4e, 0x4ee4, 0xba, 0xfa, 0x21, 0x01, 0x28, 0x73, 0x87, 0x30)
__CRT_UUID_DECL(IUIAutomationGridPattern, 0x414c3cdc, 0x856b, 0x4f5b, 0x85, 0x38, 0x31, 0x31, 0xc6, 0x30, 0x25, 0x50)
__CRT_UUID_DECL(IUIAutomationGridItemPattern, 0x78f8ef57, 0x66c3, 0x4e09, 0xbd, 0x7c, 0xe7, 0x9b, 0x20, 0x04, 0x89, 0x4d)
__CRT_UUID_DECL(IUIAutomationRangeValuePattern, 0x59213f4f, 0x7346, 0x49e5, 0xb1, 0x20, 0x80, 0x55, 0x59, 0x87, 0xa1, 0x48)
__CRT_UUID_DECL(IUIAutomationScrollPattern, 0x88f4d42a, 0xe881, 0x459d, 0xa7, 0x7c, 0x73, 0xbb, 0xbb, 0x7e, 0x02, 0xdc)
__CRT_UUID_DECL(IUIAutomationScrollItemPattern, 0xb488300f, 0xd015, 0x4f19, 0x9c, 0x29, 0xbb, 0x59, 0x5e, 0x36, 0x45, 0xef)
__CRT_UUID_DECL(IUIAutomationSelectionPattern, 0x5ed5202e, 0xb2ac, 0x47a6, 0xb6, 0x38, 0x4b, 0x0b, 0xf1, 0x40, 0xd7, 0x8e)
__CRT_UUID_DECL(IUIAutomationSelectionItemPattern, 0xa8efa66a, 0x0fda, 0x421a, 0x91, 0x94, 0x38, 0x02, 0x1f, 0x35, 0x78, 0xea)
__CRT_UUID_DECL(IUIAutomationTablePattern, 0x620e691c, 0xea96, 0x4710, 0xa8, 0x50, 0x75, 0x4b, 0x24, 0xce, 0x24, 0x17)
__CRT_UUID_DECL(IUIAutomationTableItemPattern, 0x0b964eb3, 0xef2e, 0x4464, 0x9c, 0x79, 0x61, 0xd6, 0x17, 0x37, 0xa2, 0x7e)
__CRT_UUID_DECL(IUIAutomationTogglePattern, 0x94cf8058, 0x9b8d, 0x4ab9, 0x8b, 0xfd, 0x4c, 0xd0, 0xa3, 0x3c, 0x8c, 0x70)
__CRT_UUID_DECL(IUIAutomationTransformPattern, 0xa9b55844, 0xa55d, 0x4ef0, 0x92, 0x6d, 0x56, 0x9c, 0x16, 0xff, 0x89, 0xbb)
__CRT_UUID_DECL(IUIAutomationValuePattern, 0xa94cd8b1, 0x0844, 0x4cd6, 0x9d, 0x2d, 0x64, 0x05, 0x37, 0xab, 0x39, 0xe9)
__CRT_UUID_DECL(IUIAutomationWindowPattern, 0x0faef453, 0x9208, 0x43ef, 0xbb, 0xb2, 0x3b, 0x48, 0x51, 0x77, 0x86, 0x4f)
__CRT_UUID_DECL(IUIAutomationTextRange, 0xa543cc6a, 0xf4ae, 0x494b, 0x82, 0x39, 0xc8, 0x14, 0x48, 0x11, 0x87, 0xa8)
__CRT_UUID_DECL(IUIAutomationTextRange2, 0xbb9b40e0, 0x5e04, 0x46bd, 0x9b, 0xe0, 0x4b, 0x60, 0x1b, 0x9a, 0xfa, 0xd4)
__CRT_UUID_DECL(IUIAutomationTextRangeArray, 0xce4ae76a, 0xe717, 0x4c98, 0x81, 0xea, 0x47, 0x37, 0x1d, 0x02, 0x8e, 0xb6)
__CRT_UUID_DECL(IUIAutomationTextPattern, 0x32eba289, 0x3583, 0x42c9, 0x9c, 0x59, 0x3b, 0x6d, 0x9a, 0x1e, 0x9b, 0x6a)
__CRT_UUID_DECL(IUIAutomationTextPattern2, 0x506a921a, 0xfcc9, 0x409f, 0xb2, 0x3b, 0x37, 0xeb, 0x74, 0x10, 0x68, 0x72)
__CRT_UUID_DECL(IUIAutomationLegacyIAccessiblePattern, 0x828055ad, 0x355b, 0x4435, 0x86, 0xd5, 0x3b, 0x51, 0xc1, 0x4a, 0x9b, 0x1b)
__CRT_UUID_DECL(IUIAutomationItemContainerPattern, 0xc690fdb2, 0x27a8, 0x423c, 0x81, 0x2d, 0x42, 0x97, 0x73, 0xc9, 0x08, 0x4e)
__CRT_UUID_DECL(IUIAutomationVirtualizedItemPattern, 0x6ba3d7a6, 0x04cf, 0x4f11, 0x87, 0x93, 0xa8, 0xd1, 0xcd, 0xe9, 0x96, 0x9f)
__CRT_UUID_DECL(IUIAutomationElement, 0xd22108aa, 0x8ac5, 0x49a5, 0x83, 0x7b, 0x37, 0xbb, 0xb3, 0xd7, 0x59, 0x1e)
__CRT_UUID_DECL(IUIAutomationElement2, 0x6749c683, 0xf70d, 0x4487, 0xa6, 0x98, 0x5f, 0x79, 0xd5, 0x52, 0x90, 0xd6)
__CRT_UUID_DECL(IUIAutomationElement3, 0x8471df34, 0xaee0, 0x4a01, 0xa7, 0xde, 0x7d, 0xb9, 0xaf, 0x12, 0xc2, 0x96)
__CRT_UUID_DECL(IUIAutomationElement4, 0x3b6e233c, 0x52fb, 0x4063, 0xa4, 0xc9, 0x77, 0xc0, 0x75, 0xc2, 0xa0, 0x6b)
__CRT_UUID_DECL(IUIAutomationElement5, 0x98141c1d, 0x0d0e, 0x4175, 0xbb, 0xe2, 0x6b, 0xff, 0x45, 0x58, 0x42, 0xa7)
__CRT_UUID_DECL(IUIAutomationElement6, 0x4780d450, 0x8bca, 0x4977, 0xaf, 0xa5, 0xa4, 0xa5, 0x17, 0xf5, 0x55, 0xe3)
__CRT_UUID_DECL(IUIAutomationElement7, 0x204e8572, 0xcfc3, 0x4c11, 0xb0, 0xc8, 0x7d, 0xa7, 0x42, 0x07, 0x50, 0xb7)
__CRT_UUID_DECL(IUIAutomationElement8, 0x8c60217d, 0x5411, 0x4cde, 0xbc, 0xc0, 0x1c, 0xed, 0xa2, 0x23, 0x83, 0x0c)
__CRT_UUID_DECL(IUIAutomationElement9, 0x39325fac, 0x039d, 0x440e, 0xa3, 0xa3, 0x5e, 0xb8, 0x1a, 0x5c, 0xec, 0xc3)
__CRT_UUID_DECL(IUIAutomationElementArray, 0x14314595, 0xb4bc, 0x4055, 0x95, 0xf2, 0x58, 0xf2, 0xe4, 0x2c, 0x98, 0x55)
__CRT_UUID_DECL(IUIAutomationEventHandlerGroup, 0xc9ee12f2, 0xc13b, 0x4408, 0x99, 0x7c, 0x63, 0x99, 0x14, 0x37, 0x7f, 0x4e)
__CRT_UUID_DECL(IUIAutomation, 0x30cbe57d, 0xd9d0, 0x452a, 0xab, 0x13, 0x7a, 0xc5, 0xac, 0x48, 0x25, 0xee)
__CRT_UUID_DECL(IUIAutomation2, 0x34723aff, 0x0c9d, 0x49d0, 0x98, 0x96, 0x7a, 0xb5, 0x2d, 0xf8, 0xcd, 0x8a)
__CRT_UUID_DECL(IUIAutomation3, 0x73d768da, 0x9b51, 0x4b89, 0x93, 0x6e, 0xc2, 0x09, 0x29, 0x09, 0x73, 0xe7)
__CRT_UUID_DECL(IUIAutomation4, 0x1189c02a, 0x05f8, 0x4319, 0x8e, 0x21, 0xe8, 0x17, 0xe3, 0xdb, 0x28, 0x60)
__CRT_UUID_DECL(IUIAutomation5, 0x25f700c8, 0xd816, 0x4057, 0xa9, 0xdc, 0x3c, 0xbd, 0xee, 0x77, 0xe2, 0x56)
__CRT_UUID_DECL(IUIAutomation6, 0xaae072da, 0x29e3, 0x413d, 0x87, 0xa7, 0x19, 0x2d, 0xbf, 0x81, 0xed, 0x10)
#endif
