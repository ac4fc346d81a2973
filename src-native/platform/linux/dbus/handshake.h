#pragma once

#include <string_view>

#include "core/run/limits.h"
#include "platform/posix/fd.h"

namespace surehand::dbus {

// A socket that is connected to a bus and authenticated (SASL EXTERNAL), non-blocking; the next bytes on it
// are messages. NO_DESKTOP says what each entry of the address answered. `process`: who has to listen there, or nothing is
// sent; 0: any. `files`: the bus is asked to hand over file descriptors too; UNSUPPORTED when it does not.
Result<Fd> connect_to_bus(std::string_view address, std::string_view runtime_directory, const Limits& limits,
                          int64_t process = 0, bool files = false);

}  // namespace surehand::dbus
