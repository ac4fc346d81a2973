#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "platform/posix/children.h"

namespace surehand::atspi {

// What a desktop entry calls its program.
struct DisplayedName {
  std::string untranslated;
  std::vector<std::pair<std::string, std::string>> translated;  // by locale: `de`, `pt_BR`, `sr@latin`

  // As it is displayed to a user of these locales.
  const std::string& in(const std::vector<std::string>& locales) const;
};

// The locales of a program in this environment, the one it would like best first; none when it wants no translation.
std::vector<std::string> locales_of(const Environment& environment);

// The program of a desktop entry.
struct EntryProgram : Program {
  DisplayedName name;
  bool displayed = true;  // whether the entry shows it to anybody (`Hidden`, `NoDisplay`)
};

// The executable `name` of this PATH, or `name` itself when it is a path; nothing when there is none.
std::optional<std::string> find_executable(std::string_view name, std::string_view path);

// The file of an application's desktop entry (`org.gnome.Calculator`, with or without `.desktop`), by the
// rules of the Desktop Entry Specification.
std::optional<std::string> find_desktop_entry(std::string_view id, const Environment& environment);

// What the entries say of a displayed name.
struct EntriesByName {
  struct Found {
    std::string id;
    std::string path;
    std::string name;  // as it is displayed here
  };
  // Those of that name, whole, whatever the case: as it is displayed here or untranslated, or else in any language. Those that start
  // the same are one.
  std::vector<Found> found;
  size_t searched = 0;
  std::string nearest;  // where there is none: the name that was probably meant
};
EntriesByName find_by_displayed_name(std::string_view name, const Environment& environment);

// The installed desktop entries, read when they are first asked for. Thread-safe.
class DesktopEntries {
 public:
  struct Called {
    std::string id;
    DisplayedName name;
  };
  // What the entry that starts a program like this calls it: an executable of that name, with all the arguments that the entry
  // gives it, as many as any. Empty when there is none, or several: a guess could be another program's name.
  Called called(std::string_view executable, const std::vector<std::string>& arguments, const Environment& environment);

 private:
  struct Entry {
    Called called;
    std::vector<std::string> arguments;  // without argv[0]
  };
  void read(const Environment& environment);

  std::mutex mutex_;
  bool were_read_ = false;
  std::unordered_multimap<std::string, Entry> by_executable_;
};

// What the `Exec` of a desktop entry's text starts when it is given `files`; nothing when it has none.
std::optional<EntryProgram> parse_desktop_entry(std::string_view text, const std::vector<std::string>& files);

}  // namespace surehand::atspi
