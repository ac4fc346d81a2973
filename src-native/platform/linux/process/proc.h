#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/limits.h"
#include "platform/posix/environment.h"

// What /proc says of a process.
namespace surehand::atspi {

// File name without the path; a replaced binary's ` (deleted)` is not part of it. Empty where /proc does not say.
std::string executable_of(int64_t pid);

// What it goes by in the innermost pid namespace that it is in; 0 where /proc does not say.
int64_t innermost_pid_of(int64_t pid);

// What it was started with, argv[0] included.
std::vector<std::string> command_line_of(int64_t pid);

// What it was started in; nothing where /proc does not say (another user's).
std::optional<Environment> environment_of(int64_t pid);

// When it started, in the kernel's ticks since the machine did: with its pid, no other process ever has the same. Nothing when
// there is none.
std::optional<uint64_t> start_of(int64_t pid);
Milliseconds age_of(uint64_t start);

// In ms, to the nanosecond: how long all of its threads have worked, also those that ended, and how long they have waited for a
// processor to work on. Nothing when there is no such process.
std::optional<double> working_time_of(int64_t pid);

// The processes that it started and that these did; not those that lost their parent.
std::vector<int64_t> descendants_of(int64_t pid);

// Whether a library whose file name contains `name` is mapped into it; false where /proc does not say.
bool has_library(int64_t pid, const std::vector<std::string_view>& names);

}  // namespace surehand::atspi
