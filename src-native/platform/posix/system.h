#pragma once

#include <spawn.h>

#include <string>

#include "platform/posix/fd.h"

// What POSIX does not have, or not the same way everywhere. Each platform that uses this folder defines it (process/system.cc).
namespace surehand {

// Empty, closed in children; none where the system gives none.
Fd nameless_file();

// Gives the room of all but the last ProgramReport::kKept bytes back where that is worth it and the system can.
void give_back_old(int file);

// As its output or errors, by any process that may be looked at; false where the system does not say.
bool is_open_elsewhere(int file);

// Has the child begin in a folder; false where the system cannot.
bool start_in(posix_spawn_file_actions_t& actions, const char* folder);

// `SIGSEGV`, or the number where it has no name.
std::string signal_name(int number);

}  // namespace surehand
