#include "platform/linux/process/desktop_entry.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

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
  CHECK(entries.called("notes", {}, environment).name == "The org.example.Notes");
  CHECK(entries.called("twice", {}, environment).name.empty());
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
