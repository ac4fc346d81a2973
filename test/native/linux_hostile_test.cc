#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "platform/linux/snapshot.h"
#include "support/answering_bus.h"

using namespace surehand;
using namespace surehand::atspi;
using dbus::Message;
using dbus::Writer;

namespace {

constexpr std::string_view kProgram = ":1.7";
constexpr std::string_view kRoot = "/org/a11y/atspi/accessible/root";

// A chain of so many elements, as a program lists it that has a cache. What it says of their parents and how it calls them can be chosen.
struct Chain {
  size_t length = 0;
  std::function<size_t(size_t)> parent_of = [](size_t i) { return i - 1; };
  std::string before;  // in each path
  std::string after;

  std::string path(size_t i) const {
    return i == 0 ? std::string(kRoot) : "/org/a11y/atspi/accessible/" + before + std::to_string(i) + after;
  }

  void reference(Writer& body, size_t i) const {
    body.begin_struct();
    body.string(kProgram).string(path(i));
  }

  std::optional<test::AnsweringBus::Answer> answer(const Message& call, Writer& body) const {
    const std::string_view member = call.member();
    if (member == "GetState") {
      states(body);
      return test::AnsweringBus::Answer{"au", {}};
    }
    if (member == "GetItems") {
      const size_t items = body.begin_array(8);
      for (size_t i = 0; i < length; ++i) item(body, i);
      body.end_array(items);
      return test::AnsweringBus::Answer{"a((so)(so)(so)iiassusau)", {}};
    }
    if (member == "GetTree") {
      const size_t nodes = body.begin_array(8);
      for (size_t i = 0; i < length; ++i) {
        body.begin_struct();
        reference(body, i);
        body.end_array(body.begin_array(8));
      }
      body.end_array(nodes);
      return test::AnsweringBus::Answer{"a((so)a{sv})", {}};
    }
    return test::AnsweringBus::Answer{{}, "org.freedesktop.DBus.Error.UnknownMethod"};
  }

  void item(Writer& body, size_t i) const {
    body.begin_struct();
    reference(body, i);
    reference(body, 0);
    reference(body, i == 0 ? 0 : parent_of(i));
    body.i32(0).i32(i + 1 < length ? 1 : 0);
    body.end_array(body.begin_array(4));
    body.string("").u32(i == 0 ? 75 : 39).string("");
    states(body);
  }

  static void states(Writer& body) {
    constexpr uint32_t kEnabledShowingVisible = 1u << 8 | 1u << 25 | 1u << 30;
    const size_t both = body.begin_array(4);
    body.u32(kEnabledShowingVisible).u32(0);
    body.end_array(both);
  }
};

// How long it takes, in ms.
int64_t read(const Chain& chain) {
  test::AnsweringBus bus([&chain](const Message& call, Writer& body) { return chain.answer(call, body); });
  Session session;
  session.bus = bus.connection;
  ApplicationRecord record;
  record.key = kProgram;
  record.root = kRoot;
  record.name = "chain";
  record.toolkit = Toolkit::kChromium;
  record.notes.cache_made = true;
  record.notes.woken = true;
  const ApplicationPtr application = session.applications.add(std::move(record));
  SnapshotOptions options;
  options.text = options.actions = options.attributes = options.bounds = false;
  const auto began = Clock::now();
  Reading reading(session, std::make_shared<RefBook>(), application, {std::string(kProgram), std::nullopt}, options,
                  Limits::within(Milliseconds(600'000)));
  const Status status = reading.read();
  REQUIRE_MESSAGE(status.ok(), (status.ok() ? std::string() : status.error().message));
  CHECK(reading.snapshot()->size() > 200);
  session.bus.reset();
  return std::chrono::duration_cast<Milliseconds>(Clock::now() - began).count();
}

}  // namespace

// What is quadratic takes 20 times as long as what is not, and more.
TEST_CASE("40,000 elements take no longer for what they say of their parents, and how they are called") {
  constexpr size_t kMany = 40'000;
  const auto before = [](size_t i) { return i - 1; };
  const int64_t flat = read({kMany, [](size_t) { return size_t{1}; }, {}, {}});
  const std::pair<std::string, Chain> chains[] = {
      {"a chain", {kMany, before, {}, {}}},
      {"its parents in reverse", {kMany, [](size_t i) { return kMany - i; }, {}, {}}},
      {"parents that come after their children", {kMany, [](size_t i) { return std::min(i + 1, kMany - 1); }, {}, {}}},
      {"paths with one ending", {kMany, before, {}, "/0123456789abcdef"}},
      {"paths with one beginning", {kMany, before, "0123456789abcdef/", {}}},
  };
  for (const auto& [what, chain] : chains) {
    CAPTURE(what);
    CHECK(read(chain) < 8 * flat);
  }
}
