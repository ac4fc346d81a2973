#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

Toolkit toolkit_from_name(std::string_view name) {
  // GTK 4 says `GTK`, atk-bridge in a GTK 3 program (and VCL's gtk3 plugin) says `gtk`.
  if (name == "GTK") return Toolkit::kGtk4;
  if (name == "gtk") return Toolkit::kGtk3;
  if (name == "GAIL") return Toolkit::kGtk3;  // GTK 2, over the same bridge
  if (name == "Qt") return Toolkit::kQt;
  if (name == "Chromium") return Toolkit::kChromium;
  if (name == "Gecko") return Toolkit::kGecko;
  if (name == "J2SE-access-bridge") return Toolkit::kSwing;  // java-atk-wrapper
  return Toolkit::kUnknown;
}

}  // namespace surehand::atspi
