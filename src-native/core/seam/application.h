#pragma once

#include <cstdint>
#include <string>

namespace surehand {

// A running application. `key` names it for as long as it runs and nothing afterwards: what the system itself never gives twice
// (a unique bus name), or a pid with the time at which the process began. Never shown to users.
struct Application {
  std::string key;
  std::string name;        // displayed, maybe translated
  std::string id;          // desktop or bundle id, untranslated; may be empty
  std::string executable;  // file name without path or extension
  int64_t pid = 0;
  std::string toolkit;     // `GTK 3.24`, `Qt 6.4`, as far as known
  bool responsive = true;  // false: it did not answer its probe; other fields are what is known without it
};

}  // namespace surehand
