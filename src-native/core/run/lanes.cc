#include "core/run/lanes.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/run/thread.h"

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
            call.awaited + " was started and had not returned " +
                (cancelled ? "when it was aborted" : "by the deadline") +
                "; it may have happened: look at the application before trying again",
            details_of(call, "running"), Sent::kUnknown};
  }
  if (cancelled) return {ErrorCode::kAborted, "aborted while waiting for " + call.awaited, details_of(call, "running")};
  return {ErrorCode::kTimeout, "timed out waiting for " + call.awaited + ": the application did not answer",
          details_of(call, "running")};
}

Error refused(const LaneCall& call, size_t left) {
  return {ErrorCode::kAppUnresponsive,
          "refused " + call.awaited + ": " + std::to_string(left) +
              " earlier calls to the same application have not ended; close the dialogs that it shows, or end it",
          details_of(call, "refused")};
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
    TaskPtr running;  // by the thread whose turn it is
    TaskPtr asked;    // it finds out whether this one is pending
    std::condition_variable wake;
    std::thread thread;
    uint64_t turn = 0;   // of the thread that serves; the others were left with their calls
    size_t left = 0;     // how many were
    bool stuck = false;  // its call does not end, and no more threads may be left
  };
  using LanePtr = std::shared_ptr<Lane>;

  struct Left {
    std::thread thread;
    TaskPtr task;
  };

  struct Timer {
    TaskPtr task;
    bool asks;  // whether it is pending; else it is the task's end
  };

  explicit State(Options options) : options(options) {}

  Status prepare(const std::string& key);
  Status begin(const LanePtr& lane, const std::string& key, TaskPtr before = nullptr);
  void serve(const LanePtr& lane, const std::string& key, uint64_t turn, TaskPtr before);
  void ask_whether_pending(std::unique_lock<std::mutex>& lock, const LanePtr& lane, TaskPtr task);
  bool leave(const LanePtr& lane, const std::string& key, const TaskPtr& asked = nullptr);
  void come_back(const LanePtr& lane, const std::string& key, uint64_t turn);
  std::vector<TaskPtr> give_up(const TaskPtr& task);
  void keep_time();
  void on_cancel(const TaskPtr& task);
  void schedule(Clock::time_point when, const TaskPtr& task, bool asks = false) {
    if (when != Clock::time_point::max()) timers.emplace(when, Timer{task, asks});
    if (when < clock_sleeps_until) clock_wake.notify_one();
  }
  void unschedule(const TaskPtr& task) {
    for (auto it = timers.begin(); it != timers.end();) it = it->second.task == task ? timers.erase(it) : std::next(it);
  }

  const Options options;
  mutable std::mutex mutex;
  bool closing = false;
  bool clock_stops = false;
  std::unordered_map<std::string, LanePtr> lanes;
  uint64_t turns = 0;
  std::unordered_map<uint64_t, Left> left;  // by their turn
  std::condition_variable lane_ended;
  std::vector<std::thread> ended;
  std::multimap<Clock::time_point, Timer> timers;
  std::condition_variable clock_wake;
  // It is not woken for what it will see in time: most calls end long before their deadlines.
  Clock::time_point clock_sleeps_until = Clock::time_point::min();
  std::thread clock;
};

// Gives a lane a fresh thread. An error, when there is none, leaves the lane as it was.
Status Lanes::State::begin(const LanePtr& lane, const std::string& key, TaskPtr before) {
  const uint64_t turn = ++turns;
  SUREHAND_TRY(thread,
               start_thread([state = shared_from_this(), lane, key, turn, before = std::move(before)]() mutable {
                 state->serve(lane, key, turn, std::move(before));
               }));
  lane->thread = thread.take();
  lane->turn = turn;
  return Done{};
}

// The clock runs and the lane has a thread.
Status Lanes::State::prepare(const std::string& key) {
  if (!clock.joinable()) {
    SUREHAND_TRY(thread, start_thread([state = shared_from_this()] { state->keep_time(); }));
    clock = thread.take();
  }
  if (lanes.count(key) != 0) return Done{};
  const auto lane = std::make_shared<Lane>();
  SUREHAND_TRY(began, begin(lane, key));
  lanes.emplace(key, lane);
  return Done{};
}

// Until it has nothing more to do, or was left with a call that goes on.
void Lanes::State::serve(const LanePtr& lane, const std::string& key, uint64_t turn, TaskPtr before) {
  std::unique_lock lock(mutex);
  if (before) ask_whether_pending(lock, lane, std::move(before));
  bool once = false;
  while (lane->turn == turn) {
    lane->wake.wait_for(lock, once ? Milliseconds(0) : options.idle, [&] { return !lane->queue.empty() || closing; });
    if (lane->queue.empty()) {
      if (closing || lane->left == 0) break;
      continue;  // how many were left is known as long as the lane is
    }
    TaskPtr task = std::move(lane->queue.front());
    lane->queue.pop_front();
    task->phase_ = Task::Phase::kRunning;
    lane->running = task;
    once = task->call.once;
    if (task->may_pend()) schedule(Clock::now() + options.pending_after, task, true);
    lock.unlock();

    task->perform({task->call.limits.deadline, task->token});
    task->follows_caller_ = {};

    lock.lock();
    task->phase_ = Task::Phase::kEnded;
    unschedule(task);
    if (lane->turn == turn) {
      lane->running.reset();
      lane->stuck = false;
    } else {
      left.at(turn).task.reset();
    }
    const auto returned = task->returned;
    lock.unlock();
    if (returned) returned->cancel();
    task.reset();  // what its closure owns is freed without the lock
    lock.lock();
  }
  if (lane->turn != turn) return come_back(lane, key, turn);
  lanes.erase(key);
  if (lane->thread.joinable()) ended.push_back(std::move(lane->thread));
  clock_wake.notify_one();
  lane_ended.notify_all();
}

// Until that is known no other call may go to the application: what it does then would be another's doing.
void Lanes::State::ask_whether_pending(std::unique_lock<std::mutex>& lock, const LanePtr& lane, TaskPtr task) {
  const Limits limits{task->call.limits.deadline, task->returned};
  lock.unlock();
  const bool pending = task->pend(limits);
  lock.lock();
  const auto settled = [&] { return pending || closing || task->given_up_ || task->phase_ == Task::Phase::kEnded; };
  lane->wake.wait(lock, settled);
  if (lane->asked == task) {
    lane->asked.reset();
    lane->stuck = false;
  }
  lock.unlock();
  task.reset();
  lock.lock();
}

// Leaves the lane's thread to its call and has a fresh one go on. False when there can be none.
bool Lanes::State::leave(const LanePtr& lane, const std::string& key, const TaskPtr& asked) {
  if (closing || lane->left >= options.most_left) return false;
  const uint64_t turn = lane->turn;
  Left stays{std::move(lane->thread), lane->running};
  if (asked) asked->returned = std::make_shared<CancelToken>();
  if (!begin(lane, key, asked)) {
    lane->thread = std::move(stays.thread);
    return false;
  }
  left.emplace(turn, std::move(stays));
  ++lane->left;
  lane->running.reset();
  lane->asked = asked;
  return true;
}

// The end of a thread that was left.
void Lanes::State::come_back(const LanePtr& lane, const std::string& key, uint64_t turn) {
  const auto mine = left.find(turn);
  if (mine->second.thread.joinable()) ended.push_back(std::move(mine->second.thread));
  left.erase(mine);
  --lane->left;
  if (lane->stuck && leave(lane, key)) lane->stuck = false;
  lane->wake.notify_all();
  clock_wake.notify_one();
  lane_ended.notify_all();
}

// A call that is answered without its end lets the others of its lane go on. Those that cannot, for too many threads were
// left already.
std::vector<Lanes::State::TaskPtr> Lanes::State::give_up(const TaskPtr& task) {
  task->given_up_ = true;
  const auto found = lanes.find(task->call.lane);
  if (found == lanes.end()) return {};
  const LanePtr& lane = found->second;
  lane->wake.notify_all();
  if ((lane->running != task && lane->asked != task) || leave(lane, task->call.lane)) return {};
  lane->stuck = true;
  std::vector<TaskPtr> queued(lane->queue.begin(), lane->queue.end());
  lane->queue.clear();
  for (const auto& each : queued) {
    each->phase_ = Task::Phase::kEnded;
    unschedule(each);
  }
  return queued;
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
    auto [task, asks] = std::move(timers.begin()->second);
    timers.erase(timers.begin());
    const bool cancelled = task->cancelled_;
    if (asks) {
      const auto& lane = lanes.at(task->call.lane);
      if (lane->running == task && !task->overdue_) leave(lane, task->call.lane, task);
    } else if (task->phase_ == Task::Phase::kQueued) {
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
      timers.emplace(now + options.grace, Timer{std::move(task), false});
    } else if (task->phase_ == Task::Phase::kRunning) {
      const auto refusing = give_up(task);
      const auto returned = task->returned;
      lock.unlock();
      task->fail(never_ended(task->call, cancelled));
      task->token->cancel();
      if (returned) returned->cancel();
      for (const auto& each : refusing) {
        each->follows_caller_ = {};
        each->fail(refused(each->call, options.most_left + 1));
      }
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
  const auto known = state->lanes.find(task->call.lane);
  const bool stuck = known != state->lanes.end() && known->second->stuck;
  const bool closing = state->closing;
  if (closing || stuck || task->cancelled_) {
    const bool cancelled = task->cancelled_;
    task->phase_ = Task::Phase::kEnded;
    lock.unlock();
    task->follows_caller_ = {};
    task->fail(closing     ? closed(task->call)
               : cancelled ? never_began(task->call, true)
                           : refused(task->call, state->options.most_left + 1));
    return;
  }
  auto ready = state->prepare(task->call.lane);
  if (!ready) {
    task->phase_ = Task::Phase::kEnded;
    lock.unlock();
    task->follows_caller_ = {};
    Error error = ready.take_error();
    error.details = details_of(task->call, "queued");
    task->fail(std::move(error));
    return;
  }
  const auto& lane = state->lanes.at(task->call.lane);
  task->phase_ = Task::Phase::kQueued;
  lane->queue.push_back(task);
  state->schedule(task->call.limits.deadline, task);
  lane->wake.notify_one();
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
    for (auto& [turn, stays] : state_->left) {
      if (stays.task) running.push_back(stays.task);
    }
  }
  for (auto& task : running) {
    task->token->cancel();
    if (task->returned) task->returned->cancel();
  }
  for (auto& task : queued) {
    task->follows_caller_ = {};
    task->fail(closed(task->call));
  }
}

bool Lanes::shut_down(Milliseconds bound) {
  const auto until = Clock::now() + bound;
  cancel_all();

  std::unique_lock lock(state_->mutex);
  const bool all_ended =
      state_->lane_ended.wait_until(lock, until, [this] { return state_->lanes.empty() && state_->left.empty(); });
  std::vector<std::shared_ptr<Task>> left_behind;
  for (auto& [turn, stays] : state_->left) {
    if (stays.task) left_behind.push_back(stays.task);
    if (stays.thread.joinable()) stays.thread.detach();
  }
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
  return state_->lanes.size() + state_->left.size();
}

}  // namespace surehand
