#pragma once

#include <atomic>

#include "client/meter.h"
#include "platform/windows/com/com_ptr.h"
#include "platform/windows/com/uiautomation.h"

namespace surehand::simulator {

using uia::ComPtr;

// A COM object with one interface and those that it is made from. Every live one is counted.
template <class Interface, class... Older>
class Com : public Interface {
 public:
  Com() { Meter::the().add_object(); }
  Com(const Com&) = delete;
  Com& operator=(const Com&) = delete;
  virtual ~Com() { Meter::the().remove_object(); }

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void** out) override {
    if (!out) return E_POINTER;
    const bool is_one = id == __uuidof(IUnknown) || id == __uuidof(Interface) || (... || (id == __uuidof(Older)));
    *out = is_one ? static_cast<Interface*>(this) : nullptr;
    if (!is_one) return E_NOINTERFACE;
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

// Hands a new object out with the one reference that it was made with.
template <class Made, class Interface>
HRESULT give(Made* made, Interface** out) {
  *out = made;
  return S_OK;
}

// A reference more to one that is kept.
template <class Made, class Interface>
HRESULT give(const ComPtr<Made>& made, Interface** out) {
  *out = made.get();
  if (*out) (*out)->AddRef();
  return S_OK;
}

// Takes the reference that a new object was made with.
template <class Made>
ComPtr<Made> adopt(Made* made) {
  ComPtr<Made> out;
  *out.put() = made;
  return out;
}

}  // namespace surehand::simulator
