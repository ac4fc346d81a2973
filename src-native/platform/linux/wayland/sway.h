#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/display.h"
#include "platform/linux/screen/window.h"

// What sway says of its windows, and does with them, over its socket: sway-ipc(7). Each question is a connection of its own.
namespace surehand::wayland {

class Sway {
 public:
  explicit Sway(std::string socket) : socket_(std::move(socket)) {}

  // From the bottom of the stack to its top. Popups are in no list of sway's.
  Result<std::vector<screen::ClientWindow>> windows(const Limits& limits) const;
  Result<std::vector<surehand::Display>> displays(const Limits& limits) const;
  // Does what a command says to a window: `focus`. STALE when it is gone, REFUSED with the reason.
  Status command(screen::WindowId window, const std::string& what, const Limits& limits) const;

 private:
  Result<json::Value> ask(uint32_t type, const std::string& payload, const Limits& limits) const;

  std::string socket_;
};

// The windows in an answer to GET_TREE.
std::vector<screen::ClientWindow> windows_in(const json::Value& tree);
// The displays in an answer to GET_OUTPUTS.
std::vector<surehand::Display> displays_in(const json::Value& outputs);

}  // namespace surehand::wayland
