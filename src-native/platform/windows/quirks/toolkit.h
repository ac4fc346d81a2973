#pragma once

#include <string>
#include <string_view>

#include "core/seam/application.h"

namespace surehand::uia {

// What draws a window, told by the name of its class: that asks no application.
enum class Toolkit : uint8_t {
  kWin32,
  kWpf,
  kWinForms,
  kWinUi,
  kUwp,
  kQt,
  kChromium,
  kGecko,
  kJava,
  kLibreOffice,
  kGtk,
};

Toolkit toolkit_of_class(std::string_view window_class);
// As users know it: `WPF`, `Qt 6`.
std::string toolkit_name(Toolkit toolkit, std::string_view window_class);
// Whether there is a tree of what its windows show.
bool publishes_tree(Toolkit toolkit);
Pace pace_of(Toolkit toolkit);

}  // namespace surehand::uia
