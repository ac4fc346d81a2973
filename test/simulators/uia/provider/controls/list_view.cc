#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

std::string cell_text(HWND window, int row, int column) {
  wchar_t text[256] = L"";
  LVITEMW item{};
  item.iSubItem = column;
  item.pszText = text;
  item.cchTextMax = 256;
  SendMessageW(window, LVM_GETITEMTEXTW, static_cast<WPARAM>(row), reinterpret_cast<LPARAM>(&item));
  return narrow(text);
}

class ListView final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    const int columns = columns_of(window);
    set_type(node, columns > 0 ? 50028 : 50008);
    node.set("Name", label_of(window));
    add_pattern(node, "Selection");
    node.set("Selection.CanSelectMultiple", (GetWindowLongW(window, GWL_STYLE) & LVS_SINGLESEL) == 0);
    add_pattern(node, "Grid");
    node.set("Grid.RowCount", rows_of(window));
    node.set("Grid.ColumnCount", columns > 0 ? columns : 1);
    set_legacy(node, 0x21, 0, "");
  }

  void add_items(HWND window, json::Array& children) const override {
    for (int row = 0; row < rows_of(window); ++row) {
      RECT rect{};
      SendMessageW(window, LVM_GETITEMRECT, static_cast<WPARAM>(row), reinterpret_cast<LPARAM>(&rect));
      MapWindowPoints(window, nullptr, reinterpret_cast<POINT*>(&rect), 2);
      Node item = item_node(window, {4, row}, columns_of(window) > 0 ? 50029 : 50007, cell_text(window, row, 0), rect);
      const bool selected = SendMessageW(window, LVM_GETITEMSTATE, static_cast<WPARAM>(row), LVIS_SELECTED) != 0;
      add_pattern(item, "SelectionItem");
      add_pattern(item, "ScrollItem");
      item.set("SelectionItem.IsSelected", selected);
      set_legacy(item, 0x22, selected ? 0x2 : 0, "Double Click");
      json::Array cells;
      for (int column = 0; column < columns_of(window); ++column) {
        RECT place{column == 0 ? LVIR_LABEL : LVIR_BOUNDS, column, 0, 0};
        SendMessageW(window, LVM_GETSUBITEMRECT, static_cast<WPARAM>(row), reinterpret_cast<LPARAM>(&place));
        MapWindowPoints(window, nullptr, reinterpret_cast<POINT*>(&place), 2);
        Node cell = item_node(window, {4, row, column}, 50020, cell_text(window, row, column), place);
        add_pattern(cell, "GridItem");
        cell.set("GridItem.Row", row);
        cell.set("GridItem.Column", column);
        cells.push_back(std::move(cell));
      }
      item.set("children", std::move(cells));
      children.push_back(std::move(item));
    }
  }

  Answer act(HWND window, const RuntimeId& id, const std::string& what, const json::Array&) const override {
    if (id.size() != 2) return {kNotSupported, {}};
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    const auto row = static_cast<WPARAM>(id[1]);
    if (what == "SelectionItem.Select") {
      set_selected(window, static_cast<WPARAM>(-1), false);
      set_selected(window, row, true);
    } else if (what == "SelectionItem.AddToSelection" || what == "SelectionItem.RemoveFromSelection") {
      set_selected(window, row, what == "SelectionItem.AddToSelection");
    } else if (what == "ScrollItem.ScrollIntoView") {
      SendMessageW(window, LVM_ENSUREVISIBLE, row, FALSE);
    } else {
      return {kNotSupported, {}};
    }
    return {};
  }

 private:
  static void set_selected(HWND window, WPARAM row, bool selected) {
    LVITEMW item{};
    item.state = selected ? LVIS_SELECTED | LVIS_FOCUSED : 0;
    item.stateMask = LVIS_SELECTED;
    SendMessageW(window, LVM_SETITEMSTATE, row, reinterpret_cast<LPARAM>(&item));
  }
  static int rows_of(HWND window) { return static_cast<int>(SendMessageW(window, LVM_GETITEMCOUNT, 0, 0)); }
  static int columns_of(HWND window) {
    const auto header = reinterpret_cast<HWND>(SendMessageW(window, LVM_GETHEADER, 0, 0));
    return header ? static_cast<int>(SendMessageW(header, HDM_GETITEMCOUNT, 0, 0)) : 0;
  }
};

}  // namespace

const Control& list_view_control() {
  static const ListView control;
  return control;
}

}  // namespace surehand::simulator
