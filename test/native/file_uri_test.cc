#include "core/text/file_uri.h"

#include <doctest/doctest.h>

using surehand::file_uri;
using surehand::path_of_uri;

TEST_CASE("a path comes back from its URI as it was") {
  for (const char* path :
       {"/", "/tmp/two words.txt", "/tmp/100% #1?.txt", "/tmp/\xc3\xbc\xc3\x9f", "/tmp/not\xff", "/a\nb"}) {
    CHECK(path_of_uri(file_uri(path)) == path);
  }
  CHECK(file_uri("/tmp/two words%.txt") == "file:///tmp/two%20words%25.txt");
}

TEST_CASE("what other programs write is read") {
  CHECK(path_of_uri("file://localhost/tmp/a") == "/tmp/a");
  CHECK(path_of_uri("file:///tmp/%c3%9F") == "/tmp/\xc3\x9f");
  CHECK(path_of_uri("file:///tmp/50%") == "/tmp/50%");
  CHECK(path_of_uri("file:///tmp/%zz%4") == "/tmp/%zz%4");
}

TEST_CASE("what is no file of this machine is none") {
  for (const char* uri :
       {"", "#comment", "http://host/a", "file://other/a", "file:", "file://", "/tmp/a", "file:///a%00b"})
    CHECK_FALSE(path_of_uri(uri));
}
