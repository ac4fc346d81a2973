#pragma once

namespace surehand::cg {

// Whether the session's screen is locked: keys and clicks go to the lock screen then, into its password field.
bool screen_is_locked();

}  // namespace surehand::cg
