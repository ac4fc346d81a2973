#include "ax/desktop.h"

#include <utility>

namespace axsim {
namespace {

std::mutex g_mutex;
std::shared_ptr<Desktop> g_current;
std::map<std::string, uint64_t> g_counts;

uint64_t next_generation() {
  static std::atomic<uint64_t> generation{0};
  return ++generation;
}

}  // namespace

Desktop::Desktop(std::unique_ptr<World> made)
    : generation(next_generation()), world(*made), backend(std::move(made)), input(world) {}

std::shared_ptr<Desktop> Desktop::current() {
  const std::lock_guard lock(g_mutex);
  return g_current;
}

std::shared_ptr<Desktop> Desktop::replace(std::shared_ptr<Desktop> next) {
  const std::lock_guard lock(g_mutex);
  return std::exchange(g_current, std::move(next));
}

std::unique_lock<std::mutex> Desktop::enter() {
  std::unique_lock lock(world.mutex);
  world.advance();
  return lock;
}

App* app_by_pid(const World& world, int64_t pid) {
  for (auto at = world.apps.rbegin(); at != world.apps.rend(); ++at) {
    if ((*at)->pid == pid && !(*at)->exited) return at->get();
  }
  return nullptr;
}

void count(const char* function, uint64_t times) {
  const std::lock_guard lock(g_mutex);
  g_counts[function] += times;
}

std::map<std::string, uint64_t> counts() {
  const std::lock_guard lock(g_mutex);
  return g_counts;
}

void reset_counts() {
  const std::lock_guard lock(g_mutex);
  g_counts.clear();
}

}  // namespace axsim
