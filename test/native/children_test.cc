#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "platform/posix/children.h"

using namespace surehand;

namespace {

size_t descriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

pid_t start(const std::string& script) {
  Program program;
  program.file = "/bin/sh";
  program.arguments = {"sh", "-c", script};
  const std::vector<std::pair<std::string, std::string>> variables = {{"PATH", "/usr/bin:/bin"}};
  auto started = Children::of_this_process().start(program, Environment(variables));
  REQUIRE(started.ok());
  return *started;
}

void wait_for_end(pid_t child) {
  while (!Children::of_this_process().ended(child)) usleep(1000);
}

std::string output(pid_t child) { return Children::of_this_process().report(child)->output.bytes; }

}  // namespace

TEST_CASE("what programs wrote is kept when they have ended, without their descriptors") {
  auto& children = Children::of_this_process();
  const size_t before = descriptors();
  for (int i = 0; i < 10; ++i) {
    const pid_t child = start("echo said " + std::to_string(i) + "; echo wrong >&2; exit 3");
    wait_for_end(child);
    children.reap();
    const auto report = children.report(child);
    REQUIRE(report);
    CHECK(report->output.bytes == "said " + std::to_string(i) + "\n");
    CHECK(report->error.bytes == "wrong\n");
    CHECK(report->exit_code == 3);
  }
  CHECK(descriptors() == before);
}

TEST_CASE("what a program left behind still writes to its output, is kept too") {
  auto& children = Children::of_this_process();
  const auto folder = std::filesystem::temp_directory_path() / ("surehand-children-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string fifo = folder / "fifo";
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  // One of its process group, and one that is in a session of its own.
  for (const std::string left : {"sh", "setsid sh"}) {
    CAPTURE(left);
    const pid_t child = start(left + " -c 'read line < " + fifo + "; echo later; echo > " + fifo + "' & echo first");
    wait_for_end(child);
    children.reap();
    CHECK(output(child) == "first\n");
    std::ofstream(fifo) << "go\n";
    std::string line;
    std::ifstream stream(fifo);
    std::getline(stream, line);
    children.reap();
    CHECK(output(child) == "first\nlater\n");
  }
  std::filesystem::remove_all(folder);
}
