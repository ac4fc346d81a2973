#pragma once

#include "platform/linux/dbus/wire.h"
#include "platform/linux/identity.h"

namespace surehand::atspi {

// What an application says of an object, `(so)`.
struct Reference {
  Object object;
  // False where it is no name that an object can have: of a bus name or path like that no bus takes a call, so it goes no further
  // than here. `object` is then the null object.
  bool sound = true;

  bool is_null() const { return object.path == kNullPath; }
};

// Its texts point into the message of `reader`. What cannot be read is not sound.
Reference read_reference(dbus::Reader& reader);

// The same, kept. The null object where it is not sound.
ObjectName read_object(dbus::Reader& reader);

}  // namespace surehand::atspi
