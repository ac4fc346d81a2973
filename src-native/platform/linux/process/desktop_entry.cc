#include "platform/linux/process/desktop_entry.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/query/spelling.h"
#include "core/text/text.h"
#include "platform/posix/files.h"

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

// Every file below a folder that ends with "/". Links to files are followed, links to folders are not: they may lead round.
template <class Visit>
void each_file_below(const std::string& folder, Visit visit) {
  for (const std::string& name : names_in(folder)) {
    const std::string path = folder + name;
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) {
      each_file_below(path + "/", visit);
    } else if (stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
      visit(path);
    }
  }
}

// Every installed entry once, with its id and path: of several with one id, the user's own.
template <class Visit>
void each_entry(const Environment& environment, Visit visit) {
  std::unordered_set<std::string> ids;
  each_of(data_directories(environment), ':', [&](std::string_view directory) {
    const std::string root = std::string(directory) + "/applications/";
    each_file_below(root, [&](const std::string& file) {
      std::string id = file.substr(root.size());
      if (id.size() <= kSuffix.size() || id.substr(id.size() - kSuffix.size()) != kSuffix) return;
      id.resize(id.size() - kSuffix.size());
      std::replace(id.begin(), id.end(), '/', '-');
      // The first directory that has it decides.
      if (!ids.insert(id).second) return;
      if (auto program = parse_desktop_entry(contents_of(file), {})) visit(std::move(id), file, std::move(*program));
    });
    return true;
  });
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

// The locale of a key, `Name[de]`; nothing of another key.
std::optional<std::string_view> locale_of(std::string_view key, std::string_view of) {
  if (key.size() < of.size() + 2 || key.substr(0, of.size()) != of || key[of.size()] != '[' || key.back() != ']') {
    return std::nullopt;
  }
  return key.substr(of.size() + 1, key.size() - of.size() - 2);
}

}  // namespace

const std::string& DisplayedName::in(const std::vector<std::string>& locales) const {
  for (const std::string& locale : locales) {
    for (const auto& [of, name] : translated) {
      if (of == locale) return name;
    }
  }
  return untranslated;
}

std::vector<std::string> locales_of(const Environment& environment) {
  std::string wanted;
  for (const char* variable : {"LANG", "LC_MESSAGES", "LC_ALL"}) wanted = environment.get(variable).value_or(wanted);
  // gettext takes C.UTF-8 for a language that may be another.
  if (wanted.empty() || wanted == "C" || wanted == "POSIX") return {};
  std::vector<std::string> locales;
  each_of(environment.get("LANGUAGE").value_or(wanted), ':', [&](std::string_view each) {
    // `lang_COUNTRY.ENCODING@MODIFIER` asks for `lang_COUNTRY@MODIFIER`, `lang_COUNTRY`, `lang@MODIFIER`, `lang`.
    const size_t at = each.find('@');
    const std::string modifier(at == std::string_view::npos ? std::string_view() : each.substr(at));
    const std::string place(each.substr(0, each.find_first_of(".@")));
    const std::string spoken = place.substr(0, place.find('_'));
    for (const std::string& locale : {place + modifier, place, spoken + modifier, spoken}) {
      if (std::find(locales.begin(), locales.end(), locale) == locales.end()) locales.push_back(locale);
    }
    return true;
  });
  return locales;
}

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

EntriesByName find_by_displayed_name(std::string_view name, const Environment& environment) {
  const std::string wanted = normalise(name);
  const auto is_it = [&wanted](const std::string& one) { return normalise(one) == wanted; };
  const std::vector<std::string> locales = locales_of(environment);
  EntriesByName result;
  std::vector<EntriesByName::Found> elsewhere;  // what is called so in another language
  std::vector<std::vector<std::string>> commands, commands_elsewhere;
  std::vector<std::string> names;
  const auto add = [](auto& found, auto& commands, EntriesByName::Found entry, std::vector<std::string> command) {
    if (std::find(commands.begin(), commands.end(), command) != commands.end()) return;
    commands.push_back(std::move(command));
    found.push_back(std::move(entry));
  };
  each_entry(environment, [&](std::string id, std::string path, EntryProgram program) {
    if (!program.displayed || program.name.untranslated.empty()) return;
    ++result.searched;
    const std::string& shown = program.name.in(locales);
    names.push_back(shown);
    EntriesByName::Found entry{std::move(id), std::move(path), shown};
    const auto& translated = program.name.translated;
    if (is_it(shown) || is_it(program.name.untranslated)) {
      add(result.found, commands, std::move(entry), std::move(program.arguments));
    } else if (std::any_of(translated.begin(), translated.end(), [&](const auto& one) { return is_it(one.second); })) {
      add(elsewhere, commands_elsewhere, std::move(entry), std::move(program.arguments));
    }
  });
  if (result.found.empty()) result.found = std::move(elsewhere);
  if (result.found.empty()) result.nearest = nearest_word(name, {names.begin(), names.end()});
  return result;
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
  each_entry(environment, [this](std::string id, const std::string&, EntryProgram program) {
    const std::string executable(base_name(program.file));
    program.arguments.erase(program.arguments.begin());
    by_executable_.emplace(executable, Entry{{std::move(id), std::move(program.name)}, std::move(program.arguments)});
  });
}

std::optional<EntryProgram> parse_desktop_entry(std::string_view text, const std::vector<std::string>& files) {
  std::optional<std::string> command;
  EntryProgram program;
  std::string& name = program.name.untranslated;
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
    if (const auto locale = locale_of(key, "Name")) program.name.translated.emplace_back(*locale, unescaped(value));
    if ((key == "Hidden" || key == "NoDisplay") && value == "true") program.displayed = false;
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
