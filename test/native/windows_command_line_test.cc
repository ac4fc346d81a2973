#include <doctest/doctest.h>

#include <string>

#include "platform/windows/win32/command_line.h"

using namespace surehand::uia;

TEST_CASE("an argument is quoted so that a program gets it as it was given") {
  CHECK(quoted_argument(L"plain") == L"plain");
  CHECK(quoted_argument(L"") == L"\"\"");
  CHECK(quoted_argument(L"two words") == L"\"two words\"");
  CHECK(quoted_argument(L"C:\\folder\\") == L"C:\\folder\\");
  // The last one would keep the quotation mark from ending the argument.
  CHECK(quoted_argument(L"C:\\my folder\\") == L"\"C:\\my folder\\\\\"");
  CHECK(quoted_argument(L"say \"yes\"") == L"\"say \\\"yes\\\"\"");
  CHECK(quoted_argument(L"a\\\\\"b") == L"\"a\\\\\\\\\\\"b\"");
}

TEST_CASE("a command line is its arguments, each by itself") {
  CHECK(command_line({}) == L"");
  CHECK(command_line({L"a program.exe", L"--name=A B", L"c"}) == L"\"a program.exe\" \"--name=A B\" c");
}

TEST_CASE("what cmd.exe would take for more than a text is told from what it takes as it is") {
  CHECK(is_batch_file(L"C:\\tools\\Run.CMD"));
  CHECK(is_batch_file(L"run.bat"));
  CHECK_FALSE(is_batch_file(L"run.exe"));
  CHECK_FALSE(is_batch_file(L".bat"));
  CHECK(is_safe_in_batch(L"--out C:\\a folder"));
  for (const wchar_t* bad : {L"a&calc", L"%PATH%", L"\"", L"a\nb", L"a|b", L"!x!"}) CHECK_FALSE(is_safe_in_batch(bad));
}
