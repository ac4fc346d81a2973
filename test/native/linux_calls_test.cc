#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/find.h"

using namespace surehand;
using namespace surehand::atspi;

namespace {

struct Source {
  std::string file;  // relative to src-native
  std::string code;  // without comments
};

std::string without_comments(const std::string& text) {
  std::string code = text;
  for (auto at = code.find("//"); at != std::string::npos; at = code.find("//", at)) {
    code.erase(at, code.find('\n', at) - at);
  }
  return code;
}

std::vector<Source> sources() {
  const auto root = std::filesystem::path(__FILE__).parent_path() / "../../src-native";
  std::vector<Source> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension != ".cc" && extension != ".h") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    all.push_back({std::filesystem::relative(entry.path(), root).string(), without_comments(text.str())});
  }
  return all;
}

std::vector<std::string> files_with(const std::string& words) {
  std::vector<std::string> files;
  for (const Source& source : sources()) {
    if (source.code.find(words) != std::string::npos) files.push_back(source.file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

const std::vector<std::string> kOnlyCalls = {"platform/linux/atspi/calls.cc"};

std::string body_of(const dbus::Call& call) {
  const auto& bytes = call.body->bytes();
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace

TEST_CASE("no source can ask for all properties at once") { CHECK(files_with("GetAll").empty()); }

TEST_CASE("calls that can kill an application are composed in one place") {
  CHECK(files_with("\"GetTree\"") == kOnlyCalls);
  CHECK(files_with("\"GetChildren\"") == kOnlyCalls);
  CHECK(files_with("\"GetMatches\"") == kOnlyCalls);
  // The bus launcher, mutter and the portal are no applications.
  CHECK(files_with("org.freedesktop.DBus.Properties") ==
        std::vector<std::string>{"platform/linux/atspi/bus.cc", "platform/linux/atspi/calls.cc",
                                 "platform/linux/wayland/mutter/remote_desktop.cc",
                                 "platform/linux/wayland/mutter/shell.cc", "platform/linux/wayland/portal/request.cc"});
}

TEST_CASE("a tree is never asked for without a list of properties") {
  Caller caller;
  const Object object{":1.1", "/org/a11y/atspi/accessible/1"};
  const std::string with_none = body_of(caller.tree(object, std::vector<TreeProperty>{}));
  CHECK(with_none.find("ChildCount") != std::string::npos);
}

TEST_CASE("no tree carries a property whose getter may write nothing") {
  for (const char* lethal : {"Value.MinimumValue", "value.minimumvalue", "Value.Text", "Value.CurrentValue"}) {
    CHECK_FALSE(tree_property(lethal).has_value());
  }
  CHECK(tree_property("Component.ScreenExtents") == TreeProperty::kExtents);
}

TEST_CASE("the children of a sheet cannot be asked for") {
  CHECK_FALSE(ChildCount::of(2147483647).has_value());
  CHECK_FALSE(ChildCount::of(ChildCount::kMost + 1).has_value());
  CHECK_FALSE(ChildCount::of(-1).has_value());
  CHECK(ChildCount::of(12)->value() == 12);
}

TEST_CASE("only applications without endless lists may search themselves") {
  ApplicationRecord browser;
  browser.toolkit = Toolkit::kChromium;
  browser.executable = "chromium";
  CHECK(match_permit(browser).has_value());

  ApplicationRecord office;
  office.toolkit = Toolkit::kGtk3;
  office.executable = "soffice.bin";
  office.notes.nodes = 2000;
  CHECK_FALSE(match_permit(office).has_value());

  ApplicationRecord unread;
  unread.toolkit = Toolkit::kGtk3;
  unread.executable = "gedit";
  CHECK_FALSE(match_permit(unread).has_value());
  unread.notes.nodes = 500;
  CHECK(match_permit(unread).has_value());
  unread.notes.huge_container = true;
  CHECK_FALSE(match_permit(unread).has_value());

  ApplicationRecord qt;
  qt.toolkit = Toolkit::kQt;
  CHECK_FALSE(match_permit(qt).has_value());
}

TEST_CASE("an object and its identity name each other") {
  const std::string app = ":1.7";
  for (const Object& object :
       {Object{app, "/org/a11y/atspi/accessible/2147483701"}, Object{app, "/org/gtk/application/a11y/8895c40b_8f6f"},
        Object{":1.9", "/org/a11y/atspi/accessible/12"}}) {
    const std::string identity = identity_of(object, app);
    const ObjectName named = object_named(identity, app);
    CHECK(named.bus == object.bus);
    CHECK(named.path == object.path);
  }
  CHECK(identity_of({app, "/org/a11y/atspi/accessible/12"}, app) == "12");
}
