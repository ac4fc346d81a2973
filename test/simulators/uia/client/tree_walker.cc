#include "client/tree_walker.h"

#include <utility>
#include <vector>

#include "client/condition.h"

namespace surehand::simulator {
namespace {

HRESULT hand_out(const Node& node, const Place& place, const SettingsPtr& settings, IUIAutomationCacheRequest* request,
                 IUIAutomationElement** out) {
  ComPtr<Element> made = adopt(new Element(node, place, settings));
  return request ? made->BuildUpdatedCache(request, out) : give(made, out);
}

bool same(const Place& a, const Place& b) { return a.process == b.process && a.id == b.id && a.number == b.number; }

}  // namespace

TreeWalker::TreeWalker(ComPtr<IUIAutomationCondition> condition) : condition_(std::move(condition)) {}

HRESULT TreeWalker::parent(IUIAutomationElement* element, IUIAutomationCacheRequest* request, bool itself,
                           IUIAutomationElement** out) const {
  *out = nullptr;
  if (!element) return E_INVALIDARG;
  const Element& from = Element::of(element);
  Place place = from.place();
  Reply reply = itself ? read(place, "element", *from.settings()) : parent_of(place, *from.settings());
  while (SUCCEEDED(reply.result) && !reply.value.is_null()) {
    // The desktop's node says its process; its place is what it is known by.
    const bool desktop = id_of(reply.value) == desktop_place().id;
    place = desktop ? desktop_place() : place_of(reply.value, place);
    if (desktop || matches(condition_.get(), reply.value)) {
      return hand_out(reply.value, place, from.settings(), request, out);
    }
    reply = parent_of(place, *from.settings());
  }
  return reply.result;
}

HRESULT TreeWalker::child(IUIAutomationElement* element, IUIAutomationCacheRequest* request, bool last,
                          IUIAutomationElement** out) const {
  *out = nullptr;
  if (!element) return E_INVALIDARG;
  const Element& from = Element::of(element);
  const Reply reply = from.ask("children");
  if (FAILED(reply.result)) return reply.result;
  const json::Array& children = children_of(reply.value);
  const Node* found = nullptr;
  for (const Node& one : children) {
    if (!matches(condition_.get(), one)) continue;
    if (!found || last) found = &one;
  }
  return found ? hand_out(*found, place_of(*found, from.place()), from.settings(), request, out) : S_OK;
}

HRESULT TreeWalker::sibling(IUIAutomationElement* element, IUIAutomationCacheRequest* request, int step,
                            IUIAutomationElement** out) const {
  *out = nullptr;
  ComPtr<IUIAutomationElement> above;
  HRESULT result = parent(element, nullptr, false, above.put());
  if (FAILED(result) || !above) return result;
  const Element& around = Element::of(above.get());
  const Reply reply = around.ask("children");
  if (FAILED(reply.result)) return reply.result;
  std::vector<const Node*> shown;
  int own = -1;
  for (const Node& one : children_of(reply.value)) {
    if (same(place_of(one, around.place()), Element::of(element).place())) own = static_cast<int>(shown.size());
    if (matches(condition_.get(), one)) shown.push_back(&one);
  }
  const int wanted = own + step;
  if (own < 0 || wanted < 0 || wanted >= static_cast<int>(shown.size())) return S_OK;
  const Node& node = *shown[static_cast<size_t>(wanted)];
  return hand_out(node, place_of(node, around.place()), around.settings(), request, out);
}

HRESULT TreeWalker::GetParentElement(IUIAutomationElement* element, IUIAutomationElement** out) {
  return parent(element, nullptr, false, out);
}
HRESULT TreeWalker::GetFirstChildElement(IUIAutomationElement* element, IUIAutomationElement** out) {
  return child(element, nullptr, false, out);
}
HRESULT TreeWalker::GetLastChildElement(IUIAutomationElement* element, IUIAutomationElement** out) {
  return child(element, nullptr, true, out);
}
HRESULT TreeWalker::GetNextSiblingElement(IUIAutomationElement* element, IUIAutomationElement** out) {
  return sibling(element, nullptr, 1, out);
}
HRESULT TreeWalker::GetPreviousSiblingElement(IUIAutomationElement* element, IUIAutomationElement** out) {
  return sibling(element, nullptr, -1, out);
}
HRESULT TreeWalker::NormalizeElement(IUIAutomationElement* element, IUIAutomationElement** out) {
  return parent(element, nullptr, true, out);
}
HRESULT TreeWalker::GetParentElementBuildCache(IUIAutomationElement* element, IUIAutomationCacheRequest* request,
                                               IUIAutomationElement** out) {
  return parent(element, request, false, out);
}
HRESULT TreeWalker::GetFirstChildElementBuildCache(IUIAutomationElement* element, IUIAutomationCacheRequest* request,
                                                   IUIAutomationElement** out) {
  return child(element, request, false, out);
}
HRESULT TreeWalker::GetLastChildElementBuildCache(IUIAutomationElement* element, IUIAutomationCacheRequest* request,
                                                  IUIAutomationElement** out) {
  return child(element, request, true, out);
}
HRESULT TreeWalker::GetNextSiblingElementBuildCache(IUIAutomationElement* element, IUIAutomationCacheRequest* request,
                                                    IUIAutomationElement** out) {
  return sibling(element, request, 1, out);
}
HRESULT TreeWalker::GetPreviousSiblingElementBuildCache(IUIAutomationElement* element,
                                                        IUIAutomationCacheRequest* request,
                                                        IUIAutomationElement** out) {
  return sibling(element, request, -1, out);
}
HRESULT TreeWalker::NormalizeElementBuildCache(IUIAutomationElement* element, IUIAutomationCacheRequest* request,
                                               IUIAutomationElement** out) {
  return parent(element, request, true, out);
}
HRESULT TreeWalker::get_Condition(IUIAutomationCondition** out) { return give(condition_, out); }

}  // namespace surehand::simulator
