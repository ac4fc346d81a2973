#include "provider/controls/control.h"

#include <algorithm>

namespace surehand::simulator {
namespace {

// Where characters of a field of one line are that is not scrolled.
json::Array rectangle(HWND window, int from, int to) {
  RECT inner{};
  SendMessageW(window, EM_GETRECT, 0, reinterpret_cast<LPARAM>(&inner));
  const auto position = [window](int character) {
    const HDC context = GetDC(window);
    const HGDIOBJ before = SelectObject(context, reinterpret_cast<HGDIOBJ>(SendMessageW(window, WM_GETFONT, 0, 0)));
    const std::wstring text = wide(text_of(window)).substr(0, static_cast<size_t>(character));
    SIZE size{};
    GetTextExtentPoint32W(context, text.c_str(), static_cast<int>(text.size()), &size);
    SelectObject(context, before);
    ReleaseDC(window, context);
    return static_cast<int>(size.cx);
  };
  POINT corner{inner.left + position(from), inner.top};
  ClientToScreen(window, &corner);
  return {static_cast<double>(corner.x), static_cast<double>(corner.y),
          static_cast<double>(position(to) - position(from)), static_cast<double>(inner.bottom - inner.top)};
}

class Edit final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    const LONG style = GetWindowLongW(window, GWL_STYLE);
    const bool multiline = (style & ES_MULTILINE) != 0;
    set_type(node, multiline ? 50030 : 50004);
    node.set("Name", label_of(window));
    node.set("IsPassword", (style & ES_PASSWORD) != 0);
    add_pattern(node, "Value");
    node.set("Value.IsReadOnly", (style & ES_READONLY) != 0);
    // What a real provider refuses to say (E_ACCESSDENIED to the caller) it here says in full: a client has to leave it alone.
    node.set("Value.Value", text_of(window));
    add_pattern(node, "Text");
    DWORD from = 0, to = 0;
    SendMessageW(window, EM_GETSEL, reinterpret_cast<WPARAM>(&from), reinterpret_cast<LPARAM>(&to));
    node.set("Text.Selection", json::Array{static_cast<int>(from), static_cast<int>(to)});
    set_legacy(node, 0x2a, 0, "");
  }

  Answer act(HWND window, const RuntimeId&, const std::string& what, const json::Array& with) const override {
    const LONG style = GetWindowLongW(window, GWL_STYLE);
    if (what == "Value.SetValue" || what == "LegacyIAccessible.SetValue") {
      if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
      if (style & ES_READONLY) return {kInvalidOperation, {}};
      const std::wstring text = wide(with.empty() ? "" : with[0].as_string());
      // A field of several lines does not tell its parent of WM_SETTEXT.
      SendMessageW(window, EM_SETSEL, 0, -1);
      SendMessageW(window, EM_REPLACESEL, TRUE, reinterpret_cast<LPARAM>(text.c_str()));
      return {};
    }
    if (what == "Text.Select" && with.size() == 2) {
      SendMessageW(window, EM_SETSEL, static_cast<WPARAM>(with[0].as_int()), static_cast<LPARAM>(with[1].as_int()));
      return {};
    }
    if (what == "Text.Rectangles" && with.size() == 2) {
      return {S_OK, rectangle(window, with[0].as_int(), with[1].as_int())};
    }
    if (what == "Text.ScrollIntoView") {
      SendMessageW(window, EM_SCROLLCARET, 0, 0);
      return {};
    }
    return {kNotSupported, {}};
  }
};

}  // namespace

const Control& edit_control() {
  static const Edit control;
  return control;
}

}  // namespace surehand::simulator
