#include "platform/windows/com/apartment.h"

#include <windows.h>

#include <combaseapi.h>

#include <utility>

#include "platform/windows/errors.h"

namespace surehand::uia {

Result<Apartment> Apartment::open() {
  CO_MTA_USAGE_COOKIE cookie = nullptr;
  const HRESULT result = CoIncrementMTAUsage(&cookie);
  if (FAILED(result)) {
    return Error{
        ErrorCode::kNoDesktop, "COM could not be started (CoIncrementMTAUsage: " + hresult_name(result) + ")", {}};
  }
  return Apartment(cookie);
}

Apartment::Apartment(Apartment&& other) noexcept : cookie_(std::exchange(other.cookie_, nullptr)) {}

Apartment::~Apartment() {
  if (cookie_) CoDecrementMTAUsage(cookie_);
}

void pin_module() {
  HMODULE self = nullptr;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                     reinterpret_cast<LPCWSTR>(&pin_module), &self);
}

}  // namespace surehand::uia
