#pragma once

// What macOS has in its libSystem and Linux has not, for the simulator alone: for Mach-O the system's own headers are used.

#include <stdint.h>
#include <sys/proc_info.h>
#include <sys/types.h>

extern "C" __attribute__((visibility("default"))) int proc_listallpids(void* buffer, int buffersize);
extern "C" __attribute__((visibility("default"))) int proc_listchildpids(pid_t ppid, void* buffer, int buffersize);
extern "C" __attribute__((visibility("default"))) int proc_pidinfo(int pid, int flavor, uint64_t arg, void* buffer,
                                                                   int buffersize);
extern "C" __attribute__((visibility("default"))) int proc_pidpath(int pid, void* buffer, uint32_t buffersize);
extern "C" __attribute__((visibility("default"))) int proc_name(int pid, void* buffer, uint32_t buffersize);
