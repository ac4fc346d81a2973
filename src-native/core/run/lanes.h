#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/result.h"
#include "core/run/limits.h"

namespace surehand {

// A blocking call, as the lanes see it.
struct LaneCall {
  std::string lane;     // calls of one lane run one after the other; lanes run side by side
  std::string awaited;  // what a timeout says was waited for: `a snapshot of "gedit"`
  Limits limits;
  // An act that was begun and whose end was not seen may have happened: OUTCOME_UNKNOWN, never TIMEOUT.
  bool acts = false;
  // Nothing else will run on its lane: the thread ends with the call instead of waiting for another one.
  bool once = false;
};

// The only place where asynchrony happens: runs blocking calls on one thread per lane, made on demand and
// gone when idle, and answers each call exactly once, by its deadline, whatever the lane's thread is stuck
// in. A call that was answered and goes on keeps its thread and what it owns; the lane goes on with a fresh one.
class Lanes {
 public:
  struct Options {
    Milliseconds idle{4000};
    // How long a running call may outlive its deadline or cancellation to give its own, better answer (a cut
    // tree) before it is answered without it.
    Milliseconds grace{100};
    // How long an act may run before it is found out whether it is pending: longer than one takes that returns by
    // itself, and too short for anybody to wait for.
    Milliseconds pending_after{100};
    // Threads that may be left with calls of one lane that do not end. Beyond, its calls are refused.
    size_t most_left = 8;
  };

  Lanes() : Lanes(Options()) {}
  explicit Lanes(Options options);
  // Shuts down within a second.
  ~Lanes();
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  template <class T>
  using Work = std::function<Result<T>(const Limits&)>;
  template <class T>
  using Answer = std::function<void(Result<T>)>;
  // The answer to a call that has not returned, or nothing, when it returns or is to be waited for.
  template <class T>
  using Pending = std::function<std::optional<T>(const Limits&)>;

  // `work` gets the call's deadline and a token that follows the caller's and ends with the lanes. `answer`
  // is called once, on any thread; it must not block. `pending`, where a call may last as long as what it set off, is
  // asked on a fresh thread while `work` is under way; nothing else of the lane runs then until it has answered or
  // `work` has ended.
  template <class T>
  void run(LaneCall call, Work<T> work, Answer<T> answer, Pending<T> pending = nullptr) {
    start(std::make_shared<TypedTask<T>>(std::move(call), std::move(work), std::move(answer), std::move(pending)));
  }

  // Cancels everything, answers what is left with ABORTED and waits for the threads; afterwards every call is
  // refused. Idempotent. False when a call ignored its cancellation for longer than `bound`: its thread is
  // left behind, owning what it uses. Never call it on a lane.
  bool shut_down(Milliseconds bound);
  // The first half of shut_down(): what is under way begins to end. Does not wait.
  void cancel_all();

  // Threads alive that run calls, for tests.
  size_t threads() const;

 private:
  struct State;

  class Task {
   public:
    explicit Task(LaneCall call) : call(std::move(call)) {}
    virtual ~Task() = default;
    virtual void perform(const Limits& limits) = 0;
    virtual void fail(Error error) = 0;
    virtual bool may_pend() const = 0;
    // Whether it was answered though it has not returned.
    virtual bool pend(const Limits& limits) = 0;

    LaneCall call;
    std::shared_ptr<CancelToken> token = std::make_shared<CancelToken>();
    std::shared_ptr<CancelToken> returned;  // ends the question whether it is pending, once that was asked

   protected:
    bool claim() { return !answered_.exchange(true); }

   private:
    friend class Lanes;
    friend struct State;
    enum class Phase { kNew, kQueued, kRunning, kEnded } phase_ = Phase::kNew;  // under State::mutex
    bool cancelled_ = false;                                                    // under State::mutex
    bool overdue_ = false;                                                      // under State::mutex
    bool given_up_ = false;                                                     // under State::mutex
    std::atomic<bool> answered_{false};
    CancelToken::Registration follows_caller_;
  };

  template <class T>
  class TypedTask final : public Task {
   public:
    TypedTask(LaneCall call, Work<T> work, Answer<T> answer, Pending<T> pending)
        : Task(std::move(call)), work_(std::move(work)), answer_(std::move(answer)), pending_(std::move(pending)) {}
    void perform(const Limits& limits) override {
      auto result = work_(limits);
      if (claim()) answer_(std::move(result));
    }
    void fail(Error error) override {
      if (claim()) answer_(std::move(error));
    }
    bool may_pend() const override { return pending_ != nullptr; }
    bool pend(const Limits& limits) override {
      auto answer = pending_(limits);
      if (!answer || !claim()) return false;
      answer_(std::move(*answer));
      return true;
    }

   private:
    Work<T> work_;
    Answer<T> answer_;
    Pending<T> pending_;
  };

  void start(std::shared_ptr<Task> task);

  std::shared_ptr<State> state_;
};

}  // namespace surehand
