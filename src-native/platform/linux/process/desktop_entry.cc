#include "platform/linux/process/desktop_entry.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace surehand::atspi {

namespace {

constexpr std::string_view kSuffix = ".desktop";

bool is_file(const std::string& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

template <class Visit>
void each_of(std::string_view list, char separator, Visit visit) {
  while (!list.empty()) {
    const size_t end = list.find(separator);
    if (!visit(list.substr(0, end)) || end == std::string_view::npos) return;
    list.remove_prefix(end + 1);
  }
}

// The value's escapes: `\s`, `\n`, `\t`, `\r`, `\\`.
std::string unescaped(std::string_view value) {
  std::string out;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      out += value[i];
      continue;
    }
    switch (value[++i]) {
      case 's':
        out += ' ';
        break;
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case '\\':
        out += '\\';
        break;
      default:
        out += '\\';
        out += value[i];
    }
  }
  return out;
}

// As a list with colons, the user's own first.
std::string data_directories(const Environment& environment) {
  std::string directories;
  if (const auto home = environment.get("XDG_DATA_HOME")) {
    directories = *home + ":";
  } else if (const auto user = environment.get("HOME")) {
    directories = *user + "/.local/share:";
  }
  directories += environment.get("XDG_DATA_DIRS").value_or("/usr/local/share:/usr/share");
  return directories;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

struct Word {
  std::string text;
  bool quoted = false;
};

std::optional<std::vector<Word>> words(std::string_view command) {
  std::vector<Word> result;
  std::optional<Word> word;
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == ' ' || c == '\t') {
      if (word) result.push_back(std::move(*word));
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (c != '"') {
      word->text += c;
      continue;
    }
    word->quoted = true;
    for (++i; i < command.size() && command[i] != '"'; ++i) {
      if (command[i] == '\\' && i + 1 < command.size()) ++i;
      word->text += command[i];
    }
    if (i == command.size()) return std::nullopt;
  }
  if (word) result.push_back(std::move(*word));
  return result;
}

}  // namespace

std::optional<std::string> find_executable(std::string_view name, std::string_view path) {
  const auto runs = [](const std::string& file) { return is_file(file) && access(file.c_str(), X_OK) == 0; };
  if (name.find('/') != std::string_view::npos) {
    const std::string file(name);
    return runs(file) ? std::optional(file) : std::nullopt;
  }
  std::optional<std::string> found;
  each_of(path, ':', [&](std::string_view directory) {
    const std::string file = std::string(directory.empty() ? "." : directory) + "/" + std::string(name);
    if (runs(file)) found = file;
    return !found;
  });
  return found;
}

std::optional<std::string> find_desktop_entry(std::string_view id, const Environment& environment) {
  if (id.size() > kSuffix.size() && id.substr(id.size() - kSuffix.size()) == kSuffix) {
    id.remove_suffix(kSuffix.size());
  }
  if (id.empty() || id.find('/') != std::string_view::npos) return std::nullopt;
  const std::string directories = data_directories(environment);
  std::optional<std::string> found;
  each_of(directories, ':', [&](std::string_view directory) {
    // `kde-konsole.desktop` may be `kde/konsole.desktop`.
    std::string name(id);
    while (true) {
      const std::string file = std::string(directory) + "/applications/" + name + std::string(kSuffix);
      if (is_file(file)) {
        found = file;
        return false;
      }
      const size_t dash = name.find('-');
      if (dash == std::string::npos) return true;
      name[dash] = '/';
    }
  });
  return found;
}

DesktopEntries::Called DesktopEntries::called(std::string_view executable, const std::vector<std::string>& arguments,
                                              const Environment& environment) {
  std::lock_guard lock(mutex_);
  if (!std::exchange(were_read_, true)) read(environment);
  Called called;
  bool several = false;
  size_t most = 0;  // arguments of an entry that starts it so
  const auto [first, last] = by_executable_.equal_range(std::string(executable));
  for (auto it = first; it != last; ++it) {
    const Entry& entry = it->second;
    const auto is_given = [&](const std::string& argument) {
      return std::find(arguments.begin(), arguments.end(), argument) != arguments.end();
    };
    if (!std::all_of(entry.arguments.begin(), entry.arguments.end(), is_given)) continue;
    const size_t given = entry.arguments.size();
    if (!called.id.empty() && given < most) continue;
    several = !called.id.empty() && given == most;
    most = given;
    called = entry.called;
  }
  return several ? Called() : called;
}

void DesktopEntries::read(const Environment& environment) {
  namespace fs = std::filesystem;
  std::unordered_set<std::string> ids;
  each_of(data_directories(environment), ':', [&](std::string_view directory) {
    const std::string root = std::string(directory) + "/applications/";
    std::error_code failure;
    fs::recursive_directory_iterator file(root, fs::directory_options::skip_permission_denied, failure), end;
    for (; !failure && file != end; file.increment(failure)) {
      if (!file->is_regular_file(failure)) continue;
      std::string id = file->path().string().substr(root.size());
      if (id.size() <= kSuffix.size() || id.substr(id.size() - kSuffix.size()) != kSuffix) continue;
      id.resize(id.size() - kSuffix.size());
      std::replace(id.begin(), id.end(), '/', '-');
      // The first directory that has it decides.
      if (!ids.insert(id).second) continue;
      std::ifstream stream(file->path());
      const std::string text{std::istreambuf_iterator<char>(stream), {}};
      auto program = parse_desktop_entry(text, {});
      if (!program) continue;
      const std::string executable(base_name(program->file));
      program->arguments.erase(program->arguments.begin());
      by_executable_.emplace(executable,
                             Entry{{std::move(id), std::move(program->name)}, std::move(program->arguments)});
    }
    return true;
  });
}

std::optional<Program> parse_desktop_entry(std::string_view text, const std::vector<std::string>& files) {
  std::optional<std::string> command;
  Program program;
  std::string& name = program.name;
  bool here = false;
  each_of(text, '\n', [&](std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (!line.empty() && line[0] == '[') here = line == "[Desktop Entry]";
    const size_t equals = line.find('=');
    if (!here || line.empty() || line[0] == '#' || equals == std::string_view::npos) return true;
    std::string_view key = line.substr(0, equals), value = line.substr(equals + 1);
    while (!key.empty() && key.back() == ' ') key.remove_suffix(1);
    while (!value.empty() && value[0] == ' ') value.remove_prefix(1);
    if (key == "Exec") command = unescaped(value);
    if (key == "Path") program.working_directory = unescaped(value);
    if (key == "Name") name = unescaped(value);
    return true;
  });
  if (!command) return std::nullopt;
  auto split = words(*command);
  if (!split || split->empty()) return std::nullopt;
  bool placed = false;
  for (const Word& word : *split) {
    if (!word.quoted && (word.text == "%f" || word.text == "%F" || word.text == "%u" || word.text == "%U")) {
      program.arguments.insert(program.arguments.end(), files.begin(), files.end());
      placed = true;
      continue;
    }
    if (word.text == "%i") continue;
    std::string argument;
    for (size_t i = 0; i < word.text.size(); ++i) {
      if (word.text[i] != '%' || word.quoted || i + 1 == word.text.size()) {
        argument += word.text[i];
        continue;
      }
      const char code = word.text[++i];
      if (code == '%') argument += '%';
      if (code == 'c') argument += name;
    }
    if (!argument.empty() || word.quoted) program.arguments.push_back(std::move(argument));
  }
  if (!placed) program.arguments.insert(program.arguments.end(), files.begin(), files.end());
  if (program.arguments.empty()) return std::nullopt;
  program.file = program.arguments[0];
  return program;
}

}  // namespace surehand::atspi
