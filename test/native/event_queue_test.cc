#include "core/run/event_queue.h"

#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <thread>

using namespace surehand;

namespace {

Event event(std::string source, EventKind kind = EventKind::kState, std::string detail = "StateChanged:enabled") {
  Event made;
  made.kind = kind;
  made.source = std::move(source);
  made.detail = std::move(detail);
  return made;
}

}  // namespace

TEST_CASE("what is pushed is taken once, in its order") {
  EventQueue queue([] {});
  queue.push(event("a"));
  queue.push(event("b", EventKind::kFocus, "StateChanged:focused"));
  const auto batch = queue.take();
  REQUIRE(batch.events.size() == 2);
  CHECK(batch.events[0].source == "a");
  CHECK(batch.events[1].source == "b");
  CHECK(batch.events[1].kind == EventKind::kFocus);
  CHECK(batch.events[1].detail == "StateChanged:focused");
  CHECK(batch.merged == 0);
  CHECK(batch.dropped == 0);
  CHECK(queue.take().events.empty());
}

TEST_CASE("the same event twice is one; another kind, source or detail is another") {
  EventQueue queue([] {});
  queue.push(event("a"));
  queue.push(event("a"));
  queue.push(event("a", EventKind::kFocus));
  queue.push(event("b"));
  queue.push(event("a", EventKind::kState, "StateChanged:busy"));
  queue.push(event("a"));
  const auto batch = queue.take();
  CHECK(batch.events.size() == 4);
  CHECK(batch.merged == 2);
  // What was taken does not count any more.
  queue.push(event("a"));
  const auto next = queue.take();
  CHECK(next.events.size() == 1);
  CHECK(next.merged == 0);
}

TEST_CASE("beyond its bound it counts and keeps what came first") {
  EventQueue queue([] {}, 3);
  for (int i = 0; i < 10; ++i) queue.push(event(std::to_string(i)));
  queue.push(event("1"));
  const auto batch = queue.take();
  REQUIRE(batch.events.size() == 3);
  CHECK(batch.events[2].source == "2");
  CHECK(batch.dropped == 7);
  CHECK(batch.merged == 1);
  queue.push(event("9"));
  const auto next = queue.take();
  CHECK(next.events.size() == 1);
  CHECK(next.dropped == 0);
}

TEST_CASE("ready is called once for each batch") {
  int ready = 0;
  EventQueue queue([&] { ++ready; });
  CHECK(ready == 0);
  queue.push(event("a"));
  queue.push(event("a"));
  queue.push(event("b"));
  CHECK(ready == 1);
  queue.take();
  CHECK(ready == 1);
  queue.push(event("a"));
  CHECK(ready == 2);
}

TEST_CASE("nothing is lost or invented between several threads that push and one that takes") {
  constexpr int kThreads = 4;
  constexpr int kEach = 2000;
  std::atomic<uint32_t> ready{0};
  EventQueue queue([&] { ++ready; }, 64);
  std::atomic<int> pushing{kThreads};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kEach; ++i) queue.push(event(std::to_string(thread) + "/" + std::to_string(i % 50)));
      --pushing;
    });
  }
  uint32_t taken = 0, batches = 0;
  const auto take = [&] {
    const auto batch = queue.take();
    std::set<std::string> sources;
    for (const auto& each : batch.events) sources.insert(each.source);
    // One thread's pushes may be merged, but a batch never holds the same twice, nor more than the bound.
    CHECK(sources.size() == batch.events.size());
    CHECK(batch.events.size() <= 64);
    taken += static_cast<uint32_t>(batch.events.size()) + batch.merged + batch.dropped;
    batches += batch.events.empty() ? 0 : 1;
  };
  while (pushing > 0) take();
  for (auto& thread : threads) thread.join();
  take();
  CHECK(taken == kThreads * kEach);
  CHECK(ready == batches);
}
