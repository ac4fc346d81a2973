#include <doctest/doctest.h>

#include <string>

#include "platform/linux/quirks/names.h"
#include "platform/linux/roles.h"

using namespace surehand::atspi;

TEST_CASE("GTK 4: the class of a widget that nobody named is no name") {
  const auto named = [](std::string_view name, uint32_t role) { return real_name(name, role, Toolkit::kGtk4); };
  CHECK(named("GtkBuiltinIcon", role::kFiller) == "");
  CHECK(named("GtkToggleButton", role::kPushButton) == "");
  CHECK(named("AdwTabBar", role::kFiller) == "");
  CHECK(named("EditorInfoBar", role::kFiller) == "");
  CHECK(named("GtkStackPage", role::kPanel) == "");

  CHECK(named("YouTube", role::kPushButton) == "YouTube");
  CHECK(named("GTK Widget Factory", role::kFrame) == "GTK Widget Factory");
  CHECK(named("Gtk", role::kPushButton) == "Gtk");
  CHECK(named("Billing", role::kPanel) == "Billing");
  CHECK(named("Page 1", role::kPanel) == "Page 1");
  CHECK(real_name("GtkBuiltinIcon", role::kFiller, Toolkit::kGtk3) == "GtkBuiltinIcon");
}

TEST_CASE("GTK 4: the class of a widget that a script or a program made is no name of a row, a button or a tab") {
  const auto named = [](std::string_view name, uint32_t role) { return real_name(name, role, Toolkit::kGtk4); };
  CHECK(named("Gjs_SidebarRow", role::kListItem) == "");
  CHECK(named("Gjs_CharactersView", role::kList) == "");
  CHECK(named("__main__+SidebarRow", role::kListItem) == "");
  CHECK(named("app+rows+TabButton", role::kPushButton) == "");
  CHECK(named("EditorSidebarItem", role::kListItem) == "");
  CHECK(named("ToolbarButton", role::kPushButton) == "");

  CHECK(named("YouTube", role::kListItem) == "YouTube");
  CHECK(named("Ctrl+Q", role::kPushButton) == "Ctrl+Q");
  CHECK(named("C++", role::kListItem) == "C++");
  CHECK(named("Gjs_SidebarRow", role::kLabel) == "Gjs_SidebarRow");
}

TEST_CASE("GTK 4: three words without a blank may be the class of a row or a button") {
  CHECK(may_be_class("GcalDateChooserDay", Toolkit::kGtk4));
  CHECK_FALSE(may_be_class("YouTube", Toolkit::kGtk4));
  CHECK_FALSE(may_be_class("Open Source Code", Toolkit::kGtk4));
  CHECK_FALSE(may_be_class("", Toolkit::kGtk4));
  CHECK_FALSE(may_be_class("GcalDateChooserDay", Toolkit::kGtk3));
}

TEST_CASE("GTK 4: a button that is called by its label and by the label in it is called once") {
  CHECK(real_name("Save Save", role::kPushButton, Toolkit::kGtk4) == "Save");
  CHECK(real_name("Save As Save As", role::kPushButton, Toolkit::kGtk4) == "Save As");
  CHECK(real_name("Save", role::kPushButton, Toolkit::kGtk4) == "Save");
  CHECK(real_name("Add A_larm Add Alarm", role::kPushButton, Toolkit::kGtk4) == "Add Alarm");
  CHECK(real_name("_Add World Clock Add World Clock", role::kPushButton, Toolkit::kGtk4) == "Add World Clock");
  CHECK(real_name("Add Another", role::kPushButton, Toolkit::kGtk4) == "Add Another");
  CHECK(real_name("Save_ all Save", role::kPushButton, Toolkit::kGtk4) == "Save_ all Save");
  CHECK(real_name("Duran Duran", role::kListItem, Toolkit::kGtk4) == "Duran Duran");
  CHECK(real_name("", role::kPushButton, Toolkit::kGtk4) == "");
}

TEST_CASE("Qt: what stands behind a tab of an entry's text is its keys") {
  CHECK(real_name("New\tCtrl+N", role::kMenuItem, Toolkit::kQt) == "New");
  CHECK(keys_in_name("New\tCtrl+N", role::kMenuItem, Toolkit::kQt) == "Ctrl+N");
  CHECK(real_name("Wrap\tF7", role::kCheckMenuItem, Toolkit::kQt) == "Wrap");
  CHECK(real_name("New", role::kMenuItem, Toolkit::kQt) == "New");
  CHECK(keys_in_name("New", role::kMenuItem, Toolkit::kQt) == "");
  CHECK(real_name("a\tb", role::kLabel, Toolkit::kQt) == "a\tb");
  CHECK(keys_in_name("New\tCtrl+N", role::kMenuItem, Toolkit::kGtk3) == "");
}

TEST_CASE("GTK 4: a name of 2 MB is not compared with itself word by word") {
  const std::string spaces(2'000'000, ' ');
  CHECK(real_name(spaces, role::kPushButton, Toolkit::kGtk4) == spaces);
}
