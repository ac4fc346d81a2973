#include <algorithm>
#include <utility>
#include <vector>

#include "client/element_array.h"
#include "client/patterns.h"
#include "client/values.h"
#include "platform/windows/com/text.h"

namespace surehand::simulator {
namespace {

// The text of an element and where its selection is, in UTF-16 units.
struct Content {
  HRESULT result = S_OK;
  std::wstring text;
  int from = 0, to = 0;
};

Content content_of(const Element& element) {
  const Reply reply = element.ask("element");
  Content content;
  content.result = reply.result;
  const json::Value& own = reply.value["Text.Text"];
  content.text = uia::to_utf16((own.is_null() ? reply.value["Value.Value"] : own).as_string());
  const json::Array& selection = reply.value["Text.Selection"].as_array();
  if (selection.size() == 2) {
    content.from = static_cast<int>(selection[0].as_int());
    content.to = static_cast<int>(selection[1].as_int());
  }
  return content;
}

bool is_low_surrogate(wchar_t unit) { return (unit & 0xFC00) == 0xDC00; }

// Whether a unit of that kind begins here.
bool begins(const std::wstring& text, int at, TextUnit unit) {
  const auto i = static_cast<size_t>(at);
  if (i == 0 || i >= text.size()) return true;
  switch (unit) {
    case TextUnit_Character:
      return !is_low_surrogate(text[i]) && !(text[i] == L'\n' && text[i - 1] == L'\r');
    case TextUnit_Word:
      return text[i] != L' ' && text[i - 1] == L' ';
    case TextUnit_Line:
    case TextUnit_Paragraph:
      return text[i - 1] == L'\n' || (text[i - 1] == L'\r' && text[i] != L'\n');
    default:
      return false;
  }
}

// That many units on, or back; `moved` says how many there were.
int moved_by(const std::wstring& text, int at, TextUnit unit, int count, int& moved) {
  const int step = count < 0 ? -1 : 1, end = static_cast<int>(text.size());
  for (moved = 0; moved != count; moved += step) {
    int next = at + step;
    if (next < 0 || next > end) break;
    while (next > 0 && next < end && !begins(text, next, unit)) next += step;
    at = next;
  }
  return at;
}

class Range final : public Com<IUIAutomationTextRange> {
 public:
  Range(ComPtr<Element> element, int from, int to) : element_(std::move(element)), from_(from), to_(to) {}

  HRESULT STDMETHODCALLTYPE Clone(IUIAutomationTextRange** out) override {
    return give(new Range(element_, from_, to_), out);
  }
  HRESULT STDMETHODCALLTYPE Compare(IUIAutomationTextRange* other, BOOL* same) override {
    const auto& range = *static_cast<Range*>(other);
    *same = range.from_ == from_ && range.to_ == to_;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE CompareEndpoints(TextPatternRangeEndpoint mine, IUIAutomationTextRange* other,
                                             TextPatternRangeEndpoint its, int* difference) override {
    auto& range = *static_cast<Range*>(other);
    *difference = end(mine) - range.end(its);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE ExpandToEnclosingUnit(TextUnit unit) override {
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    if (unit == TextUnit_Document || unit == TextUnit_Page || unit == TextUnit_Format) {
      from_ = 0;
      to_ = static_cast<int>(content.text.size());
      return S_OK;
    }
    while (from_ > 0 && !begins(content.text, from_, unit)) --from_;
    int moved = 0;
    to_ = moved_by(content.text, from_, unit, 1, moved);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE FindAttribute(TEXTATTRIBUTEID, VARIANT, BOOL, IUIAutomationTextRange** out) override {
    *out = nullptr;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE FindText(BSTR wanted, BOOL backward, BOOL, IUIAutomationTextRange** out) override {
    *out = nullptr;
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    const std::wstring part(wanted, SysStringLen(wanted));
    const std::wstring mine = text_in(content);
    const size_t at = backward ? mine.rfind(part) : mine.find(part);
    if (at == std::wstring::npos) return S_OK;
    const int begin = from_ + static_cast<int>(at);
    return give(new Range(element_, begin, begin + static_cast<int>(part.size())), out);
  }
  HRESULT STDMETHODCALLTYPE GetAttributeValue(TEXTATTRIBUTEID, VARIANT* out) override {
    VariantInit(out);
    out->vt = VT_UNKNOWN;
    out->punkVal = not_supported();
    out->punkVal->AddRef();
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetBoundingRectangles(SAFEARRAY** out) override {
    const Reply reply = element_->act("Text.Rectangles", {from_, to_});
    const json::Array& numbers = reply.value.as_array();
    *out = SafeArrayCreateVector(VT_R8, 0, static_cast<ULONG>(numbers.size()));
    for (LONG i = 0; i < static_cast<LONG>(numbers.size()); ++i) {
      double number = numbers[static_cast<size_t>(i)].as_number();
      SafeArrayPutElement(*out, &i, &number);
    }
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetEnclosingElement(IUIAutomationElement** out) override { return give(element_, out); }
  HRESULT STDMETHODCALLTYPE GetText(int limit, BSTR* out) override {
    *out = nullptr;
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    std::wstring text = text_in(content);
    if (limit >= 0 && text.size() > static_cast<size_t>(limit)) text.resize(static_cast<size_t>(limit));
    *out = SysAllocStringLen(text.data(), static_cast<UINT>(text.size()));
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE Move(TextUnit unit, int count, int* moved) override {
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    const bool empty = from_ == to_;
    from_ = moved_by(content.text, from_, unit, count, *moved);
    int unused = 0;
    to_ = empty ? from_ : moved_by(content.text, from_, unit, 1, unused);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE MoveEndpointByUnit(TextPatternRangeEndpoint which, TextUnit unit, int count,
                                               int* moved) override {
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    end(which) = moved_by(content.text, end(which), unit, count, *moved);
    keep_order(which);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE MoveEndpointByRange(TextPatternRangeEndpoint mine, IUIAutomationTextRange* other,
                                                TextPatternRangeEndpoint its) override {
    end(mine) = static_cast<Range*>(other)->end(its);
    keep_order(mine);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE Select() override { return element_->act("Text.Select", {from_, to_}).result; }
  HRESULT STDMETHODCALLTYPE AddToSelection() override { return kInvalidOperation; }
  HRESULT STDMETHODCALLTYPE RemoveFromSelection() override { return kInvalidOperation; }
  HRESULT STDMETHODCALLTYPE ScrollIntoView(BOOL top) override {
    return element_->act("Text.ScrollIntoView", {from_, to_, top != FALSE}).result;
  }
  HRESULT STDMETHODCALLTYPE GetChildren(IUIAutomationElementArray** out) override {
    return give(new ElementArray({}), out);
  }

 private:
  int& end(TextPatternRangeEndpoint which) { return which == TextPatternRangeEndpoint_Start ? from_ : to_; }
  // The end that was not moved is taken along.
  void keep_order(TextPatternRangeEndpoint moved) {
    if (from_ > to_) (moved == TextPatternRangeEndpoint_Start ? to_ : from_) = end(moved);
  }
  std::wstring text_in(const Content& content) const {
    const auto size = static_cast<int>(content.text.size());
    const int from = std::clamp(from_, 0, size), to = std::clamp(to_, from, size);
    return content.text.substr(static_cast<size_t>(from), static_cast<size_t>(to - from));
  }

  const ComPtr<Element> element_;
  int from_, to_;
};

class Ranges final : public Com<IUIAutomationTextRangeArray> {
 public:
  explicit Ranges(std::vector<ComPtr<Range>> ranges) : ranges_(std::move(ranges)) {}
  HRESULT STDMETHODCALLTYPE get_Length(int* out) override {
    *out = static_cast<int>(ranges_.size());
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetElement(int index, IUIAutomationTextRange** out) override {
    *out = nullptr;
    if (index < 0 || index >= static_cast<int>(ranges_.size())) return E_INVALIDARG;
    return give(ranges_[static_cast<size_t>(index)], out);
  }

 private:
  const std::vector<ComPtr<Range>> ranges_;
};

class Text final : public Com<IUIAutomationTextPattern2, IUIAutomationTextPattern> {
 public:
  explicit Text(ComPtr<Element> element) : element_(std::move(element)) {}

  HRESULT STDMETHODCALLTYPE RangeFromPoint(POINT, IUIAutomationTextRange**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE RangeFromChild(IUIAutomationElement*, IUIAutomationTextRange**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE GetSelection(IUIAutomationTextRangeArray** out) override {
    *out = nullptr;
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    return give(new Ranges({adopt(new Range(element_, content.from, content.to))}), out);
  }
  HRESULT STDMETHODCALLTYPE GetVisibleRanges(IUIAutomationTextRangeArray** out) override {
    *out = nullptr;
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    return give(new Ranges({adopt(new Range(element_, 0, static_cast<int>(content.text.size())))}), out);
  }
  HRESULT STDMETHODCALLTYPE get_DocumentRange(IUIAutomationTextRange** out) override {
    *out = nullptr;
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    return give(new Range(element_, 0, static_cast<int>(content.text.size())), out);
  }
  HRESULT STDMETHODCALLTYPE get_SupportedTextSelection(SupportedTextSelection* out) override {
    *out = SupportedTextSelection_Single;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE RangeFromAnnotation(IUIAutomationElement*, IUIAutomationTextRange**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE GetCaretRange(BOOL* active, IUIAutomationTextRange** out) override {
    *out = nullptr;
    const Content content = content_of(*element_.get());
    if (FAILED(content.result)) return content.result;
    *active = TRUE;
    return give(new Range(element_, content.to, content.to), out);
  }

 private:
  const ComPtr<Element> element_;
};

}  // namespace

IUnknown* make_text_pattern(ComPtr<Element> element) {
  return static_cast<IUIAutomationTextPattern2*>(new Text(std::move(element)));
}

}  // namespace surehand::simulator
