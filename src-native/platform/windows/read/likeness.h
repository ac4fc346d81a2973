#pragma once

#include <string>

#include "platform/windows/read/facts.h"

namespace surehand::uia {

// What tells an element from another that is given the same RuntimeId when the first is gone, or scrolled away: items of Win32 lists are
// numbered by place, WPF's ids are hashes, recycling containers take another item in.
struct Likeness {
  int control_type = 0;
  std::string class_name;
  std::string id;
  std::string
      name;  // of what may be one of many that differ in nothing else; others change theirs and stay what they are

  friend bool operator==(const Likeness& a, const Likeness& b) {
    return a.control_type == b.control_type && a.class_name == b.class_name && a.id == b.id && a.name == b.name;
  }
};

Likeness likeness_of(const Facts& facts);

}  // namespace surehand::uia
