#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run/limits.h"

namespace surehand {

// What waiting has to know about the source of an application's events: its toolkit, or the platform as a whole. Events are
// wake-ups; where they are known to be missing, looking again has to be more frequent. A platform that forgets most says so.
struct Pace {
  bool forgetful = false;         // it does not announce everything
  bool forgets_removal = false;   // nor that something was removed
  bool cheap_fingerprint = true;  // asking for a fingerprint costs the application little; false: it is never asked for
  bool searches = false;          // find() and `around` cost a fraction of a tree that is large
  bool mirrors = false;           // it announces nearly everything: a tree can be kept true by that (core/mirror)
  Milliseconds first_event{100};  // until the first event after an action, of an application that does anything
  Milliseconds quiet{20};         // without an event: then what an action set off has been announced
};

// A running application. `key` names it for as long as it runs and nothing afterwards: what the system itself never gives twice
// (a unique bus name), or a pid with the time at which the process began. Never shown to users.
struct Application {
  std::string key;
  std::string name;                      // displayed, maybe translated
  std::string id;                        // desktop or bundle id, untranslated; may be empty
  std::vector<std::string> other_names;  // what else it is called: untranslated
  std::string executable;                // file name without path or extension
  int64_t pid = 0;
  std::string toolkit;     // `GTK 3.24`, `Qt 6.4`, as far as known
  bool responsive = true;  // false: it did not answer its probe; other fields are what is known without it
  // false: it shows windows and publishes nothing of what is in them. Its snapshot is one node that says so (kUnpublished),
  // acting on elements and observing are UNSUPPORTED; windows(), screenshot(), input() and the like work.
  bool has_tree = true;
  Pace pace;
};

}  // namespace surehand
