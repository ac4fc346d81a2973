#pragma once

#include <string>
#include <vector>

#include "core/seam/display.h"
#include "core/seam/element.h"
#include "core/seam/facet.h"
#include "core/seam/foreground.h"
#include "core/seam/image.h"
#include "core/tree/rect.h"

namespace surehand {

// What is on the screen, as the window system sees it.
class Screen : public virtual Facet {
 public:
  // The window that would get a click at a point (screen units), as the window system sees it. It never calls into an
  // application: a window that windows() has not told of since it opened (a popup) has an empty identity, one of a process that
  // no application is known for an empty key, too. NOT_FOUND where there is no window, over the bare desktop.
  virtual Result<Element> window_at(double x, double y, const Limits& limits);
  // Where an application's menus, lists and tooltips show in windows of their own. None where the window system tells of none. Never
  // calls into an application.
  virtual Result<std::vector<Rect>> popups(const std::string& app_key, const Limits& limits);
  // What has the keyboard; NOT_FOUND when nothing has. Never calls into an application.
  virtual Result<Foreground> foreground(const Limits& limits);

  // A picture of an area, a display or a window; of the whole screen where none is said. A window shows as it is on the screen,
  // with what covers it; `covered` asks for itself, UNSUPPORTED where the system keeps no picture of what is covered.
  virtual Result<Image> screenshot(const Capture& capture, const Limits& limits);
  // The screens of this desktop, the primary one first.
  virtual Result<std::vector<Display>> displays(const Limits& limits);
};

}  // namespace surehand
