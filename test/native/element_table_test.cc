#include "core/tree/element_table.h"

#include <doctest/doctest.h>

#include <set>
#include <thread>
#include <vector>

using surehand::ElementHold;
using surehand::ElementTable;

namespace {

// Counts how many handles there are, and on which thread the last one went.
struct Handle {
  explicit Handle(int element) : element(element), owned(std::make_shared<int>(element)) {}
  int element;
  std::shared_ptr<int> owned;
  friend bool operator==(const Handle& a, const Handle& b) { return a.element == b.element; }
  struct Hash {
    size_t operator()(const Handle& handle) const { return static_cast<size_t>(handle.element); }
  };
};

using Table = ElementTable<Handle, Handle::Hash>;

}  // namespace

TEST_CASE("equal handles have one name, others another, in each application") {
  Table table;
  const auto one = table.intern("app", Handle(1));
  CHECK_FALSE(one.identity.empty());
  CHECK(table.intern("app", Handle(1)).identity == one.identity);
  const auto two = table.intern("app", Handle(2));
  const auto other = table.intern("other", Handle(1));
  CHECK(std::set<std::string>{one.identity, two.identity, other.identity}.size() == 3);
  CHECK(table.find("app", two.identity)->element == 2);
  CHECK_FALSE(table.find("app", other.identity).has_value());
  CHECK_FALSE(table.find("nobody", one.identity).has_value());
}

TEST_CASE("forget lets go of what nobody holds, and of nothing else; a name does not come back") {
  Table table;
  auto kept = table.intern("app", Handle(1));
  const std::weak_ptr<int> handle = [&] {
    Handle gone(2);
    table.intern("app", gone);
    return std::weak_ptr<int>(gone.owned);
  }();
  CHECK_FALSE(handle.expired());
  table.forget("app");
  CHECK(handle.expired());
  CHECK(table.size() == 1);
  CHECK(table.find("app", kept.identity).has_value());
  const std::string name = std::exchange(kept, {}).identity;
  table.forget("app");
  CHECK(table.size() == 0);
  CHECK_FALSE(table.find("app", name).has_value());
  CHECK(table.intern("app", Handle(1)).identity != name);
}

TEST_CASE("letting go of the last hold frees no handle: the thread that forgets does") {
  Table table;
  const std::weak_ptr<int> handle = [&] {
    Handle own(1);
    auto named = table.intern("app", own);
    std::thread([hold = std::move(named.hold)]() mutable { hold = nullptr; }).join();
    return std::weak_ptr<int>(own.owned);
  }();
  CHECK_FALSE(handle.expired());
  table.forget("app");
  CHECK(handle.expired());
}

TEST_CASE("the end of an application is the end of its elements, held or not") {
  Table table;
  const auto held = table.intern("app", Handle(1));
  const auto other = table.intern("other", Handle(2));
  table.end("app");
  CHECK_FALSE(table.find("app", held.identity).has_value());
  CHECK(table.find("other", other.identity).has_value());
}

TEST_CASE("threads that ask and forget at once agree while somebody holds") {
  Table table;
  constexpr int kThreads = 4, kElements = 500;
  std::vector<ElementHold> holds;
  std::vector<std::string> names;
  for (int i = 0; i < kElements; ++i) {
    auto named = table.intern("app", Handle(i));
    holds.push_back(named.hold);
    names.push_back(named.identity);
  }
  std::vector<std::thread> threads;
  std::vector<int> wrong(kThreads, 0);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kElements; ++i) {
        if (table.intern("app", Handle(i)).identity != names[static_cast<size_t>(i)]) ++wrong[static_cast<size_t>(t)];
        table.intern("app", Handle(kElements + t));
        if (i % 50 == 0) table.forget("app");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(kThreads, 0));
  table.forget("app");
  CHECK(table.size() == kElements);
}
