#include "platform/linux/wayland/kwin/windows.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace surehand::wayland::kwin {
namespace {

using screen::ClientWindow;
using screen::WindowId;

std::optional<Rect> rect_of(const json::Value& told) {
  const json::Array& numbers = told.as_array();
  if (numbers.size() != 4) return std::nullopt;
  // Of a screen at 150 % they have fractions.
  const auto at = [&](size_t i) {
    return static_cast<int32_t>(std::lround(std::clamp(numbers[i].as_number(), -1e9, 1e9)));
  };
  return Rect{at(0), at(1), at(2), at(3)};
}

json::Value questioned(const char* what) { return json::Value().set("do", what); }

screen::PopupKind kind_of(const json::Value& told) {
  if (told["tooltip"].as_bool()) return screen::PopupKind::kTooltip;
  return told["drag"].as_bool() ? screen::PopupKind::kDrag : screen::PopupKind::kOther;
}

ClientWindow window_of(const json::Value& told) {
  ClientWindow window;
  window.id = number_of(told["id"].as_string());
  window.pid = told["pid"].as_int();
  window.title = told["title"].as_string();
  window.class_name = told["class"].as_string();
  // What KWin draws around a window is in its frame alone, the shadow that a client draws around it in its buffer alone.
  const Rect frame = rect_of(told["frame"]).value_or(Rect{});
  const Rect buffer = rect_of(told["buffer"]).value_or(frame);
  const int32_t left = std::max(frame.x, buffer.x), top = std::max(frame.y, buffer.y);
  const int32_t right = std::min(frame.x + frame.width, buffer.x + buffer.width);
  const int32_t bottom = std::min(frame.y + frame.height, buffer.y + buffer.height);
  window.content = {left, top, std::max(0, right - left), std::max(0, bottom - top)};
  window.frame = {left - frame.x, frame.x + frame.width - right, top - frame.y, frame.y + frame.height - bottom};
  if (const std::string_view owner = told["owner"].as_string(); !owner.empty()) window.owner = number_of(owner);
  window.active = told["active"].as_bool();
  window.modal = told["modal"].as_bool();
  window.minimized = told["minimized"].as_bool();
  window.maximized = told["maximized"].as_bool();
  window.elsewhere = told["elsewhere"].as_bool();
  window.viewable = !window.minimized && !window.elsewhere && !told["hidden"].as_bool();
  window.unmanaged = told["popup"].as_bool();
  window.kind = kind_of(told);
  window.knows_its_place = told["x11"].as_bool();
  if (window.unmanaged && told["buffer"].is_array()) {
    const Rect visible = window.content;
    window.content = buffer;
    window.shadow = {visible.x - buffer.x, buffer.x + buffer.width - visible.x - visible.width, visible.y - buffer.y,
                     buffer.y + buffer.height - visible.y - visible.height};
  }
  return window;
}

}  // namespace

WindowId number_of(std::string_view uuid) {
  // FNV-1a.
  uint32_t hash = 2166136261u;
  for (const char c : uuid) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
  return hash == screen::kNoWindow ? 1 : hash;
}

std::vector<ClientWindow> windows_in(const json::Value& told) {
  std::vector<std::pair<int64_t, ClientWindow>> ordered;
  for (const json::Value& each : told.as_array()) ordered.emplace_back(each["order"].as_int(), window_of(each));
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<ClientWindow> windows;
  for (auto& [order, window] : ordered) windows.push_back(std::move(window));
  return windows;
}

Result<std::vector<ClientWindow>> Windows::all(const Limits& limits) {
  SUREHAND_TRY(answer, script_.ask(questioned("windows"), limits));
  const json::Value& told = (*answer)["value"];
  {
    std::lock_guard lock(mutex_);
    names_.clear();
    for (const json::Value& each : told.as_array()) {
      const std::string_view uuid = each["id"].as_string();
      names_.emplace(number_of(uuid), uuid);
    }
  }
  return windows_in(told);
}

Result<bool> Windows::is_active(WindowId window, const Limits& limits) {
  SUREHAND_TRY(answer, script_.ask(questioned("active"), limits));
  const std::string_view uuid = (*answer)["value"].as_string();
  return !uuid.empty() && number_of(uuid) == window;
}

Result<std::string> Windows::name_of(WindowId window, const Limits& limits) {
  for (const bool again : {false, true}) {
    if (again) {
      SUREHAND_TRY(windows, all(limits));
    }
    std::lock_guard lock(mutex_);
    const auto found = names_.find(window);
    if (found != names_.end()) return found->second;
  }
  return screen::gone(window);
}

Status Windows::command(WindowId window, const char* what, json::Value question, const Limits& limits) {
  SUREHAND_TRY(name, name_of(window, limits));
  question.set("do", what).set("id", *name);
  auto answer = script_.ask(std::move(question), limits);
  if (!answer) return answer.take_error().maybe_sent();
  if ((*answer)["gone"].as_bool()) return screen::gone(window);
  return Done{};
}

Status Windows::measure(std::vector<surehand::Display>& displays, const Limits& limits) {
  json::Value points = json::Array();
  for (const surehand::Display& display : displays) {
    const Rect& bounds = display.bounds;
    points.push(json::Value().push(bounds.x + bounds.width / 2).push(bounds.y + bounds.height / 2));
  }
  SUREHAND_TRY(answer, script_.ask(questioned("areas").set("points", std::move(points)), limits));
  const json::Array& areas = (*answer)["value"].as_array();
  for (size_t i = 0; i < displays.size() && i < areas.size(); ++i) {
    const auto area = rect_of(areas[i]);
    if (area && area->width > 0 && area->height > 0) displays[i].work_area = *area;
  }
  return Done{};
}

}  // namespace surehand::wayland::kwin
