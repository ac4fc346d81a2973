#include "platform/macos/quirks/window_kind.h"

#include <array>
#include <optional>

#include "platform/macos/ax/calls.h"

namespace surehand::ax {

namespace {

constexpr std::string_view kWindow = "window", kDialog = "dialog", kPopup = "popup";

// Panels that belong to no document, and what is asked about; above it are menus, tips and what lies over everything (CGWindowLevel.h).
constexpr int kModalPanelLevel = 8;
constexpr int kNormalLevel = 0;

// Programs whose windows deny what they are.
struct Exception {
  std::string_view program;  // its bundle's id
  std::string_view title;    // empty: any
  std::string_view kind;
};
constexpr std::array<Exception, 5> kExceptions{{
    {"com.microsoft.VSCode", "", kWindow},  // window.nativeFullScreen=false takes the button away
    {"com.vscodium", "", kWindow},
    {"com.googlecode.iterm2", "", kPopup},  // the terminal that a key calls
    {"com.microsoft.Outlook", "", kPopup},  // reminders
    {"app.zen-browser.zen", "Picture-in-Picture", kPopup},
}};

std::optional<std::string_view> exception_for(const ApplicationRecord& application, const RawNode& node) {
  for (const Exception& each : kExceptions) {
    if (each.program == application.id && (each.title.empty() || each.title == node.title)) return each.kind;
  }
  return std::nullopt;
}

struct TitleBar {
  ElementRef close, minimize, zoom, full_screen;

  bool any() const { return close || minimize || zoom || full_screen; }
};

TitleBar title_bar_of(const ElementRef& window, const Limits& limits) {
  const auto answered = elements_at(
      window,
      {kAXCloseButtonAttribute, kAXMinimizeButtonAttribute, kAXZoomButtonAttribute, CFSTR("AXFullScreenButton")},
      limits);
  return {answered[0], answered[1], answered[2], answered[3]};
}

// Of one that the window server does not have it is the normal one.
int level_of(const RawNode& node, const cg::WindowLevels& levels) {
  return node.place ? levels.at(*node.place).value_or(kNormalLevel) : kNormalLevel;
}

bool is_enabled(const ElementRef& button, const Limits& limits) {
  return button && boolean(button, kAXEnabledAttribute, limits).value_or(false);
}

}  // namespace

std::string_view window_kind(const ApplicationRecord& application, const cg::WindowLevels& levels,
                             const ElementRef& window, const RawNode& node, const Limits& limits) {
  if (node.role == "AXSheet") return kDialog;
  if (node.role != "AXWindow") return kPopup;
  if (node.modal.value_or(false)) return kDialog;
  const int level = level_of(node, levels);
  if (level > kModalPanelLevel) return kPopup;
  const TitleBar bar = title_bar_of(window, limits);
  if (!bar.any()) {
    // Firefox takes its title bar off to fill the screen; Steam draws one of its own.
    const bool is_bare = node.subrole == "AXUnknown" && boolean(window, kAXMainAttribute, limits).value_or(false);
    if (is_bare && level == kNormalLevel) return kDialog;
    return is_settable(window, CFSTR("AXFullScreen"), limits) ? kWindow : kPopup;
  }
  if (node.subrole == "AXDialog" && !is_enabled(bar.close, limits)) return kPopup;
  if (node.subrole != "AXStandardWindow") return kDialog;
  const bool can_fill = level == kNormalLevel && is_enabled(bar.full_screen, limits);
  if (!can_fill) return exception_for(application, node).value_or(kDialog);
  // What keeps its size is a panel with a title bar: a simulator of a telephone, a calculator.
  return is_settable(window, kAXSizeAttribute, limits) ? kWindow : kDialog;
}

}  // namespace surehand::ax
