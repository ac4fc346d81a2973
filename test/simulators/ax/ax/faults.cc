#include "ax/faults.h"

#include <utility>

namespace axsim {

Fault Fault::from_json(const surehand::json::Value& said) {
  Fault fault;
  fault.key = said["key"].as_string();
  fault.app = said["application"].as_string();
  fault.part = said["part"].as_string();
  fault.on = said["on"].as_string();
  fault.call = said["call"].as_string();
  fault.error = static_cast<AXError>(said["error"].as_int());
  fault.after_effect = said["afterEffect"].as_bool();
  fault.no_effect = said["noEffect"].as_bool();
  fault.delay = said["delay"].as_int();
  fault.times = said["times"].as_int(-1);
  fault.skip = said["skip"].as_int();
  if (const auto* value = said.find("value")) {
    fault.has_value = true;
    fault.value = *value;
    fault.is_listed = said["listed"].as_bool(true);
    fault.settable = said["settable"].as_bool();
  }
  return fault;
}

void Faults::add(Fault fault) {
  const std::lock_guard lock(mutex_);
  faults_.push_back(std::move(fault));
}

void Faults::clear() {
  const std::lock_guard lock(mutex_);
  faults_.clear();
}

bool Faults::concerns(const Fault& fault, const Asked& asked) {
  const auto fits = [](const std::string& wanted, std::string_view is) { return wanted.empty() || wanted == is; };
  if (fault.part == "application" && !asked.is_application) return false;
  if (!fault.key.empty() && asked.is_application) return false;
  return fits(fault.key, asked.key) && fits(fault.app, asked.app) && fits(fault.on, asked.on) &&
         fits(fault.call, asked.call);
}

std::optional<Fault> Faults::take(const Asked& asked) {
  const std::lock_guard lock(mutex_);
  for (Fault& fault : faults_) {
    if (fault.has_value || fault.times == 0 || !concerns(fault, asked)) continue;
    if (fault.skip > 0) {
      --fault.skip;
      continue;
    }
    if (fault.times > 0) --fault.times;
    return fault;
  }
  return std::nullopt;
}

std::vector<Fault> Faults::said_of(const Asked& asked) const {
  const std::lock_guard lock(mutex_);
  std::vector<Fault> said;
  for (const Fault& fault : faults_) {
    if (fault.has_value && concerns(fault, asked)) said.push_back(fault);
  }
  return said;
}

}  // namespace axsim
