#include "platform/linux/x11/displays.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "platform/linux/x11/properties.h"

namespace surehand::x11 {
namespace {

constexpr uint8_t kQueryVersion = 0, kGetMonitors = 42;  // of RandR
constexpr double kUsualDpi = 96;

Result<Rect> area_of_root(Talk& talk) {
  auto geometry = talk.call(Request(Opcode::kGetGeometry).u32(talk.display().root()));
  if (!geometry) return geometry.take_error();
  return Rect{0, 0, geometry->u16(16), geometry->u16(18)};
}

// Empty where the server does not speak RandR 1.5.
Result<std::vector<surehand::Display>> monitors(Talk& talk) {
  std::vector<surehand::Display> found;
  const uint8_t randr = talk.display().randr();
  if (randr == 0) return found;
  // A connection has to say what it speaks before it asks for more.
  auto version = talk.call(Request(randr, kQueryVersion).u32(1).u32(5));
  if (!version) return version.take_error();
  if (version->is_error() || (version->u32(8) == 1 && version->u32(12) < 5)) return found;
  auto answer = talk.call(Request(randr, kGetMonitors).u32(talk.display().root()).u8(1).zeros(3));
  if (!answer) return answer.take_error();
  if (answer->is_error()) return found;
  std::vector<uint64_t> names;
  size_t at = Answer::kFixed;
  for (uint32_t i = 0; i < answer->u32(12) && at + 24 <= answer->size(); ++i) {
    surehand::Display display;
    display.primary = answer->u8(at + 4) != 0;
    display.bounds = {answer->i16(at + 8), answer->i16(at + 10), answer->u16(at + 12), answer->u16(at + 14)};
    found.push_back(std::move(display));
    names.push_back(talk.ask(Request(Opcode::kGetAtomName).u32(answer->u32(at))));
    at += 24 + size_t{answer->u16(at + 6)} * 4;
  }
  for (size_t i = 0; i < found.size(); ++i) {
    auto name = talk.answer(names[i]);
    if (!name) return name.take_error();
    if (!name->is_error()) {
      found[i].id.assign(reinterpret_cast<const char*>(name->data()),
                         std::min<size_t>(name->u16(8), name->data_size()));
    }
    if (found[i].id.empty()) found[i].id = "monitor " + std::to_string(i);
  }
  return found;
}

// What bars leave of the root window, on the desktop that shows.
Result<std::optional<Rect>> work_area(Talk& talk) {
  const Display& display = talk.display();
  auto areas = talk.call(get_property(display.root(), display.atom(Name::kWorkArea)));
  if (!areas) return areas.take_error();
  auto current = talk.call(get_property(display.root(), display.atom(Name::kCurrentDesktop), 1));
  if (!current) return current.take_error();
  const auto numbers_of_areas = numbers(*areas), number = numbers(*current);
  const size_t first = (number.empty() ? 0 : number[0]) * size_t{4};
  if (first + 4 > numbers_of_areas.size()) return std::optional<Rect>();
  const auto side = [&](size_t which) { return static_cast<int32_t>(numbers_of_areas[first + which]); };
  return std::optional(Rect{side(0), side(1), side(2), side(3)});
}

// `Xft.dpi`, which desktop environments set for the whole screen.
Result<double> scale(Talk& talk) {
  constexpr Atom kResourceManager = 23;
  constexpr std::string_view kDpi = "Xft.dpi:";
  auto answer = talk.call(get_property(talk.display().root(), kResourceManager, 65536));
  if (!answer) return answer.take_error();
  const std::string resources = "\n" + text(*answer);
  const size_t at = resources.find("\n" + std::string(kDpi));
  if (at == std::string::npos) return 1.0;
  const double dpi = std::strtod(resources.c_str() + at + 1 + kDpi.size(), nullptr);
  return dpi > 0 ? dpi / kUsualDpi : 1.0;
}

}  // namespace

Result<std::vector<surehand::Display>> displays(Display& display, const Limits& limits) {
  auto opened = display.talk(limits);
  if (!opened) return opened.take_error();
  Talk& talk = *opened;
  auto found = monitors(talk);
  if (!found) return found.take_error();
  if (found->empty()) {
    auto root = area_of_root(talk);
    if (!root) return root.take_error();
    found->push_back({"screen", *root, *root, 1, true});
  }
  auto left = work_area(talk);
  if (!left) return left.take_error();
  auto scaled = scale(talk);
  if (!scaled) return scaled.take_error();
  for (surehand::Display& each : *found) {
    const Rect part = *left ? intersection(each.bounds, **left) : each.bounds;
    each.work_area = is_empty(part) ? each.bounds : part;
    each.scale = *scaled;
  }
  const auto is_primary = [](const surehand::Display& each) { return each.primary; };
  if (std::none_of(found->begin(), found->end(), is_primary)) found->front().primary = true;
  std::stable_partition(found->begin(), found->end(), is_primary);
  return found;
}

}  // namespace surehand::x11
