#pragma once

#include <utility>
#include <vector>

#include "client/element.h"

namespace surehand::simulator {

class ElementArray final : public Com<IUIAutomationElementArray> {
 public:
  explicit ElementArray(std::vector<ComPtr<Element>> elements) : elements_(std::move(elements)) {}

  static ElementArray* of(const json::Array& nodes, const Place& around, const SettingsPtr& settings) {
    std::vector<ComPtr<Element>> elements;
    for (const Node& node : nodes) elements.push_back(adopt(new Element(node, place_of(node, around), settings)));
    return new ElementArray(std::move(elements));
  }

  HRESULT STDMETHODCALLTYPE get_Length(int* out) override {
    *out = static_cast<int>(elements_.size());
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE GetElement(int index, IUIAutomationElement** out) override {
    *out = nullptr;
    if (index < 0 || index >= static_cast<int>(elements_.size())) return E_INVALIDARG;
    *out = elements_[static_cast<size_t>(index)].get();
    (*out)->AddRef();
    return S_OK;
  }

 private:
  const std::vector<ComPtr<Element>> elements_;
};

}  // namespace surehand::simulator
