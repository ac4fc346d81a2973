#include <cstring>

#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

// An item's handle has 64 bits, a runtime id numbers of 32.
RuntimeId id_of_item(HTREEITEM item) {
  const auto bits = reinterpret_cast<uint64_t>(item);
  return {3, static_cast<int>(bits & 0xffffffff), static_cast<int>(bits >> 32)};
}
HTREEITEM item_of_id(const RuntimeId& id) {
  return reinterpret_cast<HTREEITEM>(static_cast<uint64_t>(static_cast<uint32_t>(id[1])) |
                                     static_cast<uint64_t>(static_cast<uint32_t>(id[2])) << 32);
}

HTREEITEM next_of(HWND window, WPARAM relation, HTREEITEM item) {
  return reinterpret_cast<HTREEITEM>(SendMessageW(window, TVM_GETNEXTITEM, relation, reinterpret_cast<LPARAM>(item)));
}

class TreeView final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50023);
    node.set("Name", label_of(window));
    add_pattern(node, "Selection");
    set_legacy(node, 0x23, 0, "");
  }

  void add_items(HWND window, json::Array& children) const override {
    add_below(window, next_of(window, TVGN_ROOT, nullptr), 1, children);
  }

  Answer act(HWND window, const RuntimeId& id, const std::string& what, const json::Array&) const override {
    if (id.size() != 3) return {kNotSupported, {}};
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    const auto item = reinterpret_cast<LPARAM>(item_of_id(id));
    if (what == "SelectionItem.Select") {
      SendMessageW(window, TVM_SELECTITEM, TVGN_CARET, item);
    } else if (what == "ExpandCollapse.Expand" || what == "ExpandCollapse.Collapse") {
      SendMessageW(window, TVM_EXPAND, what == "ExpandCollapse.Expand" ? TVE_EXPAND : TVE_COLLAPSE, item);
    } else if (what == "ScrollItem.ScrollIntoView") {
      SendMessageW(window, TVM_ENSUREVISIBLE, 0, item);
    } else {
      return {kNotSupported, {}};
    }
    return {};
  }

 private:
  static void add_below(HWND window, HTREEITEM item, int level, json::Array& children) {
    for (; item; item = next_of(window, TVGN_NEXT, item)) {
      wchar_t text[256] = L"";
      TVITEMEXW entry{};
      entry.mask = TVIF_TEXT | TVIF_STATE | TVIF_CHILDREN | TVIF_HANDLE;
      entry.hItem = item;
      entry.stateMask = TVIS_EXPANDED | TVIS_SELECTED;
      entry.pszText = text;
      entry.cchTextMax = 256;
      SendMessageW(window, TVM_GETITEMW, 0, reinterpret_cast<LPARAM>(&entry));
      RECT rect{};
      std::memcpy(&rect, &item, sizeof item);  // which item it is to be of
      const bool shows = SendMessageW(window, TVM_GETITEMRECT, TRUE, reinterpret_cast<LPARAM>(&rect)) != 0;
      if (!shows) rect = {};
      MapWindowPoints(window, nullptr, reinterpret_cast<POINT*>(&rect), 2);
      Node node = item_node(window, id_of_item(item), 50024, narrow(text), rect);
      if (!shows) put(node, "IsOffscreen", true);
      const bool selected = (entry.state & TVIS_SELECTED) != 0;
      const bool expanded = (entry.state & TVIS_EXPANDED) != 0;
      add_pattern(node, "SelectionItem");
      add_pattern(node, "ScrollItem");
      add_pattern(node, "ExpandCollapse");
      node.set("SelectionItem.IsSelected", selected);
      node.set("ExpandCollapse.State", entry.cChildren == 0 ? 3 : expanded ? 1 : 0);
      node.set("Level", level);
      set_legacy(node, 0x24, selected ? 0x2 : 0, entry.cChildren == 0 ? "" : expanded ? "Collapse" : "Expand");
      // What a closed item would show does not exist for a client.
      if (expanded) {
        json::Array below;
        add_below(window, next_of(window, TVGN_CHILD, item), level + 1, below);
        node.set("children", std::move(below));
      }
      children.push_back(std::move(node));
    }
  }
};

}  // namespace

const Control& tree_view_control() {
  static const TreeView control;
  return control;
}

}  // namespace surehand::simulator
