#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/text/hash.h"
#include "core/tree/element_hold.h"

namespace surehand {

// The names of elements whose platform gives handles and no names (AX), or names that nothing can be looked up by (UIA). Equal
// handles have one name for as long as anybody holds it; a name is never used twice. Handles are let go of by forget() and
// end() alone, so on the caller's thread, whatever thread the last holder went on. Thread-safe.
template <class Handle, class Hash = std::hash<Handle>, class Equal = std::equal_to<Handle>>
class ElementTable {
 public:
  struct Named {
    std::string identity;  // never empty
    ElementHold hold;
  };

  // The name of an element, made up when it has none yet.
  Named intern(const std::string& app_key, Handle handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Elements& elements = apps_[app_key];
    const auto [entry, added] = elements.by_handle.try_emplace(std::move(handle));
    if (added) {
      entry->second = {std::to_string(next_++), std::make_shared<char>()};
      elements.by_identity.emplace(entry->second.identity, &entry->first);
    }
    return entry->second;
  }

  // The name that an element has; empty when it has none. It makes none up and holds nothing.
  std::string name_of(const std::string& app_key, const Handle& handle) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto elements = apps_.find(app_key);
    if (elements == apps_.end()) return {};
    const auto entry = elements->second.by_handle.find(handle);
    return entry == elements->second.by_handle.end() ? std::string() : entry->second.identity;
  }

  // Nothing when there was no such element, or it was not held when it was forgotten: STALE.
  std::optional<Handle> find(const std::string& app_key, std::string_view identity) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto elements = apps_.find(app_key);
    if (elements == apps_.end()) return std::nullopt;
    const auto handle = elements->second.by_identity.find(std::string(identity));
    if (handle == elements->second.by_identity.end()) return std::nullopt;
    return *handle->second;
  }

  // Lets go of what is no longer held; at the beginning of each look, say. Linear in what is there.
  void forget(const std::string& app_key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto elements = apps_.find(app_key);
    if (elements == apps_.end()) return;
    auto& by_handle = elements->second.by_handle;
    for (auto entry = by_handle.begin(); entry != by_handle.end();) {
      // It cannot become held meanwhile: what is not held yet is handed out under the same lock.
      const bool held = entry->second.hold.use_count() > 1;
      if (!held) elements->second.by_identity.erase(entry->second.identity);
      entry = held ? std::next(entry) : by_handle.erase(entry);
    }
  }

  // The application is gone, and its elements with it.
  void end(const std::string& app_key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    apps_.erase(app_key);
  }

  size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    size_t count = 0;
    for (const auto& [key, elements] : apps_) count += elements.by_handle.size();
    return count;
  }

 private:
  struct Elements {
    std::unordered_map<Handle, Named, Hash, Equal> by_handle;
    std::unordered_map<std::string, const Handle*, SecretHash> by_identity;  // keys of the map above, which do not move
  };

  mutable std::mutex mutex_;
  std::unordered_map<std::string, Elements> apps_;
  uint64_t next_ = 1;
};

}  // namespace surehand
