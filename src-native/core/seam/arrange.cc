#include "core/seam/arrange.h"

#include <array>

#include "core/seam/given.h"

namespace surehand {
namespace {

constexpr std::array<std::string_view, 5> kKinds = {"minimize", "maximize", "restore", "move", "resize"};

}  // namespace

std::string_view to_string(Arrangement::Kind kind) { return kKinds[static_cast<size_t>(kind)]; }

Result<Arrangement> Arrangement::from_json(const json::Value& value) {
  const auto kind = given::index_of(kKinds, value["kind"].as_string());
  if (!kind) return given::unknown("arrangement", value["kind"].as_string(), kKinds);
  const auto whole = [&](std::string_view key) { return static_cast<int32_t>(value[key].as_int()); };
  return Arrangement{static_cast<Kind>(*kind), whole("x"), whole("y"), whole("width"), whole("height")};
}

}  // namespace surehand
