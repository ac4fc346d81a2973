#include "platform/windows/read/action_names.h"

namespace surehand::uia {

std::vector<std::string_view> action_names(const Facts& facts) {
  constexpr int kLeaf = 3;
  std::vector<std::string_view> names;
  if (facts.has(kInvokePattern)) names.push_back("Invoke");
  if (facts.has(kTogglePattern)) names.push_back("Toggle");
  if (facts.has(kSelectionItemPattern)) names.push_back("Select");
  if (facts.has(kExpandCollapsePattern) && facts.expansion.value_or(kLeaf) != kLeaf) {
    names.push_back("Expand");
    names.push_back("Collapse");
  }
  if (facts.has(kValuePattern) && !facts.value_readonly) names.push_back("SetValue");
  if (facts.has(kRangeValuePattern) && !facts.number_readonly) names.push_back("SetRangeValue");
  if (facts.has(kScrollItemPattern)) names.push_back("ScrollIntoView");
  if (facts.has(kVirtualizedItemPattern)) names.push_back("Realize");
  if (facts.has(kWindowPattern)) names.push_back("Close");
  // UI Automation makes this of everything; only where it says what it does does it do anything (UIAutomation AHK #51).
  if (!facts.default_action.empty()) names.push_back("DoDefaultAction");
  return names;
}

}  // namespace surehand::uia
