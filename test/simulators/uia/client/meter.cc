#include "client/meter.h"

namespace surehand::simulator {

Meter& Meter::the() {
  static Meter meter;
  return meter;
}

HRESULT Meter::trip(const std::string& what) {
  ++trips_;
  return note(what);
}

HRESULT Meter::note(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (latest_.size() == 200) latest_.erase(latest_.begin());
  latest_.push_back(what);
  if (failures_ == 0 || what.find(only_) == std::string::npos) return S_OK;
  if (--until_failure_ > 0) return S_OK;
  --failures_;
  return failure_;
}

void Meter::forget_trips() {
  trips_ = 0;
  const std::lock_guard lock(mutex_);
  latest_.clear();
}

std::vector<std::string> Meter::latest() {
  const std::lock_guard lock(mutex_);
  return latest_;
}

void Meter::fail(int nth, HRESULT result, int times, const std::string& only) {
  const std::lock_guard lock(mutex_);
  until_failure_ = nth;
  failure_ = result;
  failures_ = times;
  only_ = only;
}

}  // namespace surehand::simulator
