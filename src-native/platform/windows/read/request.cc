#include "platform/windows/read/request.h"

#include "platform/windows/com/ids.h"
#include "platform/windows/com/variant.h"
#include "platform/windows/errors.h"

namespace surehand::uia {
namespace {

// What tells role, name and states.
constexpr int kAlways[] = {
    property::kRuntimeId,
    property::kControlType,
    property::kName,
    property::kHelpText,  // some have their names there
    property::kAutomationId,
    property::kClassName,
    property::kProcessId,
    property::kNativeWindowHandle,
    property::kFrameworkId,
    property::kBoundingRectangle,
    property::kIsEnabled,
    property::kIsOffscreen,
    property::kHasKeyboardFocus,
    property::kIsKeyboardFocusable,
    property::kIsPassword,
    property::kIsRequiredForForm,
    property::kIsDialog,
    property::kAriaRole,
    property::kAriaProperties,
    property::kHeadingLevel,
    property::kSizeOfSet,
    property::kIsInvokePatternAvailable,
    property::kIsTogglePatternAvailable,
    property::kIsSelectionItemPatternAvailable,
    property::kIsSelectionPatternAvailable,
    property::kIsExpandCollapsePatternAvailable,
    property::kIsValuePatternAvailable,
    property::kIsRangeValuePatternAvailable,
    property::kIsScrollPatternAvailable,
    property::kIsScrollItemPatternAvailable,
    property::kIsWindowPatternAvailable,
    property::kIsGridPatternAvailable,
    property::kIsGridItemPatternAvailable,
    property::kIsTextPatternAvailable,
    property::kIsItemContainerPatternAvailable,
    property::kIsVirtualizedItemPatternAvailable,
    property::kIsLegacyIAccessiblePatternAvailable,
    property::kIsTransformPatternAvailable,
    property::kToggleToggleState,
    property::kExpandCollapseExpandCollapseState,
    property::kSelectionItemIsSelected,
    property::kSelectionCanSelectMultiple,
    property::kValueIsReadOnly,
    property::kRangeValueIsReadOnly,
    property::kScrollHorizontallyScrollable,
    property::kScrollVerticallyScrollable,
    property::kWindowIsModal,
    property::kGridItemRow,
    property::kGridItemColumn,
    property::kGridRowCount,
    property::kGridColumnCount,
    property::kLegacyIAccessibleState,
};

// What tells an element from another that was given its RuntimeId, and whether it is selected: few, as what is looked at right before an
// act is to be done with soon.
constexpr int kTelling[] = {
    property::kControlType,
    property::kName,
    property::kAutomationId,
    property::kClassName,
    property::kIsSelectionItemPatternAvailable,
    property::kSelectionItemIsSelected,
};

// What tells role and name, as far as an element alone does.
constexpr int kNaming[] = {
    property::kRuntimeId, property::kControlType, property::kName,
    property::kAriaRole,  property::kHelpText,    property::kFrameworkId,
};

constexpr int kTexts[] = {property::kValueValue, property::kRangeValueValue};

constexpr int kAttributes[] = {
    property::kLocalizedControlType,
    property::kFullDescription,
    property::kItemStatus,
    property::kAccessKey,
    property::kOrientation,
    property::kLevel,
    property::kPositionInSet,
    property::kRangeValueMinimum,
    property::kRangeValueMaximum,
    property::kRangeValueSmallChange,
    property::kSpreadsheetItemFormula,
};

constexpr int kActions[] = {property::kAcceleratorKey, property::kLegacyIAccessibleDefaultAction};

template <size_t N>
void add(IUIAutomationCacheRequest& request, const int (&properties)[N]) {
  // An older UI Automation refuses what it does not know, and reads the rest.
  for (const int property : properties) request.AddProperty(property);
}

// Of an element alone.
template <size_t N>
Result<ComPtr<IUIAutomationCacheRequest>> request_of(const Client& client, const int (&properties)[N]) {
  ComPtr<IUIAutomationCacheRequest> request;
  const HRESULT result = client->CreateCacheRequest(request.put());
  if (FAILED(result) || !request) return read_failed(result, "make a request to UI Automation");
  add(*request.get(), properties);
  return request;
}

}  // namespace

ComPtr<IUIAutomationCondition> view_of(const Client& client) {
  ComPtr<IUIAutomationCondition> controls, windows, either;
  if (FAILED(client->get_ControlViewCondition(controls.put()))) return nullptr;
  // Chromium keeps a page's <dialog> out of the control view (dump_accessibility_tree, html/dialog).
  const HRESULT made =
      client->CreatePropertyCondition(property::kControlType, Variant::of(control::kWindow), windows.put());
  if (FAILED(made) || FAILED(client->CreateOrCondition(controls.get(), windows.get(), either.put()))) return controls;
  return either;
}

Result<ComPtr<IUIAutomationCacheRequest>> make_telling_request(const Client& client) {
  return request_of(client, kTelling);
}

Result<ComPtr<IUIAutomationCacheRequest>> make_naming_request(const Client& client) {
  auto request = request_of(client, kNaming);
  if (const auto view = view_of(client); request && view) (*request)->put_TreeFilter(view.get());
  return request;
}

Result<ComPtr<IUIAutomationCacheRequest>> make_request(const Client& client, const SnapshotOptions& options,
                                                       TreeScope scope) {
  auto made = request_of(client, kAlways);
  if (!made) return made;
  IUIAutomationCacheRequest& request = **made;
  if (options.text || options.attributes) add(request, kTexts);
  if (options.attributes) add(request, kAttributes);
  if (options.actions) add(request, kActions);
  request.put_TreeScope(scope);
  if (const auto view = view_of(client)) request.put_TreeFilter(view.get());
  return made;
}

}  // namespace surehand::uia
