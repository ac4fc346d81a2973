#pragma once

#include <ApplicationServices/ApplicationServices.h>

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"

namespace axsim {

// What goes wrong, for an element, an attribute or an action of it. A test says which; the real ones are in docs/platforms.md.
struct Fault {
  std::string key;   // of the element in its world; empty: of any
  std::string app;   // its application by name; empty: of any
  std::string part;  // `application`: the application's own element alone
  std::string on;    // the attribute, action or notification; empty: any
  std::string call;  // the function; empty: any
  AXError error = kAXErrorSuccess;
  bool after_effect = false;  // what was asked for happens, and then the error is said
  bool no_effect = false;     // success is said, and nothing happens
  int64_t delay = 0;          // ms before the answer; a reference's own timeout ends the wait
  int64_t times = -1;         // how often; -1: always
  int64_t skip = 0;           // so many times it goes well first
  bool has_value = false;
  surehand::json::Value value;  // what an attribute is said to be instead; json_value.h says how it is written
  bool is_listed = false;       // an attribute of `value` is among the names, too
  bool settable = false;        // and can be set

  static Fault from_json(const surehand::json::Value& said);
};

class Faults {
 public:
  struct Asked {
    std::string_view key, app, call, on;
    bool is_application = false;
  };

  void add(Fault fault);
  void clear();
  // The first that concerns this, counted down.
  std::optional<Fault> take(const Asked& asked);
  // What is said of attributes by `value`, without counting.
  std::vector<Fault> said_of(const Asked& asked) const;

 private:
  static bool concerns(const Fault& fault, const Asked& asked);
  mutable std::mutex mutex_;
  std::vector<Fault> faults_;
};

}  // namespace axsim
