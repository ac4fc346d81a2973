#include "core/run/lanes.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <vector>

namespace surehand {
namespace {

json::Value details_of(const LaneCall& call, std::string_view phase) {
  json::Value details;
  details.set("awaited", call.awaited);
  details.set("phase", phase);
  return details;
}

Error never_began(const LaneCall& call, bool cancelled) {
  if (cancelled) {
    return {ErrorCode::kAborted, "aborted before it began: " + call.awaited, details_of(call, "queued")};
  }
  return {ErrorCode::kTimeout,
          "timed out waiting for " + call.awaited +
              ": an earlier call to the same application had not ended; the application may be busy or hung",
          details_of(call, "queued")};
}

Error never_ended(const LaneCall& call, bool cancelled) {
  if (call.acts) {
    return {ErrorCode::kOutcomeUnknown,
            call.awaited + " was begun and its end was not seen " +
                (cancelled ? "before it was aborted" : "by the deadline") +
                "; it may have happened: look at the application before trying again",
            details_of(call, "running"), Sent::kUnknown};
  }
  if (cancelled) return {ErrorCode::kAborted, "aborted while waiting for " + call.awaited, details_of(call, "running")};
  return {ErrorCode::kTimeout, "timed out waiting for " + call.awaited + ": the application did not answer",
          details_of(call, "running")};
}

Error closed(const LaneCall& call) {
  return {ErrorCode::kAborted, "the desktop was closed before this was done: " + call.awaited,
          details_of(call, "closed")};
}

}  // namespace

// Shared by the Lanes and its threads, so that a thread that had to be left behind has all it touches.
// Lock order: a CancelToken's lock may be held when `mutex` is taken (cancellation callbacks); so nothing
// here cancels, registers or unregisters with `mutex` held.
struct Lanes::State : std::enable_shared_from_this<Lanes::State> {
  using TaskPtr = std::shared_ptr<Task>;

  struct Lane {
    std::deque<TaskPtr> queue;
    TaskPtr running;
    std::condition_variable wake;
    std::thread thread;
  };

  explicit State(Options options) : options(options) {}

  void serve(const std::string& key, const std::shared_ptr<Lane>& lane);
  void keep_time();
  void on_cancel(const TaskPtr& task);
  void schedule(Clock::time_point when, const TaskPtr& task) {
    if (when != Clock::time_point::max()) timers.emplace(when, task);
    if (when < clock_sleeps_until) clock_wake.notify_one();
  }
  void unschedule(const TaskPtr& task) {
    for (auto it = timers.begin(); it != timers.end();) it = it->second == task ? timers.erase(it) : std::next(it);
  }

  const Options options;
  mutable std::mutex mutex;
  bool closing = false;
  bool clock_stops = false;
  std::unordered_map<std::string, std::shared_ptr<Lane>> lanes;
  std::condition_variable lane_ended;
  std::vector<std::thread> ended;
  std::multimap<Clock::time_point, TaskPtr> timers;
  std::condition_variable clock_wake;
  // It is not woken for what it will see in time: most calls end long before their deadlines.
  Clock::time_point clock_sleeps_until = Clock::time_point::min();
  std::thread clock;
};

void Lanes::State::serve(const std::string& key, const std::shared_ptr<Lane>& lane) {
  std::unique_lock lock(mutex);
  while (lane->wake.wait_for(lock, options.idle, [&] { return !lane->queue.empty() || closing; })) {
    if (lane->queue.empty()) break;
    TaskPtr task = std::move(lane->queue.front());
    lane->queue.pop_front();
    task->phase_ = Task::Phase::kRunning;
    lane->running = task;
    lock.unlock();

    task->perform({task->call.limits.deadline, task->token});
    task->follows_caller_ = {};

    lock.lock();
    task->phase_ = Task::Phase::kEnded;
    lane->running.reset();
    unschedule(task);
    lock.unlock();
    task.reset();  // what its closure owns is freed without the lock
    lock.lock();
  }
  lanes.erase(key);
  if (lane->thread.joinable()) ended.push_back(std::move(lane->thread));
  clock_wake.notify_one();
  lane_ended.notify_all();
}

// Answers calls whose limits end before they do, and joins threads that went idle.
void Lanes::State::keep_time() {
  std::unique_lock lock(mutex);
  while (!clock_stops) {
    if (!ended.empty()) {
      auto threads = std::exchange(ended, {});
      lock.unlock();
      for (auto& thread : threads) thread.join();
      lock.lock();
      continue;
    }
    const auto now = Clock::now();
    if (timers.empty() || timers.begin()->first > now) {
      clock_sleeps_until = timers.empty() ? Clock::time_point::max() : timers.begin()->first;
      if (timers.empty()) {
        clock_wake.wait(lock);
      } else {
        clock_wake.wait_until(lock, clock_sleeps_until);
      }
      clock_sleeps_until = Clock::time_point::min();
      continue;
    }
    TaskPtr task = std::move(timers.begin()->second);
    timers.erase(timers.begin());
    const bool cancelled = task->cancelled_;
    if (task->phase_ == Task::Phase::kQueued) {
      task->phase_ = Task::Phase::kEnded;
      auto& queue = lanes.at(task->call.lane)->queue;
      queue.erase(std::find(queue.begin(), queue.end(), task));
      unschedule(task);
      lock.unlock();
      task->follows_caller_ = {};
      task->fail(never_began(task->call, cancelled));
      task.reset();
      lock.lock();
    } else if (task->phase_ == Task::Phase::kRunning && !task->overdue_) {
      task->overdue_ = true;
      timers.emplace(now + options.grace, std::move(task));
    } else if (task->phase_ == Task::Phase::kRunning) {
      lock.unlock();
      task->fail(never_ended(task->call, cancelled));
      task->token->cancel();
      task.reset();
      lock.lock();
    }
  }
}

// Runs on the cancelling thread, with the caller's token locked.
void Lanes::State::on_cancel(const TaskPtr& task) {
  {
    std::lock_guard lock(mutex);
    task->cancelled_ = true;
    if (task->phase_ == Task::Phase::kQueued || task->phase_ == Task::Phase::kRunning) {
      schedule(Clock::time_point::min(), task);
    }
  }
  task->token->cancel();
}

Lanes::Lanes(Options options) : state_(std::make_shared<State>(options)) {}

Lanes::~Lanes() { shut_down(Milliseconds(1000)); }

void Lanes::start(std::shared_ptr<Task> task) {
  const auto state = state_;
  task->follows_caller_ =
      CancelToken::on_cancel(task->call.limits.cancel, [state = std::weak_ptr(state), task = std::weak_ptr(task)] {
        const auto live_state = state.lock();
        const auto live_task = task.lock();
        if (live_state && live_task) live_state->on_cancel(live_task);
      });

  std::unique_lock lock(state->mutex);
  const bool refused = state->closing;
  if (refused || task->cancelled_) {
    task->phase_ = Task::Phase::kEnded;
    lock.unlock();
    task->follows_caller_ = {};
    task->fail(refused ? closed(task->call) : never_began(task->call, true));
    return;
  }
  try {
    if (!state->clock.joinable()) state->clock = std::thread([state] { state->keep_time(); });
    auto& lane = state->lanes[task->call.lane];
    if (!lane) {
      lane = std::make_shared<State::Lane>();
      lane->thread = std::thread([state, key = task->call.lane, lane] { state->serve(key, lane); });
    }
    task->phase_ = Task::Phase::kQueued;
    lane->queue.push_back(task);
    state->schedule(task->call.limits.deadline, task);
    lane->wake.notify_one();
  } catch (const std::system_error& error) {
    task->phase_ = Task::Phase::kEnded;
    const auto it = state->lanes.find(task->call.lane);
    if (it != state->lanes.end() && !it->second->thread.joinable()) state->lanes.erase(it);
    lock.unlock();
    task->follows_caller_ = {};
    task->fail({ErrorCode::kRefused,
                "the system refuses this process another thread (" + std::string(error.what()) +
                    "); raise its limit of processes or have fewer applications driven at once",
                details_of(task->call, "queued")});
  }
}

void Lanes::cancel_all() {
  std::vector<std::shared_ptr<Task>> queued, running;
  {
    std::lock_guard lock(state_->mutex);
    state_->closing = true;
    for (auto& [key, lane] : state_->lanes) {
      for (auto& task : lane->queue) {
        task->phase_ = Task::Phase::kEnded;
        state_->unschedule(task);
        queued.push_back(std::move(task));
      }
      lane->queue.clear();
      if (lane->running) running.push_back(lane->running);
      lane->wake.notify_all();
    }
  }
  for (auto& task : running) task->token->cancel();
  for (auto& task : queued) {
    task->follows_caller_ = {};
    task->fail(closed(task->call));
  }
}

bool Lanes::shut_down(Milliseconds bound) {
  const auto until = Clock::now() + bound;
  cancel_all();

  std::unique_lock lock(state_->mutex);
  const bool all_ended = state_->lane_ended.wait_until(lock, until, [this] { return state_->lanes.empty(); });
  std::vector<std::shared_ptr<Task>> left_behind;
  for (auto& [key, lane] : state_->lanes) {
    if (lane->running) left_behind.push_back(lane->running);
    if (lane->thread.joinable()) lane->thread.detach();
  }
  state_->clock_stops = true;
  state_->clock_wake.notify_all();
  auto clock = std::exchange(state_->clock, {});
  lock.unlock();
  if (clock.joinable()) clock.join();

  lock.lock();
  auto threads = std::exchange(state_->ended, {});
  lock.unlock();
  for (auto& thread : threads) thread.join();
  for (auto& task : left_behind) task->fail(never_ended(task->call, true));
  return all_ended;
}

size_t Lanes::threads() const {
  std::lock_guard lock(state_->mutex);
  return state_->lanes.size();
}

}  // namespace surehand
