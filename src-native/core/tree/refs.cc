#include "core/tree/refs.h"

namespace surehand {

uint32_t RefBook::number_of(std::string_view app_key, std::string_view identity, const ElementHold& hold) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto app = apps_.try_emplace(std::string(app_key)).first;
  const auto [number, added] = app->second.try_emplace(std::string(identity), next_);
  if (added) {
    owners_.emplace(next_, Owner{&app->first, &number->first, hold});
    ++next_;
  }
  return number->second;
}

std::optional<RefBook::Identity> RefBook::identity_of(uint32_t number) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto owner = owners_.find(number);
  if (owner == owners_.end()) return std::nullopt;
  return Identity{*owner->second.app_key, *owner->second.bytes};
}

uint32_t RefBook::find(std::string_view app_key, std::string_view identity) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto app = apps_.find(std::string(app_key));
  if (app == apps_.end()) return 0;
  const auto number = app->second.find(std::string(identity));
  return number == app->second.end() ? 0 : number->second;
}

void RefBook::forget(std::string_view app_key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto app = apps_.find(std::string(app_key));
  if (app == apps_.end()) return;
  for (const auto& [bytes, number] : app->second) owners_.erase(number);
  apps_.erase(app);
}

size_t RefBook::size() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return owners_.size();
}

std::string RefBook::format(uint32_t number) { return "e" + std::to_string(number); }

std::optional<uint32_t> RefBook::parse(std::string_view ref) {
  if (ref.size() < 2 || ref.size() > 11 || ref[0] != 'e' || ref[1] == '0') return std::nullopt;
  uint64_t number = 0;
  for (char c : ref.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<uint64_t>(c - '0');
  }
  if (number > UINT32_MAX) return std::nullopt;
  return static_cast<uint32_t>(number);
}

}  // namespace surehand
