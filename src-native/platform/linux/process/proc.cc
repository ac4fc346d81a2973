#include "platform/linux/process/proc.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

namespace surehand::atspi {

std::string executable_of(int64_t pid) {
  if (pid <= 0) return {};
  std::array<char, 4096> target{};
  const ssize_t size = readlink(("/proc/" + std::to_string(pid) + "/exe").c_str(), target.data(), target.size());
  if (size <= 0) return {};
  std::string_view path(target.data(), static_cast<size_t>(size));
  constexpr std::string_view kDeleted = " (deleted)";
  if (path.size() > kDeleted.size() && path.substr(path.size() - kDeleted.size()) == kDeleted) {
    path.remove_suffix(kDeleted.size());
  }
  return std::string(path.substr(path.rfind('/') + 1));
}

int64_t innermost_pid_of(int64_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("NSpid:", 0) != 0) continue;
    std::istringstream numbers(line.substr(6));
    int64_t last = 0;
    for (int64_t number = 0; numbers >> number;) last = number;
    return last;
  }
  return 0;
}

std::vector<std::string> command_line_of(int64_t pid) {
  std::vector<std::string> words;
  std::ifstream file("/proc/" + std::to_string(pid) + "/cmdline");
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::optional<Environment> environment_of(int64_t pid) {
  std::vector<std::pair<std::string, std::string>> variables;
  std::ifstream file("/proc/" + std::to_string(pid) + "/environ");
  for (std::string line; std::getline(file, line, '\0');) {
    const size_t equals = line.find('=');
    if (equals != std::string::npos) variables.emplace_back(line.substr(0, equals), line.substr(equals + 1));
  }
  return variables.empty() ? std::nullopt : std::optional(Environment(std::move(variables)));
}

std::optional<uint64_t> start_of(int64_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string line{std::istreambuf_iterator<char>(file), {}};
  // The second field is the file name in parentheses, which may hold anything; the start is the 22nd.
  const size_t name_end = line.rfind(')');
  if (pid <= 0 || name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 22; ++field) fields >> skipped;
  uint64_t start = 0;
  return fields >> start ? std::optional(start) : std::nullopt;
}

Milliseconds age_of(uint64_t start) {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  const int64_t ticks = sysconf(_SC_CLK_TCK);
  return Milliseconds(now.tv_sec * 1000 + now.tv_nsec / 1000000 - static_cast<int64_t>(start) * 1000 / ticks);
}

namespace {

// `visit` gets the folder of each thread.
template <class Visit>
void each_thread(int64_t pid, Visit visit) {
  std::error_code ignored;
  const std::filesystem::directory_iterator threads("/proc/" + std::to_string(pid) + "/task", ignored);
  for (const auto& thread : threads) visit(thread.path());
}

}  // namespace

std::optional<double> working_time_of(int64_t pid) {
  // Of any process, and finer than the ticks of /proc/<pid>/stat.
  clockid_t clock{};
  timespec worked{};
  if (pid <= 0 || clock_getcpuclockid(static_cast<pid_t>(pid), &clock) != 0) return std::nullopt;
  if (clock_gettime(clock, &worked) != 0) return std::nullopt;
  double all = static_cast<double>(worked.tv_sec) * 1e3 + static_cast<double>(worked.tv_nsec) / 1e6;
  // On a machine that is busy with other things a thread that computes may get no processor for 100 ms.
  each_thread(pid, [&](const std::filesystem::path& thread) {
    std::ifstream file(thread / "schedstat");
    double ran = 0, waited = 0;
    if (file >> ran >> waited) all += waited / 1e6;
  });
  return all;
}

std::vector<int64_t> descendants_of(int64_t pid) {
  std::vector<int64_t> found;
  const auto add_children = [&](int64_t parent) {
    // The kernel lists them by the thread that started them.
    each_thread(parent, [&](const std::filesystem::path& thread) {
      std::ifstream children(thread / "children");
      for (int64_t child = 0; children >> child;) found.push_back(child);
    });
  };
  add_children(pid);
  for (size_t next = 0; next < found.size(); ++next) add_children(found[next]);
  return found;
}

bool has_library(int64_t pid, const std::vector<std::string_view>& names) {
  std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::string_view file = std::string_view(line).substr(line.rfind('/') + 1);
    const auto is_in = [&](std::string_view name) { return file.find(name) != std::string_view::npos; };
    if (std::any_of(names.begin(), names.end(), is_in)) return true;
  }
  return false;
}

}  // namespace surehand::atspi
