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
  SUREHAND_TRY(geometry, talk.call(Request(Opcode::kGetGeometry).u32(talk.display().root())));
  return Rect{0, 0, geometry->u16(16), geometry->u16(18)};
}

// Empty where the server does not speak RandR 1.5.
Result<std::vector<surehand::Display>> monitors(Talk& talk) {
  std::vector<surehand::Display> found;
  const uint8_t randr = talk.display().randr();
  if (randr == 0) return found;
  // A connection has to say what it speaks before it asks for more.
  SUREHAND_TRY(version, talk.call(Request(randr, kQueryVersion).u32(1).u32(5)));
  if (version->is_error() || (version->u32(8) == 1 && version->u32(12) < 5)) return found;
  SUREHAND_TRY(answer, talk.call(Request(randr, kGetMonitors).u32(talk.display().root()).u8(1).zeros(3)));
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
    SUREHAND_TRY(name, talk.answer(names[i]));
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
  SUREHAND_TRY(areas, talk.call(get_property(display.root(), display.atom(Name::kWorkArea))));
  SUREHAND_TRY(current, talk.call(get_property(display.root(), display.atom(Name::kCurrentDesktop), 1)));
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
  SUREHAND_TRY(answer, talk.call(get_property(talk.display().root(), kResourceManager, 65536)));
  const std::string resources = "\n" + text(*answer);
  const size_t at = resources.find("\n" + std::string(kDpi));
  if (at == std::string::npos) return 1.0;
  const double dpi = std::strtod(resources.c_str() + at + 1 + kDpi.size(), nullptr);
  return dpi > 0 ? dpi / kUsualDpi : 1.0;
}

}  // namespace

Result<std::vector<surehand::Display>> displays(Display& display, const Limits& limits) {
  SUREHAND_TRY(opened, display.talk(limits));
  Talk& talk = *opened;
  SUREHAND_TRY(found, monitors(talk));
  if (found->empty()) {
    SUREHAND_TRY(root, area_of_root(talk));
    found->push_back({"screen", *root, *root, 1, true});
  }
  SUREHAND_TRY(left, work_area(talk));
  SUREHAND_TRY(scaled, scale(talk));
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
