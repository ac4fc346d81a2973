#include "platform/linux/wayland/sway.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "platform/linux/wayland/socket.h"

namespace surehand::wayland {
namespace {

using screen::ClientWindow;
using screen::WindowId;

constexpr char kMagic[] = "i3-ipc";
constexpr size_t kMagicSize = sizeof kMagic - 1, kHeader = kMagicSize + 8;
constexpr uint32_t kRunCommand = 0, kGetOutputs = 3, kGetTree = 4;
// Bytes; an answer that claims more is none.
constexpr uint32_t kMostAnswer = 64u << 20;
// Where sway keeps what was sent to the scratchpad, the closest that it has to minimizing.
constexpr std::string_view kScratchpad = "__i3_scratch";

Rect rect_of(const json::Value& value) {
  return {static_cast<int32_t>(value["x"].as_int()), static_cast<int32_t>(value["y"].as_int()),
          static_cast<int32_t>(value["width"].as_int()), static_cast<int32_t>(value["height"].as_int())};
}

class Windows {
 public:
  std::vector<ClientWindow> run(const json::Value& root) {
    for (const json::Value& output : root["nodes"].as_array()) {
      const std::string_view shown = output["current_workspace"].as_string();
      for (const json::Value& workspace : output["nodes"].as_array()) {
        const std::string_view name = workspace["name"].as_string();
        here_ = name == shown;
        scratchpad_ = name == kScratchpad;
        // What floats is above what is tiled, and what fills the screen above both. What floats and is visible then is a dialog of that.
        floats_ = false;
        collect(workspace["nodes"]);
        floats_ = true;
        collect(workspace["floating_nodes"]);
      }
    }
    const auto is_below = [](const auto& a, const auto& b) { return a.layer < b.layer; };
    std::stable_sort(windows_.begin(), windows_.end(), is_below);
    std::vector<ClientWindow> result;
    for (Layered& each : windows_) result.push_back(std::move(each.window));
    return result;
  }

 private:
  struct Layered {
    int layer;
    ClientWindow window;
  };

  // sway nests as deep as a person splits; the parser has bounded it.
  void collect(const json::Value& nodes) {
    for (const json::Value& node : nodes.as_array()) {
      collect(node["nodes"]);
      collect(node["floating_nodes"]);
      if (node["pid"].is_number() && node["nodes"].as_array().empty()) add(node);
    }
  }

  void add(const json::Value& node) {
    ClientWindow window;
    window.id = static_cast<WindowId>(node["id"].as_int());
    window.pid = node["pid"].as_int();
    window.title = node["name"].as_string();
    window.class_name = node["app_id"].as_string();
    const bool is_x11 = node["shell"].as_string() == "xwayland";
    if (is_x11) window.class_name = node["window_properties"]["class"].as_string();
    window.knows_its_place = is_x11;
    // The client's own area, within what sway draws around it.
    const Rect around = rect_of(node["rect"]), own = rect_of(node["window_rect"]);
    window.content = {around.x + own.x, around.y + own.y, own.width, own.height};
    window.frame = {own.x, around.width - own.width - own.x, own.y, around.height - own.height - own.y};
    window.active = node["focused"].as_bool();
    window.viewable = node["visible"].as_bool();
    window.minimized = scratchpad_;
    window.elsewhere = !here_ && !scratchpad_;
    window.maximized = node["fullscreen_mode"].as_int() != 0;
    const int layer = window.maximized ? 1 : floats_ && window.viewable ? 2 : 0;
    windows_.push_back({layer, std::move(window)});
  }

  bool here_ = false, scratchpad_ = false, floats_ = false;
  std::vector<Layered> windows_;
};

}  // namespace

std::vector<ClientWindow> windows_in(const json::Value& tree) { return Windows().run(tree); }

std::vector<surehand::Display> displays_in(const json::Value& outputs) {
  std::vector<surehand::Display> displays;
  for (const json::Value& output : outputs.as_array()) {
    if (!output["active"].as_bool()) continue;
    surehand::Display display;
    display.id = output["name"].as_string();
    display.bounds = display.work_area = rect_of(output["rect"]);
    display.scale = output["scale"].as_number(1);
    display.primary = displays.empty();
    displays.push_back(std::move(display));
  }
  return displays;
}

Result<json::Value> Sway::ask(uint32_t type, const std::string& payload, const Limits& limits) const {
  SUREHAND_TRY(socket, Socket::open(socket_, limits));
  std::vector<uint8_t> question(kMagic, kMagic + kMagicSize);
  const auto word = [&](uint32_t value) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
    question.insert(question.end(), bytes, bytes + sizeof value);
  };
  word(static_cast<uint32_t>(payload.size()));
  word(type);
  question.insert(question.end(), payload.begin(), payload.end());
  SUREHAND_CHECK(socket->send(question, {}, limits));
  std::vector<uint8_t> answer;
  std::deque<Fd> none;
  uint32_t size = 0;
  while (answer.size() < kHeader || answer.size() < kHeader + size) {
    SUREHAND_CHECK(socket->receive(answer, none, limits));
    if (answer.size() < kHeader) continue;
    std::memcpy(&size, answer.data() + kMagicSize, sizeof size);
    if (std::memcmp(answer.data(), kMagic, kMagicSize) != 0 || size > kMostAnswer) {
      return Error{ErrorCode::kNoDesktop, "what listens at SWAYSOCK is not sway", {}};
    }
  }
  auto parsed = json::parse({reinterpret_cast<const char*>(answer.data()) + kHeader, size});
  if (auto* value = std::get_if<json::Value>(&parsed)) return std::move(*value);
  return Error{ErrorCode::kNoDesktop, "sway's answer is no JSON: " + std::get<json::ParseError>(parsed).message, {}};
}

Result<std::vector<ClientWindow>> Sway::windows(const Limits& limits) {
  SUREHAND_TRY(tree, ask(kGetTree, "", limits));
  return windows_in(*tree);
}

Result<std::vector<surehand::Display>> Sway::displays(const Limits& limits) {
  SUREHAND_TRY(outputs, ask(kGetOutputs, "", limits));
  return displays_in(*outputs);
}

Status Sway::command(WindowId window, const std::string& what, const Limits& limits) {
  SUREHAND_TRY(answer, ask(kRunCommand, "[con_id=" + std::to_string(window) + "] " + what, limits));
  for (const json::Value& result : answer->as_array()) {
    if (result["success"].as_bool()) continue;
    SUREHAND_TRY(all, windows(limits));
    if (std::none_of(all->begin(), all->end(), [&](const ClientWindow& each) { return each.id == window; })) {
      return screen::gone(window);
    }
    return Error{ErrorCode::kRefused, "sway refused `" + what + "`: " + std::string(result["error"].as_string()), {}};
  }
  return Done{};
}

Result<std::string> Sway::place(WindowId window, const Rect& content, const Rect& place, const Limits& limits) {
  SUREHAND_TRY(listed, windows(limits));
  const auto found =
      std::find_if(listed->begin(), listed->end(), [&](const ClientWindow& each) { return each.id == window; });
  if (found == listed->end()) return screen::gone(window);
  // sway counts the frame that it draws.
  const screen::Insets& frame = found->frame;
  const auto px = [](int32_t value) { return std::to_string(value) + " px"; };
  std::string what;
  if (place.width != content.width || place.height != content.height) {
    const int32_t width = place.width + frame.left + frame.right, height = place.height + frame.top + frame.bottom;
    what = "resize set " + px(width) + " " + px(height) + ", ";
  }
  // Also after it was resized, which keeps its middle where it was.
  what += "move absolute position " + px(place.x - frame.left) + " " + px(place.y - frame.top);
  SUREHAND_CHECK(command(window, what, limits));
  return what;
}

}  // namespace surehand::wayland
