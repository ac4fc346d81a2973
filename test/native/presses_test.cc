#include <doctest/doctest.h>

#include "platform/linux/quirks/presses.h"

using namespace surehand;
using namespace surehand::atspi;

namespace {

Milliseconds waiting(Presses& presses, const Object& object, Toolkit toolkit, const Limits& limits = {}) {
  const auto start = Clock::now();
  CHECK(presses.wait_for(object, toolkit, limits).ok());
  return std::chrono::duration_cast<Milliseconds>(Clock::now() - start);
}

const Object kSave{":1.5", "/org/a11y/atspi/accessible/1"};
const Object kOpen{":1.5", "/org/a11y/atspi/accessible/2"};

}  // namespace

TEST_CASE("a second press of the same button waits until the toolkit has acted on the first") {
  Presses presses;
  presses.note(kSave, Toolkit::kQt);
  CHECK(waiting(presses, kSave, Toolkit::kQt).count() >= 100);
}

TEST_CASE("the first press, another button and another toolkit do not wait") {
  Presses presses;
  CHECK(waiting(presses, kSave, Toolkit::kGtk4).count() < 50);
  presses.note(kSave, Toolkit::kGtk4);
  CHECK(waiting(presses, kOpen, Toolkit::kGtk4).count() < 50);
  presses.note(kOpen, Toolkit::kGtk3);
  CHECK(waiting(presses, kOpen, Toolkit::kGtk3).count() < 50);
}

TEST_CASE("a deadline before its turn means that nothing is sent") {
  Presses presses;
  presses.note(kSave, Toolkit::kGtk4);
  const auto late = presses.wait_for(kSave, Toolkit::kGtk4, Limits::within(Milliseconds(10)));
  REQUIRE(!late.ok());
  CHECK(late.error().code == ErrorCode::kTimeout);
  CHECK(late.error().sent == Sent::kNo);
}
