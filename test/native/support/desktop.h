#pragma once

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "child.h"

namespace surehand::test {

// A desktop of the test's own: a display, a session bus (which starts the accessibility bus when it is asked
// for) and a window manager.
class PrivateDesktop {
 public:
  PrivateDesktop() {
    char name[] = "/tmp/surehand-test-XXXXXX";
    directory_ = mkdtemp(name);
    const std::string path = getenv("PATH") != nullptr ? getenv("PATH") : "/usr/bin:/bin";
    environment_ = {{"DISPLAY", display_.name()},    {"HOME", directory_},       {"LANG", "C.UTF-8"}, {"PATH", path},
                    {"XDG_RUNTIME_DIR", directory_}, {"XDG_SESSION_TYPE", "x11"}};
    bus_ = PrivateBus(lines());
    environment_.emplace_back("DBUS_SESSION_BUS_ADDRESS", bus_.address());
    manager_ = Child({"openbox"}, lines());
  }
  ~PrivateDesktop() {
    manager_.end(SIGTERM);
    bus_.daemon().end(SIGTERM);
    display_.server().end(SIGTERM);
    Child({"rm", "-rf", directory_}, lines()).wait();
  }

  bool complete() const { return !display_.name().empty() && !bus_.address().empty() && manager_.pid() != 0; }
  const std::vector<std::pair<std::string, std::string>>& environment() const { return environment_; }

 private:
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const auto& [name, value] : environment_) lines.push_back(name + "=" + value);
    return lines;
  }

  PrivateDisplay display_{"1920x1080x24"};
  std::string directory_;
  std::vector<std::pair<std::string, std::string>> environment_;
  PrivateBus bus_{std::vector<std::string>{}};
  Child manager_;
};

}  // namespace surehand::test
