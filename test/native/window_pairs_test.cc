#include <doctest/doctest.h>

#include "platform/linux/read/window_pairs.h"

using namespace surehand;
using namespace surehand::atspi;

namespace {

SaidWindow said(std::string title, Rect place, bool active = false) {
  SaidWindow window;
  window.title = std::move(title);
  window.place = place;
  window.width = place.width;
  window.height = place.height;
  window.active = active;
  return window;
}

screen::ClientWindow client(screen::WindowId id, std::string title, Rect content, bool active = false) {
  screen::ClientWindow window;
  window.id = id;
  window.title = std::move(title);
  window.content = content;
  window.active = active;
  window.viewable = true;
  return window;
}

constexpr Rect kHere{10, 10, 200, 80}, kThere{400, 10, 200, 80};

}  // namespace

TEST_CASE("Windows of one title are told apart by their place, in whatever order they are stacked") {
  const auto pairs = pair_windows({said("Letter", kHere), said("Letter", kThere)},
                                  {client(2, "Letter", kThere), client(1, "Letter", kHere)}, false);
  CHECK(pairs.said[0].client == 1);
  CHECK(pairs.said[1].client == 0);
  CHECK(pairs.said[0].lasting);
}

TEST_CASE("Windows that nothing tells apart are nobody's, until the focus tells one of them") {
  const std::vector<SaidWindow> windows = {said("Letter", kHere), said("Letter", kHere, true)};
  const std::vector<screen::ClientWindow> clients = {client(1, "Letter", kHere, true), client(2, "Letter", kHere)};
  const auto before = pair_windows(windows, clients, false);
  CHECK(before.said[0].unsettled);
  CHECK(before.said[1].unsettled);
  CHECK(before.said[0].client == WindowPairs::kNone);
  const auto after = pair_windows(windows, clients, true);
  CHECK(after.said[1].client == 0);
  CHECK(after.said[0].client == 1);
  CHECK_FALSE(after.any_unsettled());
}

TEST_CASE("What a window was found to be before it still is when it has moved onto another one") {
  std::vector<SaidWindow> windows = {said("Letter", kHere), said("Letter", kHere)};
  windows[0].bound = 2;
  const auto pairs = pair_windows(windows, {client(1, "Letter", kHere), client(2, "Letter", kHere)}, false);
  CHECK(pairs.said[0].client == 1);
  CHECK(pairs.said[1].client == 0);
}

TEST_CASE("A window that is not on the display yet is not taken for another of its title") {
  const auto pairs = pair_windows({said("Letter", kHere), said("Letter", kHere)}, {client(1, "Letter", kHere)}, false);
  CHECK(pairs.said[0].unsettled);
  CHECK(pairs.said[1].unsettled);
}

TEST_CASE("A size in other units than was thought tells nothing") {
  SaidWindow small = said("Letter", kHere), large = said("Letter", kHere);
  small.place.reset();
  large.place.reset();
  large.width = 400;
  large.height = 160;
  // Of twice as many pixels: what is said of the large one is the size of the small one's window.
  const auto pairs = pair_windows(
      {small, large}, {client(1, "Letter", {0, 0, 400, 160}), client(2, "Letter", {0, 0, 800, 320})}, false);
  CHECK(pairs.said[0].client == WindowPairs::kNone);
  CHECK(pairs.said[1].client == WindowPairs::kNone);
}

TEST_CASE("A closed dialog does not get the window of another title") {
  SaidWindow closed = said("Question", kHere);
  closed.shows = false;
  const auto pairs = pair_windows({closed, said("Letter", kHere)}, {client(1, "Letter", kHere)}, false);
  CHECK(pairs.said[0].client == WindowPairs::kNone);
  CHECK_FALSE(pairs.said[0].unsettled);
  CHECK(pairs.said[1].client == 0);
}
