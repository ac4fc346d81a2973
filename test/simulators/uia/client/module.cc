#include <windows.h>

#include "client/automation.h"
#include "client/com.h"

// What COM asks of a DLL that has classes. It is registered as CUIAutomation8 and CUIAutomation in the prefix of a test, and nowhere else.

namespace {

class Factory final : public surehand::simulator::Com<IClassFactory> {
 public:
  HRESULT STDMETHODCALLTYPE CreateInstance(IUnknown* outer, REFIID id, void** out) override {
    *out = nullptr;
    if (outer) return CLASS_E_NOAGGREGATION;
    return surehand::simulator::adopt(new surehand::simulator::Automation)->QueryInterface(id, out);
  }
  HRESULT STDMETHODCALLTYPE LockServer(BOOL) override { return S_OK; }
};

}  // namespace

extern "C" __declspec(dllexport) HRESULT STDMETHODCALLTYPE DllGetClassObject(REFCLSID, REFIID id, void** out) {
  return surehand::simulator::adopt(new Factory)->QueryInterface(id, out);
}

// Its threads may run until the process ends.
extern "C" __declspec(dllexport) HRESULT STDMETHODCALLTYPE DllCanUnloadNow() { return S_FALSE; }
