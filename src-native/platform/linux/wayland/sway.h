#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "platform/linux/wayland/compositor.h"

// What sway says of its windows, and does with them, over its socket: sway-ipc(7). Each question is a connection of its own.
namespace surehand::wayland {

class Sway final : public Compositor {
 public:
  explicit Sway(std::string socket) : socket_(std::move(socket)) {}

  std::string name() const override { return "sway"; }
  std::string no_maximizing() const override {
    return "sway tiles windows or lets them float, and neither minimizes nor maximizes them";
  }
  Result<std::vector<screen::ClientWindow>> windows(const Limits& limits) override;
  Result<std::vector<surehand::Display>> displays(const Limits& limits) override;
  Status focus(screen::WindowId window, const Limits& limits) override { return command(window, "focus", limits); }
  Status close(screen::WindowId window, const Limits& limits) override { return command(window, "kill", limits); }
  Result<std::string> place(screen::WindowId window, const Rect& content, const Rect& place,
                            const Limits& limits) override;

 private:
  Status command(screen::WindowId window, const std::string& what, const Limits& limits);
  Result<json::Value> ask(uint32_t type, const std::string& payload, const Limits& limits) const;

  const std::string socket_;
};

// The windows in an answer to GET_TREE.
std::vector<screen::ClientWindow> windows_in(const json::Value& tree);
// The displays in an answer to GET_OUTPUTS.
std::vector<surehand::Display> displays_in(const json::Value& outputs);

}  // namespace surehand::wayland
