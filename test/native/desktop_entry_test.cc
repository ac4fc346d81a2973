#include "platform/linux/process/desktop_entry.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace surehand;
using namespace surehand::atspi;

namespace {

std::vector<std::string> command(std::string_view exec, std::vector<std::string> files = {}) {
  const auto program = parse_desktop_entry("[Desktop Entry]\nType=Application\nName=My App\nExec=" + std::string(exec) +
                                               "\n[Desktop Action x]\nExec=other\n",
                                           files);
  return program ? program->arguments : std::vector<std::string>();
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("The Exec of a desktop entry") {
  CHECK(command("app") == Words{"app"});
  CHECK(command("app --new %U") == Words{"app", "--new"});
  CHECK(command("app --new %U", {"a b", "c"}) == Words{"app", "--new", "a b", "c"});
  CHECK(command("app %f --last", {"x"}) == Words{"app", "x", "--last"});
  CHECK(command("app", {"x"}) == Words{"app", "x"});
  CHECK(command("\"/opt/My App/run\" \"a \\\\\"b\\\\\"\" %c 100%%") ==
        Words{"/opt/My App/run", "a \"b\"", "My App", "100%"});
  CHECK(command("app %i %k --x=%d \"%f\"") == Words{"app", "--x=", "%f"});
  CHECK(command("app \"unfinished").empty());
  CHECK(command("").empty());
  CHECK_FALSE(parse_desktop_entry("[Desktop Entry]\nName=x\n", {}));
  CHECK_FALSE(parse_desktop_entry("Exec=app\n", {}));
  const auto program = parse_desktop_entry("# c\r\n[Desktop Entry]\r\nExec = app\r\nPath=/tmp\r\n", {});
  REQUIRE(program);
  CHECK(program->file == "app");
  CHECK(program->working_directory == "/tmp");
}

TEST_CASE("Programs and desktop entries are looked up in the desktop's own environment") {
  char name[] = "/tmp/surehand-test-XXXXXX";
  const std::string directory = mkdtemp(name);
  const std::string applications = directory + "/applications";
  mkdir(applications.c_str(), 0700);
  mkdir((applications + "/kde").c_str(), 0700);
  for (const std::string file :
       {"/applications/org.example.App.desktop", "/applications/kde/tool-box.desktop", "/plain"}) {
    std::ofstream(directory + file) << "x";
  }
  std::ofstream(directory + "/runs") << "#!/bin/sh\n";
  chmod((directory + "/runs").c_str(), 0700);

  const Environment environment({{"XDG_DATA_DIRS", "/nonexistent:" + directory}, {"HOME", "/nonexistent"}});
  CHECK(find_desktop_entry("org.example.App", environment) == applications + "/org.example.App.desktop");
  CHECK(find_desktop_entry("org.example.App.desktop", environment) == applications + "/org.example.App.desktop");
  CHECK(find_desktop_entry("kde-tool-box", environment) == applications + "/kde/tool-box.desktop");
  CHECK_FALSE(find_desktop_entry("org.example.Other", environment));
  CHECK_FALSE(find_desktop_entry("../applications/org.example.App", environment));
  CHECK_FALSE(find_desktop_entry("", environment));
  const Environment home({{"XDG_DATA_HOME", directory}, {"XDG_DATA_DIRS", "/nonexistent"}});
  CHECK(find_desktop_entry("org.example.App", home));

  CHECK(find_executable("runs", "/nonexistent:" + directory) == directory + "/runs");
  CHECK(find_executable(directory + "/runs", "") == directory + "/runs");
  CHECK_FALSE(find_executable("plain", directory));
  CHECK_FALSE(find_executable("applications", directory));
  CHECK_FALSE(find_executable("runs", "/nonexistent"));
  std::system(("rm -r " + directory).c_str());
}

TEST_CASE("A program's id is that of the one desktop entry that starts it") {
  char name[] = "/tmp/surehand-test-XXXXXX";
  const std::string directory = mkdtemp(name);
  const std::string own = directory + "/own", shared = directory + "/shared";
  const auto entry = [](const std::string& where, const std::string& id, const std::string& exec) {
    std::filesystem::create_directories(where + "/applications/kde");
    std::ofstream(where + "/applications/" + id + ".desktop")
        << "[Desktop Entry]\nName=The " << id << "\nName[de]=Das\nExec=" << exec << "\n"
        << "[Desktop Action new]\nName=New\n";
  };
  entry(shared, "org.example.Notes", "notes %U");
  entry(shared, "org.example.Notes-settings", "notes --preferences");
  entry(shared, "writer", "/opt/office --writer %U");
  entry(shared, "calc", "/opt/office --calc %U");
  entry(shared, "org.example.Mine", "mine");
  entry(own, "org.example.Mine", "other");
  entry(shared, "twice-a", "twice");
  entry(shared, "twice-b", "twice");
  entry(shared, "kde/konsole", "konsole");
  entry(shared, "script", "python3.11 /usr/bin/script");
  std::ofstream(shared + "/applications/broken.desktop") << "Exec=broken";
  std::ofstream(shared + "/applications/readme.txt") << "[Desktop Entry]\nExec=readme";

  const Environment environment({{"XDG_DATA_HOME", own}, {"XDG_DATA_DIRS", "/nonexistent:" + shared}});
  DesktopEntries entries;
  const auto id_of = [&](std::string_view executable, std::vector<std::string> arguments = {}) {
    return entries.called(executable, arguments, environment).id;
  };
  CHECK(id_of("notes") == "org.example.Notes");
  CHECK(entries.called("notes", {}, environment).name.untranslated == "The org.example.Notes");
  CHECK(entries.called("twice", {}, environment).name.untranslated.empty());
  CHECK(id_of("notes", {"notes", "a.txt"}) == "org.example.Notes");
  CHECK(id_of("notes", {"notes", "--preferences"}) == "org.example.Notes-settings");
  CHECK(id_of("office", {"office", "--calc"}) == "calc");
  CHECK(id_of("office", {"office"}).empty());
  CHECK(id_of("other") == "org.example.Mine");
  CHECK(id_of("mine").empty());
  CHECK(id_of("twice").empty());
  CHECK(id_of("konsole") == "kde-konsole");
  CHECK(id_of("python3.11", {"python3", "/usr/bin/script"}) == "script");
  CHECK(id_of("python3.11", {"python3", "/home/me/other.py"}).empty());
  CHECK(id_of("broken").empty());
  CHECK(id_of("readme").empty());
  CHECK(id_of("").empty());
  std::filesystem::remove_all(directory);
}

TEST_CASE("The displayed names of a program") {
  const auto program = parse_desktop_entry(
      "[Desktop "
      "Entry]\nName=Calculator\nName[de]=Taschenrechner\nName[pt_BR]=Calculadora\nName[sr@latin]=Kalkulator\nExec=x\n"
      "[Desktop Action a]\nName[fr]=Nouvelle\n",
      {});
  REQUIRE(program);
  const auto name_in = [&](std::vector<std::pair<std::string, std::string>> variables) {
    return program->name.in(locales_of(Environment(std::move(variables))));
  };
  CHECK(name_in({}) == "Calculator");
  CHECK(name_in({{"LANG", "de_AT.UTF-8"}}) == "Taschenrechner");
  CHECK(name_in({{"LANG", "de_DE.UTF-8"}, {"LC_ALL", "C.UTF-8"}}) == "Calculator");
  CHECK(name_in({{"LANG", "en_GB.UTF-8"}, {"LC_MESSAGES", "pt_BR"}}) == "Calculadora");
  CHECK(name_in({{"LANG", "pt_PT.UTF-8"}}) == "Calculator");
  CHECK(name_in({{"LANG", "sr_RS.UTF-8@latin"}}) == "Kalkulator");
  CHECK(name_in({{"LANG", "en_US.UTF-8"}, {"LANGUAGE", "fr:de"}}) == "Taschenrechner");
  CHECK(name_in({{"LANG", "C"}, {"LANGUAGE", "de"}}) == "Calculator");
  CHECK(name_in({{"LANG", "C.UTF-8"}, {"LANGUAGE", "de"}}) == "Taschenrechner");
}

TEST_CASE("A desktop entry is found by what it is displayed as") {
  char name[] = "/tmp/surehand-test-XXXXXX";
  const std::string directory = mkdtemp(name);
  std::filesystem::create_directories(directory + "/applications");
  const auto entry = [&](const std::string& id, const std::string& text) {
    std::ofstream(directory + "/applications/" + id + ".desktop") << "[Desktop Entry]\n" << text << "\n";
  };
  entry("calc", "Name=Calculator\nName[de]=Taschenrechner\nName[fr]=Notes\nExec=calc");
  entry("notes", "Name=Notes\nName[de]=Notizen\nExec=notes %U");
  entry("writer", "Name=Text Editor\nExec=writer");
  entry("pad", "Name=text editor\nExec=pad");
  entry("twice-a", "Name=Twice\nExec=twice");
  entry("twice-b", "Name=Twice\nExec=twice");
  entry("opener", "Name=Opener\nNoDisplay=true\nExec=opener");
  entry("gone", "Name=Gone\nHidden=true\nExec=gone");
  using Ids = std::vector<std::string>;
  const auto found = [&](std::string_view wanted, const char* language = "C") {
    Ids ids;
    const Environment environment({{"XDG_DATA_DIRS", directory}, {"HOME", "/nonexistent"}, {"LANG", language}});
    for (const auto& one : find_by_displayed_name(wanted, environment).found) ids.push_back(one.id);
    std::sort(ids.begin(), ids.end());
    return ids;
  };
  CHECK(found("Calculator") == Ids{"calc"});
  CHECK(found(" calculator ", "de_DE.UTF-8") == Ids{"calc"});
  CHECK(found("Taschenrechner") == Ids{"calc"});
  CHECK(found("Notes") == Ids{"notes"});  // although French calls another one so
  CHECK(found("Notes", "fr_FR.UTF-8") == Ids{"calc", "notes"});
  CHECK(found("Text Editor") == Ids{"pad", "writer"});
  CHECK(found("Twice").size() == 1);  // which one makes no difference
  CHECK(found("Opener").empty());
  CHECK(found("Gone").empty());
  CHECK(found("Calc").empty());
  const auto none =
      find_by_displayed_name("Calcualtor", Environment({{"XDG_DATA_DIRS", directory}, {"HOME", "/none"}}));
  CHECK(none.nearest == "Calculator");
  CHECK(none.searched == 6);
  std::filesystem::remove_all(directory);
}
