#include "platform/windows/quirks/toolkit.h"

namespace surehand::uia {
namespace {

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

struct ToolkitRow {
  std::string_view prefix;
  Toolkit toolkit;
};
constexpr ToolkitRow kToolkitRows[] = {
    {"HwndWrapper[", Toolkit::kWpf},
    {"WindowsForms10.", Toolkit::kWinForms},
    {"WinUIDesktopWin32WindowClass", Toolkit::kWinUi},
    {"ApplicationFrameWindow", Toolkit::kUwp},
    {"Windows.UI.Core.CoreWindow", Toolkit::kUwp},
    {"Qt", Toolkit::kQt},
    {"Chrome_WidgetWin_", Toolkit::kChromium},
    {"Mozilla", Toolkit::kGecko},
    {"SunAwt", Toolkit::kJava},
    {"SAL", Toolkit::kLibreOffice},
    {"gdkWindow", Toolkit::kGtk},
    {"gdkSurface", Toolkit::kGtk},
};

}  // namespace

Toolkit toolkit_of_class(std::string_view window_class) {
  for (const ToolkitRow& row : kToolkitRows) {
    if (begins(window_class, row.prefix)) return row.toolkit;
  }
  return Toolkit::kWin32;
}

std::string toolkit_name(Toolkit toolkit, std::string_view window_class) {
  switch (toolkit) {
    case Toolkit::kWin32:
      return "Win32";
    case Toolkit::kWpf:
      return "WPF";
    case Toolkit::kWinForms:
      return "Windows Forms";
    case Toolkit::kWinUi:
      return "WinUI";
    case Toolkit::kUwp:
      return "UWP";
    case Toolkit::kQt: {
      // `Qt5152QWindowIcon`, `Qt660QWindowIcon`; of Qt 4 it was `QWidget` alone.
      const bool numbered = window_class.size() > 2 && window_class[2] >= '0' && window_class[2] <= '9';
      return numbered ? "Qt " + std::string(window_class.substr(2, 1)) : "Qt";
    }
    case Toolkit::kChromium:
      return "Chromium";
    case Toolkit::kGecko:
      return "Gecko";
    case Toolkit::kJava:
      return "Java";
    case Toolkit::kLibreOffice:
      return "LibreOffice";
    case Toolkit::kGtk:
      return "GTK";
  }
  return {};
}

// Swing and AWT publish their title bar and no more: what they show is known to Java's own Access Bridge alone (WinAppDriver #1636,
// NVDA #7753). GTK publishes nothing on Windows.
bool publishes_tree(Toolkit toolkit) { return toolkit != Toolkit::kJava && toolkit != Toolkit::kGtk; }

Pace pace_of(Toolkit toolkit) {
  Pace pace;
  // Windows holds events back for 30 ms to merge those that are alike (NVDA #14888), and translates for most toolkits what they announce
  // by older means, which loses some.
  pace.forgetful = true;
  pace.quiet = Milliseconds(50);
  if (toolkit == Toolkit::kQt || toolkit == Toolkit::kJava) pace.forgets_removal = true;
  return pace;
}

}  // namespace surehand::uia
