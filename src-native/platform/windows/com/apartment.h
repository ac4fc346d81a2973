#pragma once

#include <objbase.h>

#include "core/result.h"

namespace surehand::uia {

// Keeps the process's multithreaded apartment alive. Threads that have entered none are in it by that, so the lanes' threads need
// not enter and, above all, need not leave: CoUninitialize in a thread's destructor runs under the loader's lock and may wait
// for ever.
class Apartment {
 public:
  static Result<Apartment> open();
  Apartment(Apartment&& other) noexcept;
  Apartment& operator=(Apartment&&) = delete;
  ~Apartment();

 private:
  explicit Apartment(CO_MTA_USAGE_COOKIE cookie) : cookie_(cookie) {}

  CO_MTA_USAGE_COOKIE cookie_;
};

// Keeps this module loaded until the process ends: Node unloads an addon with the last worker that has it, and a thread that was left
// behind in a call returns to its code.
void pin_module();

}  // namespace surehand::uia
