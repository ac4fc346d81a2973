#include "core/seam/self_test.h"

namespace surehand {

// Defined in platform/windows/self_test.
Status run_windows_self_test_form(SelfTestHang hang);

SelfTestHang self_test_hang(const std::string& name) {
  if (name == "start") return SelfTestHang::kAtStart;
  return name == "press" ? SelfTestHang::kAtPress : SelfTestHang::kNever;
}

Status run_self_test_form(SelfTestHang hang) {
#if SUREHAND_WINDOWS
  return run_windows_self_test_form(hang);
#else
  static_cast<void>(hang);
  return Error{ErrorCode::kUnsupported, "the window of the self-test is in the addon on Windows only", {}};
#endif
}

}  // namespace surehand
