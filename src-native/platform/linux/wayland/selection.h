#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/clipboard.h"

// What is on a clipboard, by MIME type, and how it goes through a pipe.
namespace surehand::wayland {

// INVALID_ARGUMENT when it is more than one transfer may have.
Status check_size(const std::string& content);

// What is offered to other programs when this is copied.
std::map<std::string, std::string> offers_of(ClipboardFormat format, const std::string& content);

// What programs offer in `types`, in the format that is asked for. Empty where there is nothing, or nothing of that format; as a text,
// UNSUPPORTED where it holds something else.
Result<std::string> read_as(ClipboardFormat format, const std::vector<std::string>& types,
                            const std::function<Result<std::string>(const std::string& type)>& read);

// All that the program at the other end of a pipe writes. The descriptor does not block.
Result<std::string> read_all(int pipe, const Limits& limits);
// Gives up on a program that does not read on for 5 s. SIGPIPE has to be blocked. False when not all was taken.
bool write_all(int pipe, const std::string& content, const Limits& limits);

}  // namespace surehand::wayland
