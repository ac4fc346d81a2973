#include "platform/windows/read/cached.h"

#include <cmath>

#include "platform/windows/com/ids.h"
#include "platform/windows/com/variant.h"

namespace surehand::uia {
namespace {

struct Offer {
  int property;
  uint32_t pattern;
};

constexpr Offer kOffers[] = {
    {property::kIsInvokePatternAvailable, kInvokePattern},
    {property::kIsTogglePatternAvailable, kTogglePattern},
    {property::kIsSelectionItemPatternAvailable, kSelectionItemPattern},
    {property::kIsSelectionPatternAvailable, kSelectionPattern},
    {property::kIsExpandCollapsePatternAvailable, kExpandCollapsePattern},
    {property::kIsValuePatternAvailable, kValuePattern},
    {property::kIsRangeValuePatternAvailable, kRangeValuePattern},
    {property::kIsScrollPatternAvailable, kScrollPattern},
    {property::kIsScrollItemPatternAvailable, kScrollItemPattern},
    {property::kIsWindowPatternAvailable, kWindowPattern},
    {property::kIsGridPatternAvailable, kGridPattern},
    {property::kIsGridItemPatternAvailable, kGridItemPattern},
    {property::kIsTextPatternAvailable, kTextPattern},
    {property::kIsItemContainerPatternAvailable, kItemContainerPattern},
    {property::kIsVirtualizedItemPatternAvailable, kVirtualizedItemPattern},
    {property::kIsLegacyIAccessiblePatternAvailable, kLegacyPattern},
    {property::kIsTransformPatternAvailable, kTransformPattern},
};

// Level 1 to 9 is 80051 to 80059; 80050 is none.
constexpr int kNoHeading = 80050;

class Reading {
 public:
  explicit Reading(IUIAutomationElement& element) : element_(element) {}

  std::string text(int property) { return ask(property).text().value_or(""); }
  std::optional<std::string> said(int property) { return ask(property).text(); }
  bool flag(int property) { return ask(property).flag().value_or(false); }
  std::optional<bool> answer(int property) { return ask(property).flag(); }
  int number(int property) { return ask(property).integer().value_or(0); }
  std::optional<int> count(int property) { return ask(property).integer(); }
  std::optional<double> real(int property) { return ask(property).number(); }

  // Left, top, width, height. Empty, or all nothing, where there is none; never of use where it is not finite.
  std::optional<Rect> rectangle() {
    const auto sides = ask(property::kBoundingRectangle).numbers();
    if (sides.size() != 4) return std::nullopt;
    for (const double side : sides) {
      if (!std::isfinite(side) || std::abs(side) > 1e6) return std::nullopt;
    }
    const auto whole = [](double side) { return static_cast<int32_t>(std::lround(side)); };
    if (whole(sides[2]) <= 0 || whole(sides[3]) <= 0) return std::nullopt;
    return Rect{whole(sides[0]), whole(sides[1]), whole(sides[2]), whole(sides[3])};
  }

 private:
  const Variant& ask(int property) {
    if (FAILED(element_.GetCachedPropertyValue(property, value_.put()))) value_.put();
    return value_;
  }

  IUIAutomationElement& element_;
  Variant value_;
};

// What a window's style tells that UI Automation does not.
void add_window(Facts& facts) {
  const HWND window = reinterpret_cast<HWND>(static_cast<uintptr_t>(facts.window));
  if (!IsWindow(window)) return;
  facts.window_shows = IsWindowVisible(window) != FALSE;
  const bool is_edit = facts.class_name == "Edit" || facts.class_name.find(".EDIT.") != std::string::npos;
  facts.multiline = is_edit && (GetWindowLongW(window, GWL_STYLE) & ES_MULTILINE) != 0;
}

}  // namespace

Facts facts_of(IUIAutomationElement& element) {
  Reading read(element);
  Facts facts;
  facts.control_type = read.number(property::kControlType);
  for (const Offer& offer : kOffers) {
    if (read.flag(offer.property)) facts.patterns |= offer.pattern;
  }
  facts.legacy_state = static_cast<uint32_t>(read.number(property::kLegacyIAccessibleState));
  facts.pid = read.number(property::kProcessId);
  facts.window = static_cast<uint32_t>(read.number(property::kNativeWindowHandle));

  facts.name = read.text(property::kName);
  facts.id = read.text(property::kAutomationId);
  facts.class_name = read.text(property::kClassName);
  facts.framework = read.text(property::kFrameworkId);
  facts.aria_role = read.text(property::kAriaRole);
  facts.aria_properties = read.text(property::kAriaProperties);
  facts.localized_role = read.text(property::kLocalizedControlType);
  facts.description = read.text(property::kFullDescription);
  facts.help = read.text(property::kHelpText);
  facts.item_status = read.text(property::kItemStatus);
  facts.accelerator = read.text(property::kAcceleratorKey);
  facts.access_key = read.text(property::kAccessKey);
  facts.default_action = read.text(property::kLegacyIAccessibleDefaultAction);
  facts.formula = read.text(property::kSpreadsheetItemFormula);

  facts.bounds = read.rectangle();
  facts.enabled = read.answer(property::kIsEnabled).value_or(true);
  facts.offscreen = read.flag(property::kIsOffscreen);
  facts.focusable = read.flag(property::kIsKeyboardFocusable);
  facts.focused = read.flag(property::kHasKeyboardFocus);
  facts.password = read.flag(property::kIsPassword) || (facts.legacy_state & legacy::kProtected) != 0;
  facts.required = read.flag(property::kIsRequiredForForm);
  facts.dialog = read.flag(property::kIsDialog);

  if (facts.has(kTogglePattern)) facts.toggle = read.count(property::kToggleToggleState);
  if (facts.has(kExpandCollapsePattern)) {
    facts.expansion = read.count(property::kExpandCollapseExpandCollapseState);
  }
  facts.selected = facts.has(kSelectionItemPattern) && read.flag(property::kSelectionItemIsSelected);
  facts.multiselectable = facts.has(kSelectionPattern) && read.flag(property::kSelectionCanSelectMultiple);
  facts.modal = facts.has(kWindowPattern) && read.flag(property::kWindowIsModal);
  facts.scrollable = facts.has(kScrollPattern) && (read.flag(property::kScrollHorizontallyScrollable) ||
                                                   read.flag(property::kScrollVerticallyScrollable));
  if (facts.has(kValuePattern)) {
    facts.value_readonly = read.flag(property::kValueIsReadOnly);
    // A password is not even taken out of what came.
    if (!facts.password) facts.value = read.said(property::kValueValue);
  }
  if (facts.has(kRangeValuePattern)) {
    facts.number_readonly = read.flag(property::kRangeValueIsReadOnly);
    facts.number = read.real(property::kRangeValueValue);
    facts.least = read.real(property::kRangeValueMinimum);
    facts.most = read.real(property::kRangeValueMaximum);
    facts.step = read.real(property::kRangeValueSmallChange);
  }
  if (facts.has(kGridItemPattern)) {
    facts.row = read.count(property::kGridItemRow);
    facts.column = read.count(property::kGridItemColumn);
  }
  if (facts.has(kGridPattern)) {
    facts.rows = read.count(property::kGridRowCount);
    facts.columns = read.count(property::kGridColumnCount);
  }
  facts.orientation = read.number(property::kOrientation);
  facts.level = read.number(property::kLevel);
  facts.position = read.number(property::kPositionInSet);
  facts.size_of_set = read.number(property::kSizeOfSet);
  const int heading = read.number(property::kHeadingLevel) - kNoHeading;
  if (heading >= 1 && heading <= 9) facts.heading = heading;
  if (facts.window != 0) add_window(facts);
  return facts;
}

RuntimeId runtime_id_of(IUIAutomationElement& element) {
  Variant cached;
  if (SUCCEEDED(element.GetCachedPropertyValue(property::kRuntimeId, cached.put()))) {
    auto id = cached.integers();
    if (!id.empty()) return id;
  }
  SafeArray asked;
  if (FAILED(element.GetRuntimeId(asked.put()))) return {};
  return elements_of<int32_t>(asked.get());
}

}  // namespace surehand::uia
