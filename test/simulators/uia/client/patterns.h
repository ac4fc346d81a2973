#pragma once

#include <utility>

#include "client/element.h"
#include "client/taken.h"

namespace surehand::simulator {

// What an element can do, by the number of the pattern; null for one that is not simulated.
IUnknown* make_pattern(int pattern, ComPtr<Element> element);

// A file each.
IUnknown* make_text_pattern(ComPtr<Element> element);

// What all of them have: the element, and its properties by their types.
template <class Interface>
class PatternOf : public Com<Interface> {
 public:
  explicit PatternOf(ComPtr<Element> element) : element_(std::move(element)) {}

 protected:
  HRESULT act(const char* what, json::Array with = {}) const { return element_->act(what, std::move(with)).result; }

  template <class T>
  HRESULT current(int property, T* out) const {
    VARIANT value;
    return taken(element_->current(property, false, &value), value, out);
  }
  template <class T>
  HRESULT cached(int property, T* out) const {
    VARIANT value;
    return taken(element_->cached(property, false, &value), value, out);
  }

  const ComPtr<Element> element_;
};

}  // namespace surehand::simulator
