#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

constexpr int kItem = 1;

struct FindCombo {
  HWND list;
  HWND combo;
};

BOOL CALLBACK look_at(HWND window, LPARAM parameter) {
  auto& wanted = *reinterpret_cast<FindCombo*>(parameter);
  COMBOBOXINFO info{};
  info.cbSize = sizeof info;
  if (class_of(window) == "ComboBox" && GetComboBoxInfo(window, &info) && info.hwndList == wanted.list) {
    wanted.combo = window;
  }
  return wanted.combo == nullptr;
}

BOOL CALLBACK look_in(HWND window, LPARAM parameter) {
  EnumChildWindows(window, look_at, parameter);
  return reinterpret_cast<FindCombo*>(parameter)->combo == nullptr;
}

std::string item_text(HWND list, int index) {
  const LRESULT length = SendMessageW(list, LB_GETTEXTLEN, static_cast<WPARAM>(index), 0);
  if (length < 0) return "";
  std::wstring text(static_cast<size_t>(length) + 1, L'\0');
  SendMessageW(list, LB_GETTEXT, static_cast<WPARAM>(index), reinterpret_cast<LPARAM>(text.data()));
  text.resize(static_cast<size_t>(length));
  return narrow(text);
}

class ListBox final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50008);
    node.set("Name", label_of(window));
    add_pattern(node, "Selection");
    node.set("Selection.CanSelectMultiple", several(window));
    SCROLLINFO bar{};
    bar.cbSize = sizeof bar;
    bar.fMask = SIF_ALL;
    if (GetScrollInfo(window, SB_VERT, &bar) && bar.nMax > bar.nMin) {
      const int hidden = bar.nMax - bar.nMin + 1 - static_cast<int>(bar.nPage);
      add_pattern(node, "Scroll");
      node.set("Scroll.VerticallyScrollable", hidden > 0);
      node.set("Scroll.VerticalScrollPercent", hidden > 0 ? 100.0 * (bar.nPos - bar.nMin) / hidden : -1.0);
      node.set("Scroll.VerticalViewSize", 100.0 * bar.nPage / (bar.nMax - bar.nMin + 1));
    }
    set_legacy(node, 0x21, 0, "");
  }

  void add_items(HWND window, json::Array& children) const override {
    const auto count = static_cast<int>(SendMessageW(window, LB_GETCOUNT, 0, 0));
    for (int i = 0; i < count; ++i) {
      RECT rect{};
      SendMessageW(window, LB_GETITEMRECT, static_cast<WPARAM>(i), reinterpret_cast<LPARAM>(&rect));
      MapWindowPoints(window, nullptr, reinterpret_cast<POINT*>(&rect), 2);
      Node item = item_node(window, {kItem, i}, 50007, item_text(window, i), rect);
      const bool selected = SendMessageW(window, LB_GETSEL, static_cast<WPARAM>(i), 0) > 0;
      item.set("SelectionItem.IsSelected", selected);
      add_pattern(item, "SelectionItem");
      add_pattern(item, "ScrollItem");
      set_legacy(item, 0x22, selected ? 0x2 : 0, "Double Click");
      children.push_back(std::move(item));
    }
  }

  Answer act(HWND window, const RuntimeId& item, const std::string& what, const json::Array& with) const override {
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    if (what == "Scroll.SetScrollPercent" && with.size() == 2) {
      SCROLLINFO bar{};
      bar.cbSize = sizeof bar;
      bar.fMask = SIF_ALL;
      GetScrollInfo(window, SB_VERT, &bar);
      const int hidden = bar.nMax - bar.nMin + 1 - static_cast<int>(bar.nPage);
      if (with[1].as_number() >= 0) {
        SendMessageW(window, LB_SETTOPINDEX, static_cast<WPARAM>(hidden * with[1].as_number() / 100), 0);
      }
      return {};
    }
    if (what == "Scroll.Scroll" && with.size() == 2) {
      static constexpr WPARAM kAmounts[] = {SB_PAGEUP, SB_LINEUP, SB_ENDSCROLL, SB_PAGEDOWN, SB_LINEDOWN};
      SendMessageW(window, WM_VSCROLL, kAmounts[with[1].as_int() % 5], 0);
      return {};
    }
    if (item.size() != 2 || item[1] >= SendMessageW(window, LB_GETCOUNT, 0, 0)) return {kNotSupported, {}};
    const auto index = static_cast<WPARAM>(item[1]);
    if (what == "ScrollItem.ScrollIntoView") {
      SendMessageW(window, LB_SETTOPINDEX, index, 0);
      return {};
    }
    if (what == "SelectionItem.Select" || what == "LegacyIAccessible.Select") {
      select(window, index);
      return {};
    }
    if (what == "SelectionItem.AddToSelection" || what == "SelectionItem.RemoveFromSelection") {
      const bool on = what == "SelectionItem.AddToSelection";
      if (several(window)) {
        SendMessageW(window, LB_SETSEL, on, static_cast<LPARAM>(index));
      } else if (on) {
        return {kInvalidOperation, {}};
      } else {
        SendMessageW(window, LB_SETCURSEL, static_cast<WPARAM>(-1), 0);
        return {};
      }
      notify_parent(window, LBN_SELCHANGE);
      return {};
    }
    return {kNotSupported, {}};
  }

 private:
  static bool several(HWND window) {
    return (GetWindowLongW(window, GWL_STYLE) & (LBS_MULTIPLESEL | LBS_EXTENDEDSEL)) != 0;
  }

  static void select(HWND window, WPARAM index) {
    if (const HWND combo = combo_of(window)) {
      SendMessageW(combo, CB_SETCURSEL, index, 0);
      notify_parent(combo, CBN_SELENDOK);
      notify_parent(combo, CBN_SELCHANGE);
      SendMessageW(combo, CB_SHOWDROPDOWN, FALSE, 0);
    } else if (several(window)) {
      SendMessageW(window, LB_SETSEL, FALSE, -1);
      SendMessageW(window, LB_SETSEL, TRUE, static_cast<LPARAM>(index));
      notify_parent(window, LBN_SELCHANGE);
    } else {
      SendMessageW(window, LB_SETCURSEL, index, 0);
      notify_parent(window, LBN_SELCHANGE);
    }
  }
};

}  // namespace

HWND combo_of(HWND list) {
  FindCombo wanted{list, nullptr};
  if (class_of(list) == "ComboLBox") {
    EnumThreadWindows(GetCurrentThreadId(), look_in, reinterpret_cast<LPARAM>(&wanted));
  }
  return wanted.combo;
}

const Control& list_box_control() {
  static const ListBox control;
  return control;
}

}  // namespace surehand::simulator
