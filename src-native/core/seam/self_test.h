#pragma once

#include <string>

#include "core/result.h"

namespace surehand {

// What the form of the self-test does on purpose: nothing, never answer, or not answer any more after "Block" was pressed.
enum class SelfTestHang { kNever, kAtStart, kAtPress };

SelfTestHang self_test_hang(const std::string& name);  // `start`, `press`; anything else is kNever

// Shows the form that `surehand doctor --self-test` is tried on, and runs it on the calling thread. lib/cli/self-test/form.ts has what
// it says on standard output and hears on standard input. Returns when the window is closed; ends the process when standard input is.
// UNSUPPORTED where the form is no part of this build. Defined in platform/.
Status run_self_test_form(SelfTestHang hang);

}  // namespace surehand
