#include "ax/json_value.h"

#include "ax/attributes.h"
#include "cf/collections.h"
#include "cf/data.h"
#include "cf/number.h"
#include "cf/string.h"

namespace axsim {
namespace {

std::optional<Place> place_of(const Reached& at, std::string_view key) {
  if (key == "application") return at.of_application();
  const Node* node = at.world().by_key(key, at.app);
  return node ? std::optional(at.of(*node)) : std::nullopt;
}

}  // namespace

AXError value_from_json(Reached& at, const json::Value& said, Held& value) {
  if (said.is_string()) {
    value = text(said.as_string());
  } else if (said.is_bool()) {
    value = truth(said.as_bool());
  } else if (said.is_number()) {
    const double given = said.as_number();
    const auto whole = static_cast<int64_t>(given);
    value = static_cast<double>(whole) == given ? number(whole) : number(given);
  } else if (const auto* error = said.find("error")) {
    return static_cast<AXError>(error->as_int());
  } else if (said.find("null")) {
    value = Held::retained(kCFNull);
  } else if (const auto* real = said.find("real")) {
    value = number(real->as_number());
  } else if (const auto* place = said.find("point")) {
    value = point((*place)["x"].as_number(), (*place)["y"].as_number());
  } else if (const auto* extent = said.find("size")) {
    value = size((*extent)["width"].as_number(), (*extent)["height"].as_number());
  } else if (const auto* area = said.find("rect")) {
    const auto whole = [&](const char* name) { return static_cast<int32_t>((*area)[name].as_int()); };
    value = rectangle(Rect{whole("x"), whole("y"), whole("width"), whole("height")});
  } else if (const auto* part = said.find("range")) {
    value = range((*part)["location"].as_int(), (*part)["length"].as_int());
  } else if (const auto* one = said.find("element")) {
    const auto there = place_of(at, one->as_string());
    if (!there) return kAXErrorNoValue;
    value = element(*there);
  } else if (const auto* several = said.find("elements")) {
    std::vector<Place> places;
    for (const auto& each : several->as_array()) {
      if (const auto there = place_of(at, each.as_string())) places.push_back(*there);
    }
    value = elements(places);
  } else if (const auto* units = said.find("units")) {
    std::u16string made;
    for (const auto& unit : units->as_array()) made += static_cast<char16_t>(unit.as_int());
    value = Held(ref<CFTypeRef>(new String(std::move(made))));
  } else if (const auto* url = said.find("url")) {
    value = Held(make_url(std::string(url->as_string())));
  } else if (const auto* data = said.find("data")) {
    value = Held(make_data(std::string(data->as_string())));
  } else if (const auto* attributed = said.find("attributed")) {
    value = Held(ref<CFTypeRef>(new AttributedString(text(attributed->as_string()))));
  } else if (const auto* array = said.find("array")) {
    std::vector<Held> made;
    for (const auto& each : array->as_array()) {
      Held item;
      if (value_from_json(at, each, item) == kAXErrorSuccess) made.push_back(std::move(item));
    }
    value = Held(make_array(std::move(made)));
  } else {
    return kAXErrorNoValue;
  }
  return kAXErrorSuccess;
}

}  // namespace axsim
