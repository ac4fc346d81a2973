#include "platform/linux/desktop_entry.h"

#include <sys/stat.h>
#include <unistd.h>

namespace surehand::atspi {

namespace {

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
  constexpr std::string_view kSuffix = ".desktop";
  if (id.size() > kSuffix.size() && id.substr(id.size() - kSuffix.size()) == kSuffix) {
    id.remove_suffix(kSuffix.size());
  }
  if (id.empty() || id.find('/') != std::string_view::npos) return std::nullopt;
  std::string directories;
  if (const auto home = environment.get("XDG_DATA_HOME")) {
    directories = *home + ":";
  } else if (const auto user = environment.get("HOME")) {
    directories = *user + "/.local/share:";
  }
  directories += environment.get("XDG_DATA_DIRS").value_or("/usr/local/share:/usr/share");
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

std::optional<Program> parse_desktop_entry(std::string_view text, const std::vector<std::string>& files) {
  std::optional<std::string> command;
  std::string name;
  Program program;
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
