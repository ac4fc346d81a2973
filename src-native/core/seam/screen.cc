#include "core/seam/screen.h"

namespace surehand {

Result<Element> Screen::window_at(double, double, const Limits&) {
  return unsupported("cannot tell which window is at a point");
}

Result<std::vector<Rect>> Screen::popups(const std::string&, const Limits&) { return std::vector<Rect>(); }

Result<Foreground> Screen::foreground(const Limits&) { return unsupported("cannot tell what has the keyboard"); }

Result<Image> Screen::screenshot(const Capture&, const Limits&) { return unsupported("makes no screenshots"); }

Result<std::vector<Display>> Screen::displays(const Limits&) { return unsupported("does not tell its displays"); }

}  // namespace surehand
