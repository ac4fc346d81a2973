#include "core/text/rich_text.h"

#include <doctest/doctest.h>

#include <string>

using namespace surehand;

TEST_CASE("what is markup as a whole is told from what is shown as it is written") {
  CHECK(is_rich_text("<html><head/><body><p>Version</p></body></html>"));
  CHECK(is_rich_text(" \n<html>Version"));
  CHECK(is_rich_text("<HTML>"));
  CHECK(is_rich_text("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0//EN\"><html>"));
  for (const char* text : {"", "<", "<None>", "<Back", "a <b>c</b>", "<htmlarea>", "1 < 2", "<b>literal</b>"}) {
    CAPTURE(text);
    CHECK_FALSE(is_rich_text(text));
  }
}

TEST_CASE("a reader sees the text of markup, and neither tags nor pictures nor styles") {
  CHECK(plain_text_of("<html><head/><body><p>User Version <a href=\"x#y\"><img src=\":/i\"/></a></p></body></html>") ==
        "User Version");
  CHECK(plain_text_of("<html>One<br>two<p>three</p></html>") == "One two three");
  CHECK(plain_text_of("<html><head><style>p { color: red }</style></head><body>A<b>B</b></body></html>") == "AB");
  CHECK(plain_text_of("<html>a &lt;b&gt; &amp;&nbsp;&quot;c&quot; &#233;&#x3B1;</html>") ==
        "a <b> & \"c\" \xC3\xA9\xCE\xB1");
  CHECK(plain_text_of("<html>AT&T &unknown; &#0; &#xD800; &</html>") == "AT&T &unknown; &#0; &#xD800; &");
  CHECK(plain_text_of("<html>not ended <b") == "not ended");
  CHECK(plain_text_of("") == "");
}
