#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

class Static final : public Control {
 public:
  void describe(HWND window, Node& node) const override {
    set_type(node, 50020);
    node.set("Name", without_mnemonic(text_of(window)));
    set_legacy(node, 0x29, 0x40, "");
  }
  Answer act(HWND, const RuntimeId&, const std::string&, const json::Array&) const override {
    return {kNotSupported, {}};
  }
};

}  // namespace

const Control& static_control() {
  static const Static control;
  return control;
}

}  // namespace surehand::simulator
