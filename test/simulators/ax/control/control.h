#pragma once

// What a test says to the simulator that its process has: which world the frameworks show, what goes wrong, what was asked of them.
// lib.ts beside it has the functions; values cross as JSON.

typedef void (*AxsimAnswer)(void* context, bool well, const char* json_or_why_not);

extern "C" __attribute__((visibility("default"))) void axsim_control(const char* function, const char* argument,
                                                                     AxsimAnswer answer, void* context);
