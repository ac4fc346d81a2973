#pragma once

#include <vector>

#include "core/seam/actions.h"
#include "core/seam/permission.h"
#include "core/seam/playback.h"
#include "core/seam/programs.h"
#include "core/seam/screen.h"
#include "core/seam/trees.h"

namespace surehand {

// One open desktop. Calls block; `Lanes` runs them on a thread per target, so several may run at once, at most one
// per application key, one launch() or quit(), and one for the desktop as a whole, besides calls that outlived their
// limits and acts that were sent and have not returned. Implementations are plain sequential code that is safe under that
// rule. Every call ends by its deadline, or is left to its thread with what it owns. An error says whether anything was
// sent (Error::sent).
class Backend : public Trees, public Actions, public Screen, public Programs {
 public:
  // What the system has to allow, and what can be done here: said before a call says it too late.
  virtual Result<std::vector<Permission>> permissions(const Limits& limits);
  virtual Result<std::vector<Capability>> capabilities(const Limits& limits);

  // Nothing where applications are real.
  virtual Playback* playback() { return nullptr; }
};

}  // namespace surehand
