#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

// The titles of a list's columns: a window of its own in the list.
class Header final : public Control {
 public:
  void describe(HWND, Node& node) const override {
    set_type(node, 50034);
    set_legacy(node, 0x21, 0, "");
  }

  void add_items(HWND window, json::Array& children) const override {
    const auto count = static_cast<int>(SendMessageW(window, HDM_GETITEMCOUNT, 0, 0));
    for (int i = 0; i < count; ++i) {
      wchar_t text[256] = L"";
      HDITEMW column{};
      column.mask = HDI_TEXT;
      column.pszText = text;
      column.cchTextMax = 256;
      SendMessageW(window, HDM_GETITEMW, static_cast<WPARAM>(i), reinterpret_cast<LPARAM>(&column));
      RECT rect{};
      SendMessageW(window, HDM_GETITEMRECT, static_cast<WPARAM>(i), reinterpret_cast<LPARAM>(&rect));
      MapWindowPoints(window, nullptr, reinterpret_cast<POINT*>(&rect), 2);
      Node item = item_node(window, {4, i}, 50035, narrow(text), rect);
      set_legacy(item, 0x19, 0, "");
      children.push_back(std::move(item));
    }
  }

  Answer act(HWND, const RuntimeId&, const std::string&, const json::Array&) const override {
    return {kNotSupported, {}};
  }
};

}  // namespace

const Control& header_control() {
  static const Header control;
  return control;
}

}  // namespace surehand::simulator
