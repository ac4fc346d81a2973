#include "core/text/shortcut.h"

#include <doctest/doctest.h>

using surehand::shortcut_of;

TEST_CASE("GTK's binding is its shortcut, not the mnemonic or the way through the menus") {
  CHECK(shortcut_of("s;<Alt>f:s;<Primary>s") == "Control+s");
  CHECK(shortcut_of("a;<Alt>f:a;<Primary><Shift>s") == "Control+Shift+s");
  CHECK(shortcut_of("n;<Alt>f:n;").empty());
  CHECK(shortcut_of("<Alt>f:n").empty());
  CHECK(shortcut_of("<Primary>plus") == "Control+Plus");
  CHECK(shortcut_of("<Alt>Page_Down") == "Alt+PageDown");
  CHECK(shortcut_of(";;F11") == "F11");
}

TEST_CASE("Qt's and web pages' shortcuts") {
  CHECK(shortcut_of("Ctrl+Shift+S") == "Control+Shift+s");
  CHECK(shortcut_of("Ctrl++") == "Control+Plus");
  CHECK(shortcut_of("Del") == "Delete");
  CHECK(shortcut_of("Control+Alt+ArrowUp") == "Control+Alt+ArrowUp");
  CHECK(shortcut_of("Control+K Meta+K") == "Control+k");
}

TEST_CASE("keys that are not known for sure are none") {
  CHECK(shortcut_of("").empty());
  CHECK(shortcut_of("<VOID>").empty());
  CHECK(shortcut_of("Ctrl+K, Ctrl+S").empty());  // two chords, one after the other
  CHECK(shortcut_of("<Hyper>x").empty());
  CHECK(shortcut_of("Ctrl+").empty());
  CHECK(shortcut_of("<Alt").empty());
  CHECK(shortcut_of("<Primary>Cyrillic_ef").empty());
}
