#include "client/element.h"

#include <functional>
#include <utility>

#include "client/condition.h"
#include "client/element_array.h"
#include "client/patterns.h"
#include "client/taken.h"
#include "client/values.h"

namespace surehand::simulator {
namespace {

const char* scope_name(TreeScope scope) {
  if (scope & TreeScope_Descendants) return "subtree";
  return scope & TreeScope_Children ? "children" : "element";
}

// The children that a view has: what it leaves out gives its own children instead.
void add_filtered(const Node& node, const Place& place, IUIAutomationCondition* filter,
                  std::vector<std::pair<const Node*, Place>>& out) {
  for (const Node& child : children_of(node)) {
    const Place at = place_of(child, place);
    if (matches(filter, child)) {
      out.emplace_back(&child, at);
    } else {
      add_filtered(child, at, filter, out);
    }
  }
}

}  // namespace

Element::Element(const Node&, Place place, SettingsPtr settings)
    : place_(std::move(place)), settings_(std::move(settings)) {}

ComPtr<Element> Element::cached(const Node& node, const Place& place, const SettingsPtr& settings,
                                const Wanted& wanted) {
  ComPtr<Element> made = adopt(new Element(node, place, settings));
  auto cache = std::make_shared<Cache>();
  cache->wanted = wanted;
  json::Object members;
  for (const auto& [name, value] : node.as_object()) {
    if (name != "children") members.emplace_back(name, value);
  }
  cache->node = std::move(members);
  if (wanted.scope & (TreeScope_Children | TreeScope_Descendants)) {
    Wanted below = wanted;
    below.scope = wanted.scope & TreeScope_Descendants ? TreeScope_Subtree : TreeScope_Element;
    std::vector<std::pair<const Node*, Place>> children;
    add_filtered(node, place, wanted.filter.get(), children);
    for (const auto& [child, at] : children) cache->children.push_back(cached(*child, at, settings, below));
  }
  made->cache_ = std::move(cache);
  return made;
}

Reply Element::act(const std::string& what, json::Array with) const {
  return simulator::act(place_, what, std::move(with), *settings_);
}
Reply Element::ask(const std::string& scope) const { return read(place_, scope, *settings_); }

HRESULT Element::current(int property, bool or_not_supported, VARIANT* out) const {
  VariantInit(out);
  const Reply reply = ask("element");
  if (FAILED(reply.result)) return reply.result;
  return to_variant(reply.value, place_, settings_, property, or_not_supported, out);
}

HRESULT Element::cached(int property, bool or_not_supported, VARIANT* out) const {
  VariantInit(out);
  // What was not asked for is refused, as by UI Automation (FlaUI issue 48).
  if (!cache_ || !(cache_->wanted.scope & TreeScope_Element) || cache_->wanted.properties.count(property) == 0) {
    return E_INVALIDARG;
  }
  return to_variant(cache_->node, place_, settings_, property, or_not_supported, out);
}

HRESULT Element::SetFocus() { return act("SetFocus").result; }

HRESULT Element::GetRuntimeId(SAFEARRAY** out) {
  *out = to_safe_array(place_.id);
  return S_OK;
}

std::vector<ComPtr<Element>> Element::found(TreeScope scope, IUIAutomationCondition* condition,
                                            IUIAutomationCacheRequest* request, bool first, HRESULT& result) const {
  std::vector<ComPtr<Element>> out;
  if (!condition || scope & (TreeScope_Parent | TreeScope_Ancestors)) {
    result = E_INVALIDARG;
    return out;
  }
  const Wanted wanted = CacheRequest::wanted(request);
  // What is read ahead of the last of them may reach further down than what is looked through.
  const char* depth = (scope | wanted.scope) & TreeScope_Descendants || (scope & wanted.scope & TreeScope_Children)
                          ? "subtree"
                          : scope_name(static_cast<TreeScope>(scope | wanted.scope));
  const Reply reply = ask(depth);
  result = reply.result;
  if (FAILED(result)) return out;
  const auto consider = [&](const Node& node, const Place& at) {
    if ((first && !out.empty()) || !matches(condition, node)) return;
    out.push_back(request ? cached(node, at, settings_, wanted) : adopt(new Element(node, at, settings_)));
  };
  if (scope & TreeScope_Element) consider(reply.value, place_);
  const std::function<void(const Node&, const Place&, bool)> below = [&](const Node& node, const Place& at, bool on) {
    for (const Node& child : children_of(node)) {
      const Place place = place_of(child, at);
      consider(child, place);
      if (on) below(child, place, true);
    }
  };
  if (scope & (TreeScope_Children | TreeScope_Descendants)) {
    below(reply.value, place_, (scope & TreeScope_Descendants) != 0);
  }
  return out;
}

HRESULT Element::FindFirst(TreeScope scope, IUIAutomationCondition* condition, IUIAutomationElement** out) {
  return FindFirstBuildCache(scope, condition, nullptr, out);
}
HRESULT Element::FindAll(TreeScope scope, IUIAutomationCondition* condition, IUIAutomationElementArray** out) {
  return FindAllBuildCache(scope, condition, nullptr, out);
}
HRESULT Element::FindFirstBuildCache(TreeScope scope, IUIAutomationCondition* condition,
                                     IUIAutomationCacheRequest* request, IUIAutomationElement** out) {
  *out = nullptr;
  HRESULT result = S_OK;
  const auto all = found(scope, condition, request, true, result);
  return all.empty() ? result : give(all.front(), out);
}
HRESULT Element::FindAllBuildCache(TreeScope scope, IUIAutomationCondition* condition,
                                   IUIAutomationCacheRequest* request, IUIAutomationElementArray** out) {
  *out = nullptr;
  HRESULT result = S_OK;
  auto all = found(scope, condition, request, false, result);
  if (FAILED(result)) return result;
  return give(new ElementArray(std::move(all)), out);
}

HRESULT Element::BuildUpdatedCache(IUIAutomationCacheRequest* request, IUIAutomationElement** out) {
  *out = nullptr;
  if (!request) return E_INVALIDARG;
  const Wanted wanted = CacheRequest::wanted(request);
  const Reply reply = ask(scope_name(wanted.scope));
  if (FAILED(reply.result)) return reply.result;
  return give(cached(reply.value, place_, settings_, wanted), out);
}

HRESULT Element::GetCurrentPropertyValue(PROPERTYID property, VARIANT* out) { return current(property, false, out); }
HRESULT Element::GetCurrentPropertyValueEx(PROPERTYID property, BOOL no_default, VARIANT* out) {
  return current(property, no_default, out);
}
HRESULT Element::GetCachedPropertyValue(PROPERTYID property, VARIANT* out) { return cached(property, false, out); }
HRESULT Element::GetCachedPropertyValueEx(PROPERTYID property, BOOL no_default, VARIANT* out) {
  return cached(property, no_default, out);
}

HRESULT Element::GetCurrentPattern(PATTERNID pattern, IUnknown** out) {
  *out = nullptr;
  const Pattern* known = pattern_of(pattern);
  if (!known) return E_INVALIDARG;
  const Reply reply = ask("element");
  if (FAILED(reply.result)) return reply.result;
  if (has_pattern(reply.value, known->name)) *out = make_pattern(pattern, ComPtr<Element>(this));
  return S_OK;
}
HRESULT Element::GetCachedPattern(PATTERNID pattern, IUnknown** out) {
  *out = nullptr;
  const Pattern* known = pattern_of(pattern);
  if (!known || !cache_ || cache_->wanted.patterns.count(pattern) == 0) return E_INVALIDARG;
  if (has_pattern(cache_->node, known->name)) *out = make_pattern(pattern, ComPtr<Element>(this));
  return S_OK;
}
HRESULT Element::GetCurrentPatternAs(PATTERNID pattern, REFIID id, void** out) {
  *out = nullptr;
  ComPtr<IUnknown> found;
  const HRESULT result = GetCurrentPattern(pattern, found.put());
  return SUCCEEDED(result) && found ? found->QueryInterface(id, out) : result;
}
HRESULT Element::GetCachedPatternAs(PATTERNID pattern, REFIID id, void** out) {
  *out = nullptr;
  ComPtr<IUnknown> found;
  const HRESULT result = GetCachedPattern(pattern, found.put());
  return SUCCEEDED(result) && found ? found->QueryInterface(id, out) : result;
}

HRESULT Element::GetCachedParent(IUIAutomationElement** out) {
  *out = nullptr;
  return cache_ ? S_OK : E_INVALIDARG;
}
HRESULT Element::GetCachedChildren(IUIAutomationElementArray** out) {
  *out = nullptr;
  if (!cache_ || !(cache_->wanted.scope & (TreeScope_Children | TreeScope_Descendants))) return E_INVALIDARG;
  if (cache_->children.empty()) return S_OK;
  return give(new ElementArray(cache_->children), out);
}

HRESULT Element::GetClickablePoint(POINT* out, BOOL* got) {
  RECT rect{};
  BOOL offscreen = FALSE;
  *got = FALSE;
  const HRESULT result = get_CurrentBoundingRectangle(&rect);
  if (FAILED(result)) return result;
  get_CurrentIsOffscreen(&offscreen);
  if (offscreen || IsRectEmpty(&rect)) return S_OK;
  *out = {(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2};
  *got = TRUE;
  return S_OK;
}

HRESULT Element::ShowContextMenu() { return act("ShowContextMenu").result; }

#define SIMULATED_PROPERTY(type, name, id)             \
  HRESULT Element::get_Current##name(type* out) {      \
    VARIANT value;                                     \
    const HRESULT result = current(id, false, &value); \
    return taken(result, value, out);                  \
  }                                                    \
  HRESULT Element::get_Cached##name(type* out) {       \
    VARIANT value;                                     \
    const HRESULT result = cached(id, false, &value);  \
    return taken(result, value, out);                  \
  }
#include "client/element_properties.inc"
#undef SIMULATED_PROPERTY

}  // namespace surehand::simulator
