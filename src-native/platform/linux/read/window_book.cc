#include "platform/linux/read/window_book.h"

#include <algorithm>
#include <utility>

namespace surehand::atspi {
namespace {

// Sizes that differ by no more than this are the same, rounding and borders aside.
constexpr int32_t kSameSize = 8;

}  // namespace

screen::WindowId WindowBook::bound(const std::string& app_key, const std::string& identity) const {
  std::lock_guard lock(mutex_);
  const auto known = by_application_.find(app_key);
  if (known == by_application_.end()) return screen::kNoWindow;
  const auto found = known->second.bound.find(identity);
  return found == known->second.bound.end() ? screen::kNoWindow : found->second;
}

void WindowBook::keep(const std::string& app_key, const std::vector<SaidWindow>& said,
                      const std::vector<screen::ClientWindow>& clients, const WindowPairs& pairs) {
  Known known;
  for (size_t i = 0; i < said.size(); ++i) {
    const WindowPairs::One& one = pairs.said[i];
    Entry entry{said[i], screen::kNoWindow, one.unsettled};
    if (one.client != WindowPairs::kNone) entry.window = clients[one.client].id;
    entry.said.bound = one.lasting ? entry.window : screen::kNoWindow;
    known.entries.push_back(std::move(entry));
  }
  for (size_t j = 0; j < clients.size(); ++j) {
    if (pairs.unsettled_clients[j]) known.unsettled.push_back(clients[j].id);
  }
  std::sort(known.unsettled.begin(), known.unsettled.end());
  std::lock_guard lock(mutex_);
  Known& kept = by_application_[app_key];
  for (auto& [identity, window] : kept.bound) {
    const auto is_it = [id = window](const screen::ClientWindow& client) { return client.id == id; };
    if (std::any_of(clients.begin(), clients.end(), is_it)) known.bound.emplace(identity, window);
  }
  for (const Entry& entry : known.entries) {
    if (entry.said.bound != screen::kNoWindow) known.bound[entry.said.identity] = entry.said.bound;
  }
  kept = std::move(known);
}

std::optional<WindowBook::Entry> WindowBook::entry(const std::string& app_key, const std::string& identity) const {
  std::lock_guard lock(mutex_);
  const auto known = by_application_.find(app_key);
  if (known == by_application_.end()) return std::nullopt;
  for (const Entry& entry : known->second.entries) {
    if (entry.said.identity == identity) return entry;
  }
  return std::nullopt;
}

std::vector<screen::WindowId> WindowBook::unsettled(const std::string& app_key) const {
  std::lock_guard lock(mutex_);
  const auto known = by_application_.find(app_key);
  return known == by_application_.end() ? std::vector<screen::WindowId>() : known->second.unsettled;
}

std::vector<std::string> WindowBook::unsettled_identities(const std::string& app_key) const {
  std::lock_guard lock(mutex_);
  std::vector<std::string> identities;
  const auto known = by_application_.find(app_key);
  if (known == by_application_.end()) return identities;
  for (const Entry& entry : known->second.entries) {
    if (entry.unsettled) identities.push_back(entry.said.identity);
  }
  return identities;
}

WindowBook::Named WindowBook::identity_of(const std::string& app_key, const screen::ClientWindow& window) const {
  std::lock_guard lock(mutex_);
  const auto known = by_application_.find(app_key);
  if (known == by_application_.end()) return {};
  const auto& [entries, unsettled, bound] = known->second;
  for (const Entry& entry : entries) {
    if (entry.window == window.id) return {entry.said.identity, false};
  }
  for (const auto& [identity, id] : bound) {
    if (id == window.id) return {identity, false};
  }
  if (std::find(unsettled.begin(), unsettled.end(), window.id) != unsettled.end()) return {{}, true};
  if (!window.unmanaged) return {};
  // A popup is in no window manager's list. Some toolkits do not give their windows the title for a name.
  const Entry* best = nullptr;
  std::pair<bool, int32_t> best_rank;
  for (const Entry& entry : entries) {
    const bool titled = entry.said.title == window.title;
    const int32_t misfit = screen::misfit(window, entry.said.width, entry.said.height);
    if (entry.window != screen::kNoWindow || entry.unsettled || (!titled && misfit > kSameSize)) continue;
    const std::pair rank(titled, -misfit);
    if (best != nullptr && rank <= best_rank) continue;
    best = &entry;
    best_rank = rank;
  }
  return {best != nullptr ? best->said.identity : std::string(), false};
}

void WindowBook::forget(const std::string& app_key) {
  std::lock_guard lock(mutex_);
  by_application_.erase(app_key);
}

}  // namespace surehand::atspi
