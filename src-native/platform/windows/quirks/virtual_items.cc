#include "platform/windows/quirks/virtual_items.h"

#include <algorithm>

#include "platform/windows/com/ids.h"

namespace surehand::uia {

void ItemCount::add(const Facts& item) {
  switch (item.control_type) {
    case control::kListItem:
    case control::kTreeItem:
    case control::kDataItem:
    case control::kCustom:
      ++items_;
      break;
    default:
      return;
  }
  rows_ += item.control_type == control::kDataItem || item.control_type == control::kListItem;
  size_of_set_ = std::max(size_of_set_, item.size_of_set);
  placeholder_ = placeholder_ || item.has(kVirtualizedItemPattern);
}

std::optional<std::string> ItemCount::missing_of(const Facts& list) const {
  const auto some_of = [&](int all) {
    return std::to_string(items_) + " of " + std::to_string(all) +
           " items are there; the others when they are scrolled to";
  };
  // A tree's items count those of their own level, and what is below a closed one need not be there.
  const bool is_list = list.control_type == control::kList || list.control_type == control::kDataGrid ||
                       list.control_type == control::kTable || list.control_type == control::kComboBox;
  if (!is_list) return std::nullopt;
  if (size_of_set_ > items_ && items_ > 0) return some_of(size_of_set_);
  // Header rows are no rows of the grid; a grid whose cells are its children has no rows among them.
  if (list.rows && *list.rows > rows_ && rows_ > 0) return some_of(*list.rows);
  if (placeholder_) return "some items are there by name alone until they are scrolled to";
  const bool may_have_more = list.has(kItemContainerPattern) && list.has(kScrollPattern) && list.scrollable;
  if (may_have_more) return "it makes its items when they are scrolled to, and does not say how many there are";
  return std::nullopt;
}

}  // namespace surehand::uia
