#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace surehand::uia {

// One argument as CommandLineToArgvW takes it apart again.
// https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
std::wstring quoted_argument(std::wstring_view argument);
std::wstring command_line(const std::vector<std::wstring>& arguments);

// Whether cmd.exe runs it, which takes a line apart by rules of its own: quoting does not keep `%`, `&` and others from their meaning.
// https://flatt.tech/research/posts/batbadbut-you-cant-securely-execute-commands-on-windows
bool is_batch_file(std::wstring_view file);
bool is_safe_in_batch(std::wstring_view argument);

}  // namespace surehand::uia
