#include "core/seam/reading.h"
#include "core/query/needs.h"

#include "core/query/query.h"

namespace surehand {
namespace {

uint32_t whole(const json::Value& value, uint32_t otherwise) {
  if (!value.is_number()) return otherwise;
  const auto number = value.as_int(otherwise);
  return number < 0 ? 0 : number > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(number);
}

}  // namespace

Result<SnapshotOptions> SnapshotOptions::from_json(const json::Value& value) {
  SnapshotOptions options;
  options.only_visible = value["onlyVisible"].as_bool(options.only_visible);
  options.bounds = value["bounds"].as_bool(options.bounds);
  options.text = value["text"].as_bool(options.text);
  options.names_from_text = value["namesFromText"].as_bool(options.names_from_text);
  options.actions = value["actions"].as_bool(options.actions);
  options.every_action = value["actions"].as_bool(options.every_action);
  options.attributes = value["attributes"].as_bool(options.attributes);
  options.max_nodes = whole(value["maxNodes"], options.max_nodes);
  options.max_depth = whole(value["maxDepth"], options.max_depth);
  options.around = value["around"].as_bool(options.around);
  options.mirrored = value["mirrored"].as_bool(options.mirrored);
  options.renew = value["renew"].as_bool(options.renew);
  options.frugal = value["frugal"].as_bool(options.frugal);
  for (const json::Value& identity : value["fresh"].as_array()) options.fresh.emplace_back(identity.as_string());
  return options;
}

SnapshotOptions reads_for(const Query& query) {
  const QueryNeeds needs = needs_of(query);
  SnapshotOptions options;
  options.bounds = needs.bounds;
  options.text = needs.text;
  options.names_from_text = needs.names_from_text;
  options.attributes = needs.attributes;
  options.actions = needs.actions;
  return options;
}

}  // namespace surehand
