#include "wire/properties.h"

#include <algorithm>

namespace surehand::simulator {
namespace {

constexpr Property kProperties[] = {
    {30000, "RuntimeId", Kind::kIntegers},
    {30001, "BoundingRectangle", Kind::kRectangle},
    {30002, "ProcessId", Kind::kInteger},
    {30003, "ControlType", Kind::kInteger, 50025},
    {30004, "LocalizedControlType", Kind::kText},
    {30005, "Name", Kind::kText},
    {30006, "AcceleratorKey", Kind::kText},
    {30007, "AccessKey", Kind::kText},
    {30008, "HasKeyboardFocus", Kind::kFlag},
    {30009, "IsKeyboardFocusable", Kind::kFlag},
    {30010, "IsEnabled", Kind::kFlag},
    {30011, "AutomationId", Kind::kText},
    {30012, "ClassName", Kind::kText},
    {30013, "HelpText", Kind::kText},
    {30015, "Culture", Kind::kInteger},
    {30016, "IsControlElement", Kind::kFlag, 1},
    {30017, "IsContentElement", Kind::kFlag, 1},
    {30018, "LabeledBy", Kind::kElement},
    {30019, "IsPassword", Kind::kFlag},
    {30020, "NativeWindowHandle", Kind::kInteger},
    {30021, "ItemType", Kind::kText},
    {30022, "IsOffscreen", Kind::kFlag},
    {30023, "Orientation", Kind::kInteger},
    {30024, "FrameworkId", Kind::kText},
    {30025, "IsRequiredForForm", Kind::kFlag},
    {30026, "ItemStatus", Kind::kText},
    {30045, "Value.Value", Kind::kText},
    {30046, "Value.IsReadOnly", Kind::kFlag, 1},
    {30047, "RangeValue.Value", Kind::kNumber},
    {30048, "RangeValue.IsReadOnly", Kind::kFlag, 1},
    {30049, "RangeValue.Minimum", Kind::kNumber},
    {30050, "RangeValue.Maximum", Kind::kNumber},
    {30051, "RangeValue.LargeChange", Kind::kNumber},
    {30052, "RangeValue.SmallChange", Kind::kNumber},
    {30053, "Scroll.HorizontalScrollPercent", Kind::kNumber, -1},
    {30054, "Scroll.HorizontalViewSize", Kind::kNumber, 100},
    {30055, "Scroll.VerticalScrollPercent", Kind::kNumber, -1},
    {30056, "Scroll.VerticalViewSize", Kind::kNumber, 100},
    {30057, "Scroll.HorizontallyScrollable", Kind::kFlag},
    {30058, "Scroll.VerticallyScrollable", Kind::kFlag},
    {30059, "Selection.Selection", Kind::kElements},
    {30060, "Selection.CanSelectMultiple", Kind::kFlag},
    {30061, "Selection.IsSelectionRequired", Kind::kFlag},
    {30062, "Grid.RowCount", Kind::kInteger},
    {30063, "Grid.ColumnCount", Kind::kInteger},
    {30064, "GridItem.Row", Kind::kInteger},
    {30065, "GridItem.Column", Kind::kInteger},
    {30066, "GridItem.RowSpan", Kind::kInteger, 1},
    {30067, "GridItem.ColumnSpan", Kind::kInteger, 1},
    {30068, "GridItem.ContainingGrid", Kind::kElement},
    {30070, "ExpandCollapse.State", Kind::kInteger, 3},
    {30073, "Window.CanMaximize", Kind::kFlag},
    {30074, "Window.CanMinimize", Kind::kFlag},
    {30075, "Window.WindowVisualState", Kind::kInteger},
    {30076, "Window.WindowInteractionState", Kind::kInteger},
    {30077, "Window.IsModal", Kind::kFlag},
    {30078, "Window.IsTopmost", Kind::kFlag},
    {30079, "SelectionItem.IsSelected", Kind::kFlag},
    {30080, "SelectionItem.SelectionContainer", Kind::kElement},
    {30081, "Table.RowHeaders", Kind::kElements},
    {30082, "Table.ColumnHeaders", Kind::kElements},
    {30083, "Table.RowOrColumnMajor", Kind::kInteger, 2},
    {30084, "TableItem.RowHeaderItems", Kind::kElements},
    {30085, "TableItem.ColumnHeaderItems", Kind::kElements},
    {30086, "Toggle.ToggleState", Kind::kInteger, 2},
    {30087, "Transform.CanMove", Kind::kFlag},
    {30088, "Transform.CanResize", Kind::kFlag},
    {30089, "Transform.CanRotate", Kind::kFlag},
    {30091, "LegacyIAccessible.ChildId", Kind::kInteger},
    {30092, "LegacyIAccessible.Name", Kind::kText},
    {30093, "LegacyIAccessible.Value", Kind::kText},
    {30094, "LegacyIAccessible.Description", Kind::kText},
    {30095, "LegacyIAccessible.Role", Kind::kInteger},
    {30096, "LegacyIAccessible.State", Kind::kInteger},
    {30097, "LegacyIAccessible.Help", Kind::kText},
    {30098, "LegacyIAccessible.KeyboardShortcut", Kind::kText},
    {30099, "LegacyIAccessible.Selection", Kind::kElements},
    {30100, "LegacyIAccessible.DefaultAction", Kind::kText},
    {30101, "AriaRole", Kind::kText},
    {30102, "AriaProperties", Kind::kText},
    {30103, "IsDataValidForForm", Kind::kFlag},
    {30104, "ControllerFor", Kind::kElements},
    {30105, "DescribedBy", Kind::kElements},
    {30106, "FlowsTo", Kind::kElements},
    {30107, "ProviderDescription", Kind::kText},
    {30111, "OptimizeForVisualContent", Kind::kFlag},
    {30135, "LiveSetting", Kind::kInteger},
    {30148, "FlowsFrom", Kind::kElements},
    {30150, "IsPeripheral", Kind::kFlag},
    {30152, "PositionInSet", Kind::kInteger},
    {30153, "SizeOfSet", Kind::kInteger},
    {30154, "Level", Kind::kInteger},
    {30157, "LandmarkType", Kind::kInteger},
    {30158, "LocalizedLandmarkType", Kind::kText},
    {30159, "FullDescription", Kind::kText},
    {30173, "HeadingLevel", Kind::kInteger, 80050},
    {30174, "IsDialog", Kind::kFlag},
};

constexpr Pattern kPatterns[] = {
    {10000, "InvokePattern", 30031},
    {10001, "SelectionPattern", 30037},
    {10002, "ValuePattern", 30043},
    {10003, "RangeValuePattern", 30033},
    {10004, "ScrollPattern", 30034},
    {10005, "ExpandCollapsePattern", 30028},
    {10006, "GridPattern", 30030},
    {10007, "GridItemPattern", 30029},
    {10008, "MultipleViewPattern", 30032},
    {10009, "WindowPattern", 30044},
    {10010, "SelectionItemPattern", 30036},
    {10011, "DockPattern", 30027},
    {10012, "TablePattern", 30038},
    {10013, "TableItemPattern", 30039},
    {10014, "TextPattern", 30040},
    {10015, "TogglePattern", 30041},
    {10016, "TransformPattern", 30042},
    {10017, "ScrollItemPattern", 30035},
    {10018, "LegacyIAccessiblePattern", 30090},
    {10019, "ItemContainerPattern", 30108},
    {10020, "VirtualizedItemPattern", 30109},
    {10021, "SynchronizedInputPattern", 30110},
    {10024, "TextPattern2", 30119},
};

template <class Table, class Test>
auto found(const Table& table, Test test) -> decltype(&*std::begin(table)) {
  const auto at = std::find_if(std::begin(table), std::end(table), test);
  return at == std::end(table) ? nullptr : &*at;
}

}  // namespace

const Property* property_of(int id) {
  return found(kProperties, [&](const Property& one) { return one.id == id; });
}
const Pattern* pattern_of(int id) {
  return found(kPatterns, [&](const Pattern& one) { return one.id == id; });
}
const Pattern* pattern_available_by(int property) {
  return found(kPatterns, [&](const Pattern& one) { return one.available == property; });
}

}  // namespace surehand::simulator
