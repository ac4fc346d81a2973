#pragma once

#include <string_view>

#include "core/run/limits.h"
#include "platform/posix/fd.h"

namespace surehand::dbus {

// A socket that is connected to a bus and authenticated (SASL EXTERNAL), non-blocking; the next bytes on it
// are messages. NO_DESKTOP says what each entry of the address answered. `process`: who has to listen there, or nothing is
// sent; 0: any. `descriptors`: file descriptors are to be sent, which the bus has to agree to.
Result<Fd> connect_to_bus(std::string_view address, std::string_view runtime_directory, const Limits& limits,
                          int64_t process = 0, bool descriptors = false);

}  // namespace surehand::dbus
