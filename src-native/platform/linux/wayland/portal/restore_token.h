#pragma once

#include <string>

#include "platform/posix/environment.h"

namespace surehand::wayland::portal {

// The token by which a portal gives again what a person once granted: a file of this user alone, in the folder for state
// (https://specifications.freedesktop.org/basedir-spec/latest/). Where it cannot be written, a person is asked each time.
class RestoreToken {
 public:
  explicit RestoreToken(const Environment& environment);

  bool is_kept() const;
  // Removes it: a token is good for one use. Empty where there is none.
  std::string take();
  void keep(const std::string& token);

 private:
  std::string folder_;  // empty: none
};

}  // namespace surehand::wayland::portal
