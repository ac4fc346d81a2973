#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/linux/dbus/message.h"

namespace surehand::dbus {

// A D-Bus match rule (`type='signal',interface='org.a11y.atspi.Event.Object',arg0='x'`), evaluated here as
// well: a bus sends a message once, however many of a connection's rules it passes.
class MatchRule {
 public:
  // Nothing when it is malformed, has a key that is not known here, or a well-known name as `sender`, whose owner is not
  // known here: only unique names and the bus itself.
  static std::optional<MatchRule> parse(std::string_view rule);
  // Signals of the bus's own interface pass only when the bus sent them: any program may send one that looks the same.
  bool passes(const Message& message) const;

 private:
  std::string type_, sender_, interface_, member_, path_, path_namespace_;
  std::vector<std::pair<size_t, std::string>> arguments_;
};

}  // namespace surehand::dbus
