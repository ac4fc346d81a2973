#include <algorithm>

#include "platform/simulated/backend.h"
#include "platform/simulated/world/roles.h"

namespace surehand::simulated {
namespace {

struct Colour {
  uint8_t red, green, blue;
};

constexpr Colour kDesktop{0x3a, 0x5a, 0x6a}, kWindow{0xf2, 0xf2, 0xf0}, kTitle{0xc8, 0xcc, 0xd0},
    kOutline{0x70, 0x74, 0x78}, kButton{0xdd, 0xe0, 0xe4}, kField{0xff, 0xff, 0xff}, kOn{0x3a, 0x7b, 0xd5},
    kPlain{0xe8, 0xe8, 0xe6};

// Part of a screen, painted in rectangles; there are no fonts here.
class Canvas {
 public:
  explicit Canvas(Rect area) : area_(area) {
    image_.bounds = area;
    image_.width = static_cast<uint32_t>(area.width);
    image_.height = static_cast<uint32_t>(area.height);
    image_.rgba.resize(size_t{4} * image_.width * image_.height);
    fill(area, kDesktop);
  }

  void fill(Rect rect, Colour colour) {
    const int64_t left = std::max<int64_t>(rect.x, area_.x), top = std::max<int64_t>(rect.y, area_.y);
    const int64_t right = std::min<int64_t>(int64_t{rect.x} + rect.width, int64_t{area_.x} + area_.width);
    const int64_t bottom = std::min<int64_t>(int64_t{rect.y} + rect.height, int64_t{area_.y} + area_.height);
    for (int64_t y = top; y < bottom; ++y) {
      for (int64_t x = left; x < right; ++x) {
        uint8_t* pixel = &image_.rgba[static_cast<size_t>(4 * ((y - area_.y) * area_.width + (x - area_.x)))];
        pixel[0] = colour.red;
        pixel[1] = colour.green;
        pixel[2] = colour.blue;
        pixel[3] = 0xff;
      }
    }
  }

  void box(Rect rect, Colour colour) {
    fill(rect, kOutline);
    fill({rect.x + 1, rect.y + 1, rect.width - 2, rect.height - 2}, colour);
  }

  Image take() { return std::move(image_); }

 private:
  Rect area_;
  Image image_;
};

Colour colour_of(const Node& node) {
  if (node.is(State::kChecked) || node.is(State::kSelected) || node.is(State::kPressed)) return kOn;
  if (takes_text(node.role)) return kField;
  return is_pressable(node.role) ? kButton : kPlain;
}

void paint(World& world, const Node& node, Canvas& canvas) {
  each_child(node, [&](const Node& child) {
    const auto bounds = world.bounds(child);
    if (!world.shows(child)) return;
    if (bounds) canvas.box(*bounds, colour_of(child));
    paint(world, child, canvas);
  });
}

}  // namespace

Result<Image> SimulatedBackend::screenshot(const Capture& capture, const Limits&) {
  const auto lock = session_.enter();
  std::optional<Rect> wanted = capture.area;
  for (const Display& display : session_.world->displays) {
    if (!capture.display.empty() && display.id == capture.display) wanted = display.bounds;
  }
  if (!capture.display.empty() && !wanted) {
    return Error{ErrorCode::kInvalidArgument, "there is no display \"" + capture.display + "\"", {}};
  }
  const Node* alone = nullptr;
  if (capture.window) {
    const auto app = session_.running(capture.window->app_key);
    if (!app) return app.error();
    const auto node = session_.element(**app, capture.window->identity);
    if (!node) return node.error();
    Node& window = World::window_of(**node);
    wanted = session_.world->bounds(window);
    if (capture.covered) alone = &window;
  }
  Rect shown = session_.world->screen;
  if (wanted) {
    const int64_t left = std::max<int64_t>(shown.x, wanted->x), top = std::max<int64_t>(shown.y, wanted->y);
    const int64_t right = std::min(int64_t{shown.x} + shown.width, int64_t{wanted->x} + wanted->width);
    const int64_t bottom = std::min(int64_t{shown.y} + shown.height, int64_t{wanted->y} + wanted->height);
    if (right <= left || bottom <= top) {
      return Error{ErrorCode::kInvalidArgument, "the area to capture lies outside the screen", {}};
    }
    shown = {static_cast<int32_t>(left), static_cast<int32_t>(top), static_cast<int32_t>(right - left),
             static_cast<int32_t>(bottom - top)};
  }
  Canvas canvas(shown);
  for (const uint64_t serial : session_.world->stack) {
    const Node* window = session_.world->by_serial(serial);
    if (alone && window != alone) continue;
    const auto bounds = window && session_.world->shows(*window) ? session_.world->bounds(*window) : std::nullopt;
    if (!bounds) continue;
    canvas.box(*bounds, kWindow);
    canvas.fill({bounds->x + 1, bounds->y + 1, bounds->width - 2, 24}, kTitle);
    paint(*session_.world, *window, canvas);
  }
  return canvas.take();
}

}  // namespace surehand::simulated
