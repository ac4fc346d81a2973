#include "core/run/lanes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

using namespace surehand;

namespace {

Lanes::Options quick() { return {Milliseconds(50), Milliseconds(50)}; }

template <class T>
struct Call {
  std::shared_ptr<std::promise<Result<T>>> promise = std::make_shared<std::promise<Result<T>>>();
  std::future<Result<T>> future = promise->get_future();

  // A call that is answered twice makes set_value throw, which ends the test program.
  Lanes::Answer<T> answer() {
    return [promise = promise](Result<T> result) { promise->set_value(std::move(result)); };
  }
  Result<T> get() { return future.get(); }
};

template <class T>
Call<T> run(Lanes& lanes, LaneCall call, Lanes::Work<T> work, Lanes::Pending<T> pending = nullptr) {
  Call<T> made;
  lanes.run<T>(std::move(call), std::move(work), made.answer(), std::move(pending));
  return made;
}

// Lanes that find out at once whether an act is pending, and leave at most `most` threads.
Lanes::Options eager(size_t most = 8) { return {Milliseconds(50), Milliseconds(20), Milliseconds(0), most}; }

// Whether it came to be so.
template <class So>
bool eventually(So so) {
  const auto until = Clock::now() + std::chrono::seconds(10);
  while (!so() && Clock::now() < until) std::this_thread::yield();
  return so();
}

LaneCall on(std::string lane, Limits limits = {}, bool acts = false) {
  return {std::move(lane), "the answer of " + lane, std::move(limits), acts};
}

// A backend call that honours its limits.
Result<int> wait_out(const Limits& limits) {
  limits.cancel->wait_until(limits.deadline);
  return *limits.exceeded("nothing");
}

// A call that occupies its lane until it is let go, and does not listen to anybody. Outlives its lanes.
struct Plug {
  std::promise<void> entered, released;
  std::shared_future<void> release = released.get_future().share();
  Lanes::Work<int> work() {
    return [this](const Limits&) -> Result<int> {
      entered.set_value();
      release.wait();
      return 1;
    };
  }
};

// Runs a call that does not listen, and cancels it once it has begun: it outlives its limits.
Result<int> outlive(Lanes& lanes, const std::string& lane, Plug& plug) {
  auto token = std::make_shared<CancelToken>();
  auto call = run<int>(lanes, on(lane, {Clock::time_point::max(), token}), plug.work());
  plug.entered.get_future().wait();
  token->cancel();
  return call.get();
}

}  // namespace

TEST_CASE("a call's result reaches its caller") {
  Lanes lanes;
  auto call = run<std::string>(lanes, on("a"), [](const Limits&) { return std::string("hello"); });
  CHECK(call.get().take() == "hello");
}

TEST_CASE("calls of one lane run in order, one at a time, on one thread") {
  std::vector<int> order;
  std::vector<std::thread::id> threads;
  Lanes lanes;
  std::vector<Call<int>> calls;
  for (int i = 0; i < 100; ++i) {
    calls.push_back(run<int>(lanes, on("a"), [&, i](const Limits&) {
      order.push_back(i);
      threads.push_back(std::this_thread::get_id());
      return i;
    }));
  }
  for (int i = 0; i < 100; ++i) CHECK(calls[i].get().take() == i);
  CHECK(order.size() == 100);
  CHECK(std::is_sorted(order.begin(), order.end()));
  CHECK(std::all_of(threads.begin(), threads.end(), [&](auto id) { return id == threads[0]; }));
}

TEST_CASE("a hung lane does not hold up another") {
  Plug plug;
  Lanes lanes;
  auto hung = run<int>(lanes, on("hung"), plug.work());
  plug.entered.get_future().wait();
  CHECK(run<int>(lanes, on("well"), [](const Limits&) { return 2; }).get().take() == 2);
  plug.released.set_value();
  CHECK(hung.get().take() == 1);
}

TEST_CASE("a queued call is answered by its deadline while its lane is stuck, and never runs") {
  Plug plug;
  Lanes lanes;
  auto hung = run<int>(lanes, on("a"), plug.work());
  bool ran = false;
  const auto began = Clock::now();
  auto queued = run<int>(lanes, on("a", Limits::within(Milliseconds(30))), [&](const Limits&) {
    ran = true;
    return 0;
  });
  const auto result = queued.get();
  CHECK(Clock::now() - began >= Milliseconds(30));
  CHECK(result.error().code == ErrorCode::kTimeout);
  CHECK(result.error().details["phase"].as_string() == "queued");
  plug.released.set_value();
  CHECK(hung.get().ok());
  CHECK(run<int>(lanes, on("a"), [](const Limits&) { return 3; }).get().ok());
  CHECK_FALSE(ran);
}

TEST_CASE("a queued call is answered at once when it is cancelled") {
  Plug plug;
  Lanes lanes;
  auto hung = run<int>(lanes, on("a"), plug.work());
  auto token = std::make_shared<CancelToken>();
  auto queued = run<int>(lanes, on("a", {Clock::time_point::max(), token}), [](const Limits&) { return 0; });
  token->cancel();
  CHECK(queued.get().error().code == ErrorCode::kAborted);
  plug.released.set_value();
}

TEST_CASE("a call whose token was cancelled before does not run") {
  Lanes lanes;
  auto token = std::make_shared<CancelToken>();
  token->cancel();
  bool ran = false;
  auto call = run<int>(lanes, on("a", {Clock::time_point::max(), token}), [&](const Limits&) {
    ran = true;
    return 0;
  });
  CHECK(call.get().error().code == ErrorCode::kAborted);
  CHECK_FALSE(ran);
}

TEST_CASE("cancellation and deadline reach the running call, whose own answer counts") {
  Lanes lanes({Milliseconds(50), Milliseconds(10000)});
  auto token = std::make_shared<CancelToken>();
  std::promise<void> entered;
  auto cancelled = run<int>(lanes, on("a", {Clock::time_point::max(), token}), [&](const Limits& limits) {
    entered.set_value();
    return wait_out(limits);
  });
  entered.get_future().wait();
  token->cancel();
  CHECK(cancelled.get().error().message == "aborted while waiting for nothing");

  auto late = run<int>(lanes, on("a", Limits::within(Milliseconds(20))), wait_out);
  CHECK(late.get().error().message == "timed out waiting for nothing");
}

TEST_CASE("a running call that ignores its deadline is answered without it") {
  Plug reading, acting;
  Lanes lanes(quick());
  auto read = run<int>(lanes, on("a", Limits::within(Milliseconds(200))), reading.work());
  auto act = run<int>(lanes, on("b", Limits::within(Milliseconds(200)), true), acting.work());
  CHECK(read.get().error().code == ErrorCode::kTimeout);
  CHECK(act.get().error().code == ErrorCode::kOutcomeUnknown);
  reading.released.set_value();
  acting.released.set_value();
}

TEST_CASE("an idle lane's thread goes, and comes back when it is needed") {
  Lanes lanes(quick());
  CHECK(lanes.threads() == 0);
  CHECK(run<int>(lanes, on("a"), [](const Limits&) { return 1; }).get().ok());
  CHECK(eventually([&] { return lanes.threads() == 0; }));
  CHECK(run<int>(lanes, on("a"), [](const Limits&) { return 2; }).get().take() == 2);
}

TEST_CASE("the thread of a call that is the only one of its lane ends with it") {
  Lanes lanes({Milliseconds(60'000), Milliseconds(50)});
  for (int i = 0; i < 20; ++i) {
    LaneCall call = on("once " + std::to_string(i));
    call.once = true;
    CHECK(run<int>(lanes, std::move(call), [i](const Limits&) -> Result<int> { return i; }).get().value() == i);
  }
  CHECK(eventually([&] { return lanes.threads() == 0; }));
}

TEST_CASE("shutting down cancels what runs, refuses what waits and what comes, and ends") {
  std::promise<void> entered;
  Lanes lanes;
  auto running = run<int>(lanes, on("a"), [&](const Limits& limits) {
    entered.set_value();
    return wait_out(limits);
  });
  auto waiting = run<int>(lanes, on("a"), [](const Limits&) { return 0; });
  entered.get_future().wait();
  CHECK(lanes.shut_down(Milliseconds(10000)));
  CHECK(running.get().error().code == ErrorCode::kAborted);
  CHECK(waiting.get().error().code == ErrorCode::kAborted);
  CHECK(run<int>(lanes, on("a"), [](const Limits&) { return 0; }).get().error().code == ErrorCode::kAborted);
  CHECK(lanes.shut_down(Milliseconds(0)));
  CHECK(lanes.threads() == 0);
}

TEST_CASE("shutting down is bounded by a call that does not listen, which keeps what it uses") {
  auto plug = std::make_shared<Plug>();
  auto done = std::make_shared<std::promise<void>>();
  auto finished = done->get_future();
  {
    Lanes lanes(quick());
    auto stuck = run<int>(lanes, on("a"), [plug, done](const Limits& limits) {
      auto result = plug->work()(limits);
      done->set_value();
      return result;
    });
    plug->entered.get_future().wait();
    CHECK_FALSE(lanes.shut_down(Milliseconds(30)));
    CHECK(stuck.get().error().code == ErrorCode::kAborted);
  }
  plug->released.set_value();
  finished.wait();
}

TEST_CASE("calls that are cancelled, late and finished at the same moment are each answered once") {
  Lanes lanes({Milliseconds(1), Milliseconds(0)});
  std::vector<Call<int>> calls;
  std::vector<std::thread> cancellers;
  for (int i = 0; i < 600; ++i) {
    auto token = std::make_shared<CancelToken>();
    calls.push_back(run<int>(lanes, on("lane " + std::to_string(i % 5), Limits::within(Milliseconds(i % 4), token)),
                             [](const Limits& limits) -> Result<int> {
                               if (limits.cancel->wait_until(Clock::now() + std::chrono::microseconds(300))) {
                                 return *limits.exceeded("nothing");
                               }
                               return 1;
                             }));
    if (i % 3 == 0) cancellers.emplace_back([token] { token->cancel(); });
  }
  for (auto& thread : cancellers) thread.join();
  for (auto& call : calls) {
    const auto result = call.get();
    if (!result.ok()) {
      const bool known = result.error().code == ErrorCode::kTimeout || result.error().code == ErrorCode::kAborted;
      CHECK(known);
    }
  }
}

TEST_CASE("a call that outlived its limits keeps its thread, and the next of its lane goes on without it") {
  Plug plug;
  Lanes lanes(quick());
  CHECK(outlive(lanes, "a", plug).error().code == ErrorCode::kAborted);
  CHECK(run<int>(lanes, on("a"), [](const Limits&) { return 2; }).get().take() == 2);
  CHECK(lanes.threads() == 2);
  plug.released.set_value();
  CHECK(eventually([&] { return lanes.threads() == 0; }));
}

TEST_CASE("an act that is pending is answered as such, and its lane goes on while it is") {
  Plug plug;
  Lanes lanes(eager());
  auto act = run<int>(lanes, on("a", {}, true), plug.work(), [](const Limits&) { return 7; });
  CHECK(act.get().take() == 7);
  CHECK(run<int>(lanes, on("a"), [](const Limits&) { return 2; }).get().take() == 2);
  plug.released.set_value();
  CHECK(eventually([&] { return lanes.threads() == 0; }));
}

TEST_CASE("acts may be pending one in another") {
  Plug outer, inner;
  Lanes lanes(eager());
  CHECK(run<int>(lanes, on("a", {}, true), outer.work(), [](const Limits&) { return 1; }).get().ok());
  CHECK(run<int>(lanes, on("a", {}, true), inner.work(), [](const Limits&) { return 2; }).get().ok());
  CHECK(run<int>(lanes, on("a"), [](const Limits&) { return 3; }).get().take() == 3);
  CHECK(lanes.threads() == 3);
  inner.released.set_value();
  outer.released.set_value();
}

TEST_CASE("an act that returns before it is known to be pending is answered with what it returns") {
  Plug plug;
  std::promise<void> asked;
  Lanes lanes(eager());
  auto act = run<int>(lanes, on("a", {}, true), plug.work(), [&](const Limits& limits) -> std::optional<int> {
    asked.set_value();
    limits.cancel->wait_until(Clock::time_point::max());  // the question ends with the act
    return std::nullopt;
  });
  asked.get_future().wait();
  plug.released.set_value();
  CHECK(act.get().take() == 1);
  CHECK(run<int>(lanes, on("a"), [](const Limits&) { return 2; }).get().take() == 2);
}

TEST_CASE("nothing of the lane runs before it is known whether an act is pending") {
  Plug plug;
  std::promise<void> asked, known;
  std::atomic<bool> ran{false};
  Lanes lanes(eager());
  auto act = run<int>(lanes, on("a", {}, true), plug.work(), [&](const Limits&) -> std::optional<int> {
    asked.set_value();
    known.get_future().wait();
    CHECK_FALSE(ran);
    return 7;
  });
  asked.get_future().wait();
  auto next = run<int>(lanes, on("a"), [&](const Limits&) {
    ran = true;
    return 2;
  });
  known.set_value();
  CHECK(act.get().take() == 7);
  CHECK(next.get().take() == 2);
  plug.released.set_value();
}

TEST_CASE("an act of which nobody knows whether it is pending leaves its outcome open, and its lane goes on") {
  Plug plug, question;
  Lanes lanes(eager());
  auto token = std::make_shared<CancelToken>();
  auto act = run<int>(lanes, on("a", {Clock::time_point::max(), token}, true), plug.work(),
                      [&](const Limits& limits) -> std::optional<int> {
                        (void)question.work()(limits);  // hangs as well
                        return std::nullopt;
                      });
  question.entered.get_future().wait();
  auto next = run<int>(lanes, on("a"), [](const Limits&) { return 2; });
  token->cancel();
  const auto lost = act.get();
  CHECK(lost.error().code == ErrorCode::kOutcomeUnknown);
  CHECK(lost.error().sent == Sent::kUnknown);
  CHECK(next.get().take() == 2);
  plug.released.set_value();
  question.released.set_value();
}

TEST_CASE("a lane whose calls do not end leaves so many threads and no more, says so, and goes on when one ends") {
  Plug plugs[3];
  Lanes lanes(eager(2));
  for (Plug& plug : plugs) {
    CHECK_FALSE(outlive(lanes, "a", plug).ok());
  }
  CHECK(lanes.threads() == 3);
  const auto refused = run<int>(lanes, on("a"), [](const Limits&) { return 0; }).get();
  CHECK(refused.error().code == ErrorCode::kAppUnresponsive);
  CHECK(refused.error().message.find("3 earlier calls") != std::string::npos);
  CHECK(refused.error().sent == Sent::kNo);
  CHECK(run<int>(lanes, on("b"), [](const Limits&) { return 4; }).get().take() == 4);
  plugs[0].released.set_value();
  CHECK(eventually([&] { return run<int>(lanes, on("a"), [](const Limits&) { return 5; }).get().ok(); }));
  plugs[1].released.set_value();
  plugs[2].released.set_value();
}

TEST_CASE("what waits behind the last call that may be left is refused, not held") {
  Plug plug;
  Lanes lanes(eager(0));
  auto token = std::make_shared<CancelToken>();
  auto hung = run<int>(lanes, on("a", {Clock::time_point::max(), token}), plug.work());
  plug.entered.get_future().wait();
  auto waiting = run<int>(lanes, on("a"), [](const Limits&) { return 0; });
  token->cancel();
  CHECK_FALSE(hung.get().ok());
  CHECK(waiting.get().error().code == ErrorCode::kAppUnresponsive);
  plug.released.set_value();
}

TEST_CASE("shutting down ends pending acts that listen, and leaves behind those that do not, with what they use") {
  auto deaf = std::make_shared<Plug>();
  auto done = std::make_shared<std::promise<void>>();
  auto finished = done->get_future();
  std::promise<void> heard;
  {
    Lanes lanes(eager());
    const auto listens = [&](const Limits& limits) {
      auto result = wait_out(limits);
      heard.set_value();
      return result;
    };
    CHECK(run<int>(lanes, on("a", {}, true), listens, [](const Limits&) { return 1; }).get().take() == 1);
    const auto stays = [deaf, done](const Limits& limits) {
      auto result = deaf->work()(limits);
      done->set_value();
      return result;
    };
    CHECK(run<int>(lanes, on("b", {}, true), stays, [](const Limits&) { return 2; }).get().take() == 2);
    CHECK_FALSE(lanes.shut_down(Milliseconds(50)));
    heard.get_future().wait();
  }
  deaf->released.set_value();
  finished.wait();
}

TEST_CASE("errors say whether anything was sent") {
  Plug plug;
  Lanes lanes(quick());
  auto token = std::make_shared<CancelToken>();
  auto running = run<int>(lanes, on("a", {Clock::time_point::max(), token}, true), plug.work());
  plug.entered.get_future().wait();
  auto queued = run<int>(lanes, on("a", Limits::within(Milliseconds(20)), true), [](const Limits&) { return 0; });
  CHECK(queued.get().error().sent == Sent::kNo);
  token->cancel();
  CHECK(running.get().error().sent == Sent::kUnknown);
  plug.released.set_value();
}

TEST_CASE("acts that are pending, late, cancelled and finished at the same moment are each answered once") {
  Lanes lanes({Milliseconds(1), Milliseconds(0), Milliseconds(0), 3});
  std::vector<Call<int>> calls;
  std::vector<std::thread> cancellers;
  for (int i = 0; i < 400; ++i) {
    auto token = std::make_shared<CancelToken>();
    calls.push_back(run<int>(
        lanes, on("lane " + std::to_string(i % 5), Limits::within(Milliseconds(1 + i % 7), token), true),
        [i](const Limits& limits) -> Result<int> {
          if (i % 4 == 0) std::this_thread::sleep_for(Milliseconds(2));  // does not listen
          if (limits.cancel->wait_until(Clock::now() + std::chrono::microseconds(300))) {
            return *limits.exceeded("nothing");
          }
          return 1;
        },
        [i](const Limits&) { return i % 2 == 0 ? std::optional<int>(2) : std::nullopt; }));
    if (i % 3 == 0) cancellers.emplace_back([token] { token->cancel(); });
  }
  for (auto& thread : cancellers) thread.join();
  for (auto& call : calls) (void)call.get();
}
