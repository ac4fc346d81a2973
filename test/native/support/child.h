#pragma once

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace surehand::test {

// A program started by a test, ended by its id.
class Child {
 public:
  Child() = default;
  // `output` (or none) becomes the child's standard output; its standard error is the test's. It ends with
  // the test, however that ends.
  Child(const std::vector<std::string>& command, const std::vector<std::string>& environment, int output = -1) {
    std::vector<char*> arguments, variables;
    for (const auto& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
    for (const auto& each : environment) variables.push_back(const_cast<char*>(each.c_str()));
    arguments.push_back(nullptr);
    variables.push_back(nullptr);
    pid_ = fork();
    if (pid_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (output >= 0) dup2(output, 1);
    execvpe(arguments[0], arguments.data(), variables.data());
    _exit(127);
  }
  Child(Child&& other) noexcept : pid_(other.pid_) { other.pid_ = 0; }
  Child& operator=(Child&& other) noexcept {
    std::swap(pid_, other.pid_);
    return *this;
  }
  ~Child() { end(SIGTERM); }

  pid_t pid() const { return pid_; }
  void wait() {
    if (pid_ > 0) waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  void end(int signal) {
    if (pid_ <= 0) return;
    kill(pid_, signal);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_ = 0;
};

inline std::vector<std::string> environment_of_test() {
  std::vector<std::string> result;
  for (char** each = environ; *each != nullptr; ++each) result.emplace_back(*each);
  return result;
}

// The first line a program writes, waited for.
inline std::string first_line(int fd) {
  std::string line;
  char c;
  while (read(fd, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

// A message bus of the test's own.
class PrivateBus {
 public:
  PrivateBus() : PrivateBus(environment_of_test()) {}
  explicit PrivateBus(const std::vector<std::string>& environment) {
    int ends[2];
    if (environment.empty() || pipe(ends) != 0) return;
    daemon_ = Child({"dbus-daemon", "--session", "--nofork", "--print-address=1"}, environment, ends[1]);
    close(ends[1]);
    address_ = first_line(ends[0]);
    close(ends[0]);
  }

  // Empty when dbus-daemon could not be started: it is in the package `dbus` or `dbus-daemon`.
  const std::string& address() const { return address_; }
  Child& daemon() { return daemon_; }

 private:
  Child daemon_;
  std::string address_;
};

// A virtual X display of the test's own, without a window manager.
class PrivateDisplay {
 public:
  explicit PrivateDisplay(const std::string& size = "1280x800x24") {
    int ends[2];
    if (pipe(ends) != 0) return;
    server_ = Child({"Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp", "-noreset"},
                    environment_of_test(), ends[1]);
    close(ends[1]);
    const std::string number = first_line(ends[0]);
    close(ends[0]);
    if (!number.empty()) name_ = ":" + number;
  }

  // Empty when Xvfb could not be started: it is in the package `xvfb`.
  const std::string& name() const { return name_; }
  Child& server() { return server_; }

 private:
  Child server_;
  std::string name_;
};

}  // namespace surehand::test
