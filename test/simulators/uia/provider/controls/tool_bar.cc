#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

class ToolBar final : public Control {
 public:
  void describe(HWND, Node& node) const override {
    set_type(node, 50021);
    set_legacy(node, 0x16, 0, "");
  }
  Answer act(HWND, const RuntimeId&, const std::string&, const json::Array&) const override {
    return {kNotSupported, {}};
  }
};

}  // namespace

const Control& tool_bar_control() {
  static const ToolBar control;
  return control;
}

}  // namespace surehand::simulator
