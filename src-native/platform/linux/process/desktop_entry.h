#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "platform/linux/process/environment.h"

namespace surehand::atspi {

// A program to start: its file, and all its arguments with argv[0].
struct Program {
  std::string name;  // its desktop entry's, untranslated
  std::string file;
  std::vector<std::string> arguments;
  std::string working_directory;
};

// The executable `name` of this PATH, or `name` itself when it is a path; nothing when there is none.
std::optional<std::string> find_executable(std::string_view name, std::string_view path);

// The file of an application's desktop entry (`org.gnome.Calculator`, with or without `.desktop`), by the
// rules of the Desktop Entry Specification.
std::optional<std::string> find_desktop_entry(std::string_view id, const Environment& environment);

// The installed desktop entries, read when they are first asked for. Thread-safe.
class DesktopEntries {
 public:
  struct Called {
    std::string id;
    std::string name;  // untranslated
  };
  // What the entry that starts a program like this calls it: an executable of that name, with all the arguments that the entry
  // gives it, as many as any. Empty when there is none, or several: a guess would be somebody else's name.
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
std::optional<Program> parse_desktop_entry(std::string_view text, const std::vector<std::string>& files);

}  // namespace surehand::atspi
