#include "platform/windows/text_ranges.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "platform/windows/com/bstr.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/errors.h"
#include "platform/windows/identity.h"
#include "platform/windows/invoke/invocation.h"
#include "platform/windows/permissions.h"

namespace surehand::uia {

namespace {

Result<size_t> length_of(IUIAutomationTextRange& range) {
  Bstr text;
  const HRESULT result = range.GetText(-1, text.put());
  if (FAILED(result)) return read_failed(result, "read the text");
  return static_cast<size_t>(SysStringLen(text.get()));
}

// The end of a range that begins with the text, so many UTF-16 units on. Providers move by characters, of which each counts as it likes
// (a pair of surrogates, CR LF): what was moved is measured and moved back.
Result<ComPtr<IUIAutomationTextRange>> up_to(IUIAutomationTextRange& whole, size_t offset) {
  constexpr const char* kTried = "find a place in the text";
  ComPtr<IUIAutomationTextRange> range;
  HRESULT result = whole.Clone(range.put());
  if (FAILED(result) || !range) return read_failed(result, kTried);
  result = range->MoveEndpointByRange(TextPatternRangeEndpoint_End, &whole, TextPatternRangeEndpoint_Start);
  int moved = 0;
  if (SUCCEEDED(result) && offset > 0) {
    result =
        range->MoveEndpointByUnit(TextPatternRangeEndpoint_End, TextUnit_Character, static_cast<int>(offset), &moved);
  }
  constexpr int kMostSteps = 64;
  for (int step = 0; SUCCEEDED(result) && step < kMostSteps; ++step) {
    SUREHAND_TRY(now, length_of(*range.get()));
    if (*now <= offset) break;
    result = range->MoveEndpointByUnit(TextPatternRangeEndpoint_End, TextUnit_Character,
                                       -static_cast<int>((*now - offset + 1) / 2), &moved);
  }
  if (FAILED(result)) return read_failed(result, kTried);
  return range;
}

Result<ComPtr<IUIAutomationTextPattern>> text_of(Session& session, const Element& element, const Limits& limits,
                                                 std::string_view what) {
  if (auto error = without_desktop()) return std::move(*error);
  SUREHAND_TRY(found, current_element_of(session, element, limits));
  ComPtr<IUIAutomationTextPattern> pattern;
  const HRESULT result =
      found->element->GetCurrentPatternAs(pattern::kText, __uuidof(IUIAutomationTextPattern), pattern.put_void());
  if (FAILED(result) && !is_unsupported(result)) return read_failed(result, "ask the element for its text");
  if (!pattern) return Invocation::unsupported(what);
  return pattern;
}

Result<std::vector<double>> rectangles_of(IUIAutomationTextRange& range) {
  SAFEARRAY* array = nullptr;
  const HRESULT result = range.GetBoundingRectangles(&array);
  if (FAILED(result)) return read_failed(result, "read where the text is");
  std::vector<double> numbers;
  if (!array) return numbers;
  LONG first = 0, last = -1;
  VARTYPE type = VT_EMPTY;
  if (SafeArrayGetDim(array) == 1 && SUCCEEDED(SafeArrayGetVartype(array, &type)) && type == VT_R8) {
    (void)SafeArrayGetLBound(array, 1, &first);
    (void)SafeArrayGetUBound(array, 1, &last);
  }
  for (LONG i = first; i <= last; ++i) {
    double number = 0;
    if (FAILED(SafeArrayGetElement(array, &i, &number))) break;
    numbers.push_back(std::isfinite(number) ? std::clamp(number, -1e9, 1e9) : 0);
  }
  (void)SafeArrayDestroy(array);
  return numbers;
}

}  // namespace

Result<ComPtr<IUIAutomationTextRange>> part_of_text(IUIAutomationTextPattern& pattern, TextRange part,
                                                    std::string_view what) {
  ComPtr<IUIAutomationTextRange> whole;
  const HRESULT read = pattern.get_DocumentRange(whole.put());
  if (FAILED(read)) return read_failed(read, "read the text");
  if (!whole) return Invocation::unsupported(what);
  SUREHAND_TRY(length, length_of(*whole.get()));
  if (auto error = beyond_text(part.end, *length)) return std::move(*error);
  SUREHAND_TRY(from, up_to(*whole.get(), part.start));
  SUREHAND_TRY(to, up_to(*whole.get(), part.end));
  const HRESULT joined =
      (*to)->MoveEndpointByRange(TextPatternRangeEndpoint_Start, from->get(), TextPatternRangeEndpoint_End);
  if (FAILED(joined)) return read_failed(joined, "find a place in the text");
  return to;
}

Result<TextRange> read_selected_range(Session& session, const Element& element, const Limits& limits) {
  constexpr const char* kWhat = "tell what of its text is selected";
  SUREHAND_TRY(pattern, text_of(session, element, limits, kWhat));
  ComPtr<IUIAutomationTextRange> before, selected;
  ComPtr<IUIAutomationTextRangeArray> selection;
  HRESULT result = (*pattern)->get_DocumentRange(before.put());
  if (SUCCEEDED(result)) result = (*pattern)->GetSelection(selection.put());
  // Nothing is selected, not even a caret.
  if (SUCCEEDED(result) && selection) result = selection->GetElement(0, selected.put());
  if (SUCCEEDED(result) && (!before || !selected)) return Invocation::unsupported(kWhat);
  if (SUCCEEDED(result)) {
    result = before->MoveEndpointByRange(TextPatternRangeEndpoint_End, selected.get(), TextPatternRangeEndpoint_Start);
  }
  if (FAILED(result)) return read_failed(result, "read what is selected");
  SUREHAND_TRY(start, length_of(*before.get()));
  SUREHAND_TRY(length, length_of(*selected.get()));
  return TextRange{*start, *start + *length};
}

Result<std::optional<Rect>> read_text_bounds(Session& session, const Element& element, TextRange range,
                                             const Limits& limits) {
  constexpr const char* kWhat = "tell where a part of its text is";
  SUREHAND_TRY(pattern, text_of(session, element, limits, kWhat));
  SUREHAND_TRY(part, part_of_text(**pattern, range, kWhat));
  SUREHAND_TRY(numbers, rectangles_of(**part));
  // A rectangle for each line that shows; none where it is scrolled out.
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  for (size_t i = 0; i + 3 < numbers->size(); i += 4) {
    const double* const each = numbers->data() + i;
    left = std::min(left, each[0]);
    top = std::min(top, each[1]);
    right = std::max(right, each[0] + each[2]);
    bottom = std::max(bottom, each[1] + each[3]);
  }
  if (bottom <= top) return std::optional<Rect>();
  const auto whole = [](double value) { return static_cast<int32_t>(std::lround(value)); };
  return std::optional(Rect{whole(left), whole(top), whole(right - left), whole(bottom - top)});
}

}  // namespace surehand::uia
