#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

class StatusBar final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50017);
    set_legacy(node, 0x17, 0, "");
    add_pattern(node, "Grid");
    node.set("Grid.RowCount", 1);
    node.set("Grid.ColumnCount", parts(window));
  }

  void add_items(HWND window, json::Array& children) const override {
    for (int i = 0; i < parts(window); ++i) {
      wchar_t text[512] = L"";
      SendMessageW(window, SB_GETTEXTW, static_cast<WPARAM>(i), reinterpret_cast<LPARAM>(text));
      RECT rect{};
      SendMessageW(window, SB_GETRECT, static_cast<WPARAM>(i), reinterpret_cast<LPARAM>(&rect));
      MapWindowPoints(window, nullptr, reinterpret_cast<POINT*>(&rect), 2);
      Node part = item_node(window, {5, i}, 50020, narrow(text), rect);
      add_pattern(part, "GridItem");
      part.set("GridItem.Column", i);
      put(part, "IsKeyboardFocusable", false);
      children.push_back(std::move(part));
    }
  }

  Answer act(HWND, const RuntimeId&, const std::string&, const json::Array&) const override {
    return {kNotSupported, {}};
  }

 private:
  static int parts(HWND window) { return static_cast<int>(SendMessageW(window, SB_GETPARTS, 0, 0)); }
};

}  // namespace

const Control& status_bar_control() {
  static const StatusBar control;
  return control;
}

}  // namespace surehand::simulator
