#include "client/condition.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "client/values.h"

namespace surehand::simulator {
namespace {

// A condition and, beside it, what tests with it.
template <class Interface>
class Condition : public Interface, public Tester {
 public:
  Condition() { Meter::the().add_object(); }
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;
  virtual ~Condition() { Meter::the().remove_object(); }

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void** out) override {
    *out = nullptr;
    if (id == __uuidof(Tester)) {
      *out = static_cast<Tester*>(this);
    } else if (id == __uuidof(IUnknown) || id == __uuidof(IUIAutomationCondition) || id == __uuidof(Interface)) {
      *out = static_cast<Interface*>(this);
    }
    if (!*out) return E_NOINTERFACE;
    AddRef();
    return S_OK;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references_; }
  ULONG STDMETHODCALLTYPE Release() override {
    const ULONG left = --references_;
    if (left == 0) delete this;
    return left;
  }

 private:
  std::atomic<ULONG> references_{1};
};

using Conditions = std::vector<ComPtr<IUIAutomationCondition>>;

class Constant final : public Condition<IUIAutomationBoolCondition> {
 public:
  explicit Constant(bool value) : value_(value) {}
  bool holds(const Node&) const override { return value_; }
  HRESULT STDMETHODCALLTYPE get_BooleanValue(BOOL* out) override {
    *out = value_;
    return S_OK;
  }

 private:
  const bool value_;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

class HasProperty final : public Condition<IUIAutomationPropertyCondition> {
 public:
  HasProperty(int property, const VARIANT& value, PropertyConditionFlags flags) : property_(property), flags_(flags) {
    VariantInit(&value_);
    VariantCopy(&value_, const_cast<VARIANT*>(&value));
  }
  ~HasProperty() override { VariantClear(&value_); }

  bool holds(const Node& node) const override {
    VARIANT is;
    if (FAILED(to_variant(node, {}, nullptr, property_, false, &is))) return false;
    const json::Value actual = from_variant(is), wanted = from_variant(value_);
    VariantClear(&is);
    // The values of PropertyConditionFlags: 1 ignores case, 2 looks for a part of the text.
    if (!wanted.is_string() || flags_ == PropertyConditionFlags_None) return actual == wanted;
    std::string text(actual.as_string()), part(wanted.as_string());
    if (flags_ & 1) {
      text = lower(text);
      part = lower(part);
    }
    return flags_ & 2 ? text.find(part) != std::string::npos : text == part;
  }

  HRESULT STDMETHODCALLTYPE get_PropertyId(PROPERTYID* out) override {
    *out = property_;
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE get_PropertyValue(VARIANT* out) override {
    VariantInit(out);
    return VariantCopy(out, &value_);
  }
  HRESULT STDMETHODCALLTYPE get_PropertyConditionFlags(PropertyConditionFlags* out) override {
    *out = flags_;
    return S_OK;
  }

 private:
  const int property_;
  const PropertyConditionFlags flags_;
  VARIANT value_;
};

template <class Interface, bool kAll>
class Several final : public Condition<Interface> {
 public:
  explicit Several(Conditions parts) : parts_(std::move(parts)) {}
  bool holds(const Node& node) const override {
    const auto test = [&](const ComPtr<IUIAutomationCondition>& part) { return matches(part.get(), node); };
    return kAll ? std::all_of(parts_.begin(), parts_.end(), test) : std::any_of(parts_.begin(), parts_.end(), test);
  }
  HRESULT STDMETHODCALLTYPE get_ChildCount(int* out) override {
    *out = static_cast<int>(parts_.size());
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetChildrenAsNativeArray(IUIAutomationCondition***, int*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetChildren(SAFEARRAY**) override { return E_NOTIMPL; }

 private:
  const Conditions parts_;
};

class Not final : public Condition<IUIAutomationNotCondition> {
 public:
  explicit Not(ComPtr<IUIAutomationCondition> part) : part_(std::move(part)) {}
  bool holds(const Node& node) const override { return !matches(part_.get(), node); }
  HRESULT STDMETHODCALLTYPE GetChild(IUIAutomationCondition** out) override {
    *out = part_.get();
    (*out)->AddRef();
    return S_OK;
  }

 private:
  const ComPtr<IUIAutomationCondition> part_;
};

template <class Interface, bool kAll>
HRESULT make_several(IUIAutomationCondition** conditions, int count, IUIAutomationCondition** out) {
  Conditions parts;
  for (int i = 0; i < count; ++i) {
    if (!conditions[i]) return E_INVALIDARG;
    parts.emplace_back(conditions[i]);
  }
  return give(new Several<Interface, kAll>(std::move(parts)), out);
}

}  // namespace

bool matches(IUIAutomationCondition* condition, const Node& node) {
  ComPtr<Tester> tester;
  if (!condition) return true;
  condition->QueryInterface(__uuidof(Tester), tester.put_void());
  return !tester || tester->holds(node);
}

HRESULT make_bool_condition(bool value, IUIAutomationCondition** out) { return give(new Constant(value), out); }
HRESULT make_property_condition(int property, const VARIANT& value, PropertyConditionFlags flags,
                                IUIAutomationCondition** out) {
  *out = nullptr;
  const Property* known = property_of(property);
  if (!known && !pattern_available_by(property)) return E_INVALIDARG;
  // As UI Automation: the value has to be of the property's own type.
  const Kind kind = known ? known->kind : Kind::kFlag;
  const bool fits = (kind == Kind::kText && value.vt == VT_BSTR) || (kind == Kind::kInteger && value.vt == VT_I4) ||
                    (kind == Kind::kFlag && value.vt == VT_BOOL) || (kind == Kind::kNumber && value.vt == VT_R8) ||
                    (kind == Kind::kIntegers && value.vt == (VT_ARRAY | VT_I4));
  if (!fits) return E_INVALIDARG;
  return give(new HasProperty(property, value, flags), out);
}
HRESULT make_all_condition(IUIAutomationCondition** conditions, int count, IUIAutomationCondition** out) {
  return make_several<IUIAutomationAndCondition, true>(conditions, count, out);
}
HRESULT make_any_condition(IUIAutomationCondition** conditions, int count, IUIAutomationCondition** out) {
  return make_several<IUIAutomationOrCondition, false>(conditions, count, out);
}
HRESULT make_not_condition(IUIAutomationCondition* condition, IUIAutomationCondition** out) {
  if (!condition) return E_INVALIDARG;
  return give(new Not(ComPtr<IUIAutomationCondition>(condition)), out);
}
HRESULT make_view_condition(bool content, IUIAutomationCondition** out) {
  VARIANT yes;
  VariantInit(&yes);
  yes.vt = VT_BOOL;
  yes.boolVal = VARIANT_TRUE;
  return make_property_condition(content ? 30017 : 30016, yes, PropertyConditionFlags_None, out);
}

}  // namespace surehand::simulator
