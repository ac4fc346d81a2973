// JSON → Query → match and explain on a fixed tree: whatever the data is, it is refused or it ends.
#include <cstdint>
#include <cstdlib>

#include "core/query/explain.h"
#include "core/tree/snapshot_json.h"

using namespace surehand;

namespace {

SnapshotPtr fixed_tree() {
  const auto parsed =
      json::parse(R"({"role": "application", "process": "mail", "pid": 7, "apps": ["mail"], "children": [
    {"role": "window", "name": "Mail", "bounds": {"x": 0, "y": 0, "width": 400, "height": 300}, "children": [
      {"role": "button", "name": "_Save", "id": "save", "states": ["enabled", "checked=mixed"],
       "bounds": {"x": 10, "y": 10, "width": 80, "height": 20}},
      {"role": "group", "children": [
        {"role": "textbox", "value": "a*b\\", "placeholder": "Search…", "attributes": {"tag": "x"},
         "bounds": {"x": 100, "y": 10, "width": 80, "height": 20}},
        {"role": "text", "name": "", "description": "é", "bounds": {"x": 100, "y": 40, "width": 0, "height": 20}}]}]},
    {"role": "dialog", "name": "Settings", "process": "other", "children": [{"role": "checkbox", "name": "A & B"}]}]})");
  auto tree = snapshot_from_json(std::get<json::Value>(parsed));
  if (!tree) std::abort();
  return tree.take();
}

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const SnapshotPtr tree = fixed_tree();
  const auto parsed = json::parse({reinterpret_cast<const char*>(bytes), size});
  const auto* ast = std::get_if<json::Value>(&parsed);
  if (ast == nullptr) return 0;
  const auto query = Query::from_json(*ast);
  if (!query) {
    require(query.error().code == ErrorCode::kInvalidSelector);
    return 0;
  }
  const Limits limits = Limits::within(Milliseconds(2000));
  const auto all = match(**query, *tree, {}, limits);
  if (!all) {
    require(all.error().code == ErrorCode::kInvalidSelector);
    return 0;
  }
  MatchOptions one;
  one.limit = 1;
  const auto first = match(**query, *tree, one, limits);
  require(first.ok() && first->size() == std::min<size_t>(1, all->size()));
  require(first->empty() || first->front() == all->front());
  for (const NodeIndex node : *all) require(node < tree->size());
  const auto explained = explain(**query, *tree, {}, 3, limits);
  require(explained.ok());
  require((*explained)["matches"].as_int() == static_cast<int64_t>(all->size()));
  return 0;
}
