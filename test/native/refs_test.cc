#include "core/tree/refs.h"

#include <doctest/doctest.h>

#include <set>
#include <thread>
#include <vector>

using surehand::RefBook;

TEST_CASE("an identity keeps its number, another gets another") {
  RefBook book;
  CHECK(book.number_of(":1.5", "/a") == 1);
  CHECK(book.number_of(":1.5", "/b") == 2);
  CHECK(book.number_of(":1.6", "/a") == 3);
  CHECK(book.number_of(":1.5", "/a") == 1);
  CHECK(book.find(":1.5", "/b") == 2);
  CHECK(book.find(":1.5", "/c") == 0);
  CHECK(book.find(":1.7", "/a") == 0);
  CHECK(book.size() == 3);
  REQUIRE(book.identity_of(3).has_value());
  CHECK(book.identity_of(3)->app_key == ":1.6");
  CHECK(book.identity_of(3)->bytes == "/a");
}

TEST_CASE("application and identity do not run into each other") {
  RefBook book;
  const std::string zero(1, '\0');
  CHECK(book.number_of("a", zero + "b") != book.number_of("a" + zero, "b"));
  CHECK(book.number_of("ab", "c") != book.number_of("a", "bc"));
}

TEST_CASE("numbers of an application that is gone are never given again") {
  RefBook book;
  book.number_of("gone", "/a");
  book.number_of("here", "/a");
  book.forget("gone");
  CHECK_FALSE(book.identity_of(1).has_value());
  CHECK(book.find("gone", "/a") == 0);
  CHECK(book.find("here", "/a") == 2);
  CHECK(book.size() == 1);
  CHECK(book.number_of("gone", "/a") == 3);
  book.forget("never seen");
}

TEST_CASE("threads that ask at once agree") {
  RefBook book;
  constexpr int kThreads = 4, kIdentities = 2000;
  std::vector<std::vector<uint32_t>> numbers(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&book, &mine = numbers[t]] {
      for (int i = 0; i < kIdentities; ++i) mine.push_back(book.number_of("app", std::to_string(i)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 1; t < kThreads; ++t) CHECK(numbers[t] == numbers[0]);
  CHECK(std::set<uint32_t>(numbers[0].begin(), numbers[0].end()).size() == kIdentities);
}

TEST_CASE("refs read back, and nothing else is a ref") {
  CHECK(RefBook::format(12) == "e12");
  for (uint32_t number : {1u, 12u, 4294967295u}) CHECK(RefBook::parse(RefBook::format(number)) == number);
  for (const char* text : {"", "e", "e0", "e01", "e-1", "e 1", "12", "E12", "e12 ", "e1x", "e4294967296",
                           "e99999999999999999999", "ref=e1"}) {
    CAPTURE(text);
    CHECK_FALSE(RefBook::parse(text).has_value());
  }
}
