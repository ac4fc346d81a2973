#include "core/seam/open.h"

#include "core/seam/given.h"

namespace surehand {

Result<OpenOptions> OpenOptions::from_json(const json::Value& value) {
  OpenOptions options;
  options.backend = value["backend"].as_string();
  options.environment = given::text_members(value["environment"]);
  options.world = value["world"];
  options.enhanced_user_interface = value["enhancedUserInterface"].as_bool();
  return options;
}

}  // namespace surehand
