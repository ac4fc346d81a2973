#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "platform/linux/wayland/compositor.h"

// Hyprland's request socket (https://wiki.hypr.land/IPC/): a connection for each request, which is a text, and the end of the connection
// is the end of the answer. Written by its documentation and its source (0.49 to 0.56), and run with a simulated one only.
namespace surehand::wayland::hyprland {

struct Monitor {
  surehand::Display display;
  int64_t workspace = 0;  // the one that shows
  int64_t special = 0;    // the one that lies over it; 0: none
};

// A window, and what decides whether it or another gets a click.
struct StackedWindow {
  screen::ClientWindow window;
  std::string address;  // the name that commands take: `0x` and digits
  int64_t workspace = 0;
  enum class Layer : uint8_t { kTiled, kFloating, kFullscreen, kOverFullscreen };
  Layer layer = Layer::kTiled;
  bool pinned = false;
  bool special = false;  // on a special workspace, over all that are not
  // It floats where another fills the screen, and Hyprland does not say which of the two is in front.
  bool may_be_under_fullscreen = false;
};

// Nothing where an answer is not what Hyprland documents: to leave a window out would be to take what is below it for what shows.
std::optional<std::vector<Monitor>> monitors_in(const json::Value& answer);
// From the bottom of the stack to its top. `active` is an address.
std::optional<std::vector<StackedWindow>> stack_in(const json::Value& answer, const std::vector<Monitor>& monitors,
                                                   std::string_view active);
// What gets a click at a point. AMBIGUOUS where that is not known.
Result<std::optional<screen::ClientWindow>> topmost_in(const std::vector<StackedWindow>& stack,
                                                       const std::vector<Monitor>& monitors, int32_t x, int32_t y);

class Hyprland final : public Compositor {
 public:
  explicit Hyprland(std::string socket) : socket_(std::move(socket)) {}

  std::string name() const override { return "Hyprland"; }
  std::string trial() const override {
    return " (of Hyprland: built from its documentation, tested with a simulated one only)";
  }
  std::string no_maximizing() const override {
    return "Hyprland has no minimizing, and surehand does not maximize windows there";
  }
  Result<std::vector<screen::ClientWindow>> windows(const Limits& limits) override;
  Result<std::vector<surehand::Display>> displays(const Limits& limits) override;
  Result<bool> is_active(screen::WindowId window, const Limits& limits) override;
  Result<std::optional<screen::ClientWindow>> window_at(int32_t x, int32_t y, const Limits& limits) override;
  Status focus(screen::WindowId window, const Limits& limits) override;
  Status close(screen::WindowId window, const Limits& limits) override;
  Result<std::string> place(screen::WindowId window, const Rect& content, const Rect& place,
                            const Limits& limits) override;

 private:
  enum class Syntax : uint8_t { kUnknown, kNames, kLua };

  Result<std::string> ask(std::string_view request, const Limits& limits) const;
  Result<json::Value> read(std::string_view request, const Limits& limits) const;
  Result<std::vector<Monitor>> monitors(const Limits& limits) const;
  Result<std::string> active(const Limits& limits) const;
  Result<std::vector<StackedWindow>> stack(const std::vector<Monitor>& monitors, const Limits& limits) const;
  Result<StackedWindow> find(screen::WindowId window, const Limits& limits) const;
  Result<Syntax> syntax(const Limits& limits);
  // Does what a command says, in the one syntax or the other.
  Status dispatch(const StackedWindow& window, const std::string& by_name, const std::string& in_lua,
                  const Limits& limits);

  const std::string socket_;
  std::atomic<Syntax> syntax_{Syntax::kUnknown};
};

}  // namespace surehand::wayland::hyprland
