#include "platform/linux/process/proc.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "platform/posix/files.h"

namespace surehand::atspi {
namespace {

std::string file_of(int64_t pid, std::string_view name) {
  return "/proc/" + std::to_string(pid) + "/" + std::string(name);
}

// Each part between separators, without an empty last one. Ends when `visit` says false.
template <class Visit>
void each_part(std::string_view text, char separator, Visit visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (!visit(text.substr(0, end))) return;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// What blanks separate.
std::vector<std::string_view> fields_of(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n";
  std::vector<std::string_view> fields;
  for (size_t begin = 0; (begin = text.find_first_not_of(kBlanks, begin)) != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    fields.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return fields;
}

template <class T>
std::optional<T> number_in(std::string_view text) {
  T number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

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
  int64_t innermost = 0;
  each_part(contents_of(file_of(pid, "status")), '\n', [&](std::string_view line) {
    if (line.rfind("NSpid:", 0) != 0) return true;
    const auto numbers = fields_of(line.substr(6));
    if (!numbers.empty()) innermost = number_in<int64_t>(numbers.back()).value_or(0);
    return false;
  });
  return innermost;
}

std::vector<std::string> command_line_of(int64_t pid) {
  std::vector<std::string> words;
  each_part(contents_of(file_of(pid, "cmdline")), '\0', [&](std::string_view word) {
    words.emplace_back(word);
    return true;
  });
  return words;
}

std::optional<Environment> environment_of(int64_t pid) {
  std::vector<std::pair<std::string, std::string>> variables;
  each_part(contents_of(file_of(pid, "environ")), '\0', [&](std::string_view line) {
    const size_t equals = line.find('=');
    if (equals != std::string_view::npos) variables.emplace_back(line.substr(0, equals), line.substr(equals + 1));
    return true;
  });
  return variables.empty() ? std::nullopt : std::optional(Environment(std::move(variables)));
}

std::optional<uint64_t> start_of(int64_t pid) {
  const std::string line = contents_of(file_of(pid, "stat"));
  // The second field is the file name in parentheses, which may hold anything; the start is the 22nd.
  const size_t name_end = line.rfind(')');
  if (pid <= 0 || name_end == std::string::npos) return std::nullopt;
  const auto fields = fields_of(std::string_view(line).substr(name_end + 1));
  constexpr size_t kStart = 22 - 3;
  return fields.size() > kStart ? number_in<uint64_t>(fields[kStart]) : std::nullopt;
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
  const std::string threads = file_of(pid, "task/");
  for (const std::string& thread : names_in(threads)) visit(threads + thread);
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
  each_thread(pid, [&](const std::string& thread) {
    // ns on a processor, ns of waiting for one, and how often.
    const std::string times = contents_of(thread + "/schedstat");
    const auto fields = fields_of(times);
    if (fields.size() > 1) all += static_cast<double>(number_in<uint64_t>(fields[1]).value_or(0)) / 1e6;
  });
  return all;
}

std::vector<int64_t> descendants_of(int64_t pid) {
  std::vector<int64_t> found;
  const auto add_children = [&](int64_t parent) {
    // The kernel lists them by the thread that started them.
    each_thread(parent, [&](const std::string& thread) {
      const std::string children = contents_of(thread + "/children");
      for (const std::string_view child : fields_of(children)) {
        if (const auto number = number_in<int64_t>(child)) found.push_back(*number);
      }
    });
  };
  add_children(pid);
  for (size_t next = 0; next < found.size(); ++next) add_children(found[next]);
  return found;
}

bool has_library(int64_t pid, const std::vector<std::string_view>& names) {
  bool has = false;
  each_part(contents_of(file_of(pid, "maps")), '\n', [&](std::string_view line) {
    const std::string_view file = line.substr(line.rfind('/') + 1);
    const auto is_in = [&](std::string_view name) { return file.find(name) != std::string_view::npos; };
    has = std::any_of(names.begin(), names.end(), is_in);
    return !has;
  });
  return has;
}

}  // namespace surehand::atspi
