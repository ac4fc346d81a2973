#include "platform/windows/invoke/scroll.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "platform/windows/com/ids.h"
#include "platform/windows/com/variant.h"
#include "platform/windows/read/cached.h"
#include "platform/windows/read/request.h"

namespace surehand::uia {
namespace {

// Percent: of a direction in which nothing scrolls, and of one that is to be left as it is.
constexpr double kNoScroll = -1;
// Ancestors that are asked whether they scroll.
constexpr int kMostAncestors = 64;
// Of one ancestor. The first step arrives where what is scrolled is as long as it says; where rows are made as they are scrolled to, it is
// as long as was guessed.
constexpr int kMostSteps = 24;
// How long what was scrolled may take to be elsewhere, and how often that is looked at.
constexpr Milliseconds kScrollPatience{150};
constexpr Milliseconds kScrollRecheck{30};

// In one direction, px: where something begins, and how long it is.
struct Span {
  int from = 0;
  int length = 0;

  // How far it has to move the other's content to have it inside; what is longer than there is room for, to have its beginning there.
  int way_to(const Span& other) const {
    if (other.from < from || other.length > length) return other.from - from;
    return std::max(0, other.from + other.length - (from + length));
  }
};
Span across(const Rect& rect) { return {rect.x, rect.width}; }
Span down(const Rect& rect) { return {rect.y, rect.height}; }

// What it says of one direction, in percent.
struct Axis {
  bool scrolls = false;
  double at = kNoScroll;
  double view = 100;  // of what there is, how much shows

  // Where it has to be for what it shows to move so far. Nothing where it does not scroll, or need not.
  std::optional<double> after(int way, int shown) const {
    if (!scrolls || way == 0 || view <= 0 || view >= 100 || shown <= 0) return std::nullopt;
    const double hidden = shown * (100 / view - 1);
    return std::clamp(at + 100 * way / hidden, 0.0, 100.0);
  }
};

struct Scroller {
  ComPtr<IUIAutomationElement> element;
  Rect viewport;
  Axis horizontal, vertical;
};

class Scrolling {
 public:
  explicit Scrolling(const Invocation& invocation) : invocation_(invocation), limits_(invocation.limits()) {}

  // By what it is in that scrolls, from the inside out. Nothing where it is in nothing that does, or has no place that could be brought
  // anywhere.
  Result<std::optional<Dispatch>> run() {
    SUREHAND_TRY(scrollers, scrollers_around());
    std::optional<Dispatch> last;
    for (Scroller& scroller : *scrollers) {
      auto done = bring_into(scroller);
      if (!done) return last ? done.take_error().maybe_sent() : done.take_error();
      if (*done) last = **done;
    }
    return last;
  }

  // Whether the element came to be elsewhere than there.
  bool moved_from(const std::optional<Rect>& before) const {
    for (const auto until = Clock::now() + kScrollPatience;;) {
      const auto now = place();
      if (!(now == before)) return true;
      if (Clock::now() >= until || limits_.exceeded("the element to move")) return false;
      limits_.sleep_until(Clock::now() + kScrollRecheck);
    }
  }

 private:
  using Request = ComPtr<IUIAutomationCacheRequest>;

  // Where the element is now; nothing where it does not say.
  std::optional<Rect> place() const {
    const auto now = updated(invocation_.element());
    return now ? facts_of(**now).bounds : std::nullopt;
  }

  Result<Request> request() const {
    Request made;
    const HRESULT result = invocation_.client()->CreateCacheRequest(made.put());
    if (FAILED(result) || !made) return read_failed(result, "make a request to UI Automation");
    for (const int property : {property::kBoundingRectangle, property::kIsScrollPatternAvailable,
                               property::kScrollHorizontallyScrollable, property::kScrollHorizontalScrollPercent,
                               property::kScrollHorizontalViewSize, property::kScrollVerticallyScrollable,
                               property::kScrollVerticalScrollPercent, property::kScrollVerticalViewSize}) {
      made->AddProperty(property);
    }
    return made;
  }

  Result<ComPtr<IUIAutomationElement>> updated(IUIAutomationElement& element) const {
    SUREHAND_TRY(made, request());
    ComPtr<IUIAutomationElement> now;
    const HRESULT result = element.BuildUpdatedCache(made->get(), now.put());
    if (FAILED(result) || !now) return read_failed(FAILED(result) ? result : kElementNotAvailable, "see what scrolls");
    return now;
  }

  static Axis axis(IUIAutomationElement& element, int scrolls, int percent, int view) {
    Variant value;
    Axis axis;
    if (SUCCEEDED(element.GetCachedPropertyValue(scrolls, value.put()))) axis.scrolls = value.flag().value_or(false);
    if (SUCCEEDED(element.GetCachedPropertyValue(percent, value.put()))) axis.at = value.number().value_or(axis.at);
    if (SUCCEEDED(element.GetCachedPropertyValue(view, value.put()))) axis.view = value.number().value_or(axis.view);
    axis.scrolls = axis.scrolls && axis.at >= 0;
    return axis;
  }

  // Nothing where it does not scroll.
  static std::optional<Scroller> scroller(ComPtr<IUIAutomationElement> element) {
    const Facts facts = facts_of(*element.get());
    if (!facts.has(kScrollPattern) || !facts.scrollable || !facts.bounds) return std::nullopt;
    const Axis horizontal = axis(*element.get(), property::kScrollHorizontallyScrollable,
                                 property::kScrollHorizontalScrollPercent, property::kScrollHorizontalViewSize);
    const Axis vertical = axis(*element.get(), property::kScrollVerticallyScrollable,
                               property::kScrollVerticalScrollPercent, property::kScrollVerticalViewSize);
    return Scroller{std::move(element), *facts.bounds, horizontal, vertical};
  }

  Result<std::vector<Scroller>> scrollers_around() const {
    std::vector<Scroller> found;
    SUREHAND_TRY(made, request());
    ComPtr<IUIAutomationTreeWalker> walker;
    const HRESULT result = invocation_.client()->get_ControlViewWalker(walker.put());
    if (FAILED(result) || !walker) return read_failed(result, "make a way through the tree");
    ComPtr<IUIAutomationElement> at(&invocation_.element());
    for (int i = 0; i < kMostAncestors; ++i) {
      if (auto error = limits_.exceeded("what the element is in")) return std::move(*error);
      ComPtr<IUIAutomationElement> above;
      const HRESULT moved = walker->GetParentElementBuildCache(at.get(), made->get(), above.put());
      if (FAILED(moved) && !is_gone(moved)) return read_failed(moved, "read what the element is in");
      if (!above) break;
      at = above;
      if (auto one = scroller(std::move(above))) found.push_back(std::move(*one));
    }
    return found;
  }

  // Until the element is in what it shows, or nothing moves any more.
  Result<std::optional<Dispatch>> bring_into(Scroller& around) const {
    ComPtr<IUIAutomationScrollPattern> pattern;
    const HRESULT offered =
        around.element->GetCurrentPatternAs(pattern::kScroll, __uuidof(IUIAutomationScrollPattern), pattern.put_void());
    if (FAILED(offered) && !is_unsupported(offered)) return read_failed(offered, "ask what it is in to scroll");
    std::optional<Dispatch> last;
    if (!pattern) return last;
    // What has been told where to be and did not go there is told to move on.
    bool by_little = false;
    for (int step = 0; step < kMostSteps; ++step) {
      const auto before = place();
      if (!before) return last;
      const int right = across(around.viewport).way_to(across(*before));
      const int lower = down(around.viewport).way_to(down(*before));
      const auto horizontal = around.horizontal.after(right, around.viewport.width);
      const auto vertical = around.vertical.after(lower, around.viewport.height);
      if (!horizontal && !vertical) return last;
      auto done = by_little ? move_on(*pattern.get(), around, horizontal ? right : 0, vertical ? lower : 0)
                            : move_to(*pattern.get(), horizontal, vertical);
      if (!done && !is_refusal(done.error())) {
        if (last) return last;
        return done.take_error();
      }
      // What one of both does not do, the other may.
      if (!done && by_little) return last;
      if (!done) {
        by_little = true;
        continue;
      }
      last = *done;
      if (!moved_from(before)) {
        if (by_little) return last;
        by_little = true;
      }
      auto now = updated(*around.element.get());
      if (!now) return now.take_error().maybe_sent();
      auto again = scroller(now.take());
      if (!again) return last;
      around.viewport = again->viewport;
      around.horizontal = again->horizontal;
      around.vertical = again->vertical;
    }
    return last;
  }

  static bool is_refusal(const Error& error) {
    return error.code == ErrorCode::kUnsupported || error.code == ErrorCode::kNotActionable;
  }

  Result<Dispatch> move_to(IUIAutomationScrollPattern& pattern, std::optional<double> horizontal,
                           std::optional<double> vertical) const {
    return invocation_.send(Route::kScroll, "Scroll.SetScrollPercent", [&] {
      return pattern.SetScrollPercent(horizontal.value_or(kNoScroll), vertical.value_or(kNoScroll));
    });
  }

  // A page on, or a line where that would be too far.
  Result<Dispatch> move_on(IUIAutomationScrollPattern& pattern, const Scroller& around, int right, int lower) const {
    const auto amount = [](int way, int shown) {
      if (way == 0) return ScrollAmount_NoAmount;
      if (std::abs(way) > shown) return way < 0 ? ScrollAmount_LargeDecrement : ScrollAmount_LargeIncrement;
      return way < 0 ? ScrollAmount_SmallDecrement : ScrollAmount_SmallIncrement;
    };
    return invocation_.send(Route::kScroll, "Scroll.Scroll", [&] {
      return pattern.Scroll(amount(right, around.viewport.width), amount(lower, around.viewport.height));
    });
  }

  const Invocation& invocation_;
  const Limits& limits_;
};

}  // namespace

Result<Dispatch> scroll_into_view(const Invocation& invocation) {
  SUREHAND_TRY(item, invocation.offered<IUIAutomationScrollItemPattern>(pattern::kScrollItem));
  Scrolling scrolling(invocation);
  std::optional<Dispatch> asked;
  if (*item) {
    auto done = invocation.send(Route::kScroll, "ScrollItem.ScrollIntoView", [&] { return (*item)->ScrollIntoView(); });
    if (!done && done.error().code != ErrorCode::kUnsupported) return done;
    // Its word is not enough: Chromium gives it and moves nothing.
    if (done && scrolling.moved_from(invocation.facts().bounds)) return done;
    if (done) asked = *done;
  }
  auto scrolled = scrolling.run();
  if (!scrolled) return asked ? scrolled.take_error().maybe_sent() : scrolled.take_error();
  if (*scrolled) return **scrolled;
  if (asked) return *asked;
  return Invocation::unsupported("scroll it into view");
}

}  // namespace surehand::uia
