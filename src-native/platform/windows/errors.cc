#include "platform/windows/errors.h"

#include <cstdio>
#include <utility>

namespace surehand::uia {
namespace {

enum class Kind : uint8_t { kGone, kDisabled, kTimeout, kBusy, kUnsupported, kDenied, kInvalid, kRefused, kFailed };

struct Row {
  uint32_t result;
  std::string_view name;
  Kind kind;
};

constexpr Row kRows[] = {
    {0x80040200, "UIA_E_ELEMENTNOTENABLED", Kind::kDisabled},
    {0x80040201, "UIA_E_ELEMENTNOTAVAILABLE", Kind::kGone},
    {0x80040202, "UIA_E_NOCLICKABLEPOINT", Kind::kRefused},
    {0x80040203, "UIA_E_PROXYASSEMBLYNOTLOADED", Kind::kUnsupported},
    {0x80040204, "UIA_E_NOTSUPPORTED", Kind::kUnsupported},
    {0x80131509, "UIA_E_INVALIDOPERATION", Kind::kRefused},
    {0x80131505, "UIA_E_TIMEOUT", Kind::kTimeout},
    {0x800705B4, "ERROR_TIMEOUT", Kind::kTimeout},
    {0x80010001, "RPC_E_CALL_REJECTED", Kind::kBusy},
    {0x8001010A, "RPC_E_SERVERCALL_RETRYLATER", Kind::kBusy},
    {0x8001010D, "RPC_E_CANTCALLOUT_ININPUTSYNCCALL", Kind::kBusy},
    {0x80010007, "RPC_E_SERVER_DIED", Kind::kGone},
    {0x80010012, "RPC_E_SERVER_DIED_DNE", Kind::kGone},
    {0x80010108, "RPC_E_DISCONNECTED", Kind::kGone},
    {0x800401FD, "CO_E_OBJNOTCONNECTED", Kind::kGone},
    {0x800706BA, "RPC_S_SERVER_UNAVAILABLE", Kind::kGone},
    {0x800706BE, "RPC_S_CALL_FAILED", Kind::kGone},
    {0x80070578, "ERROR_INVALID_WINDOW_HANDLE", Kind::kGone},
    {0x80010105, "RPC_E_SERVERFAULT", Kind::kFailed},
    {0x80070005, "E_ACCESSDENIED", Kind::kDenied},
    {0x80070057, "E_INVALIDARG", Kind::kInvalid},
    {0x80004001, "E_NOTIMPL", Kind::kUnsupported},
    {0x80004002, "E_NOINTERFACE", Kind::kUnsupported},
    {0x80040154, "REGDB_E_CLASSNOTREG", Kind::kUnsupported},
    {0x80004005, "E_FAIL", Kind::kFailed},
    {0x8000FFFF, "E_UNEXPECTED", Kind::kFailed},
    {0x8007000E, "E_OUTOFMEMORY", Kind::kFailed},
};

// What a call that failed so comes to, as a question and as an act.
struct Verdict {
  ErrorCode read;
  ErrorCode act;
  Sent sent;  // by an act
  std::string_view says;
};

Verdict verdict(Kind kind) {
  switch (kind) {
    case Kind::kGone:
      return {ErrorCode::kStale, ErrorCode::kOutcomeUnknown, Sent::kUnknown,
              "the element is not there any more; look it up again"};
    case Kind::kDisabled:
      return {ErrorCode::kNotActionable, ErrorCode::kNotActionable, Sent::kNo, "the element is not enabled"};
    case Kind::kTimeout:
      return {ErrorCode::kAppUnresponsive, ErrorCode::kOutcomeUnknown, Sent::kUnknown,
              "the application did not answer in time; it may be busy, or show a dialog that has to be closed first"};
    case Kind::kBusy:
      return {ErrorCode::kAppUnresponsive, ErrorCode::kAppUnresponsive, Sent::kNo,
              "the application takes no calls at this moment; try again"};
    case Kind::kUnsupported:
      return {ErrorCode::kUnsupported, ErrorCode::kUnsupported, Sent::kNo, "the element does not offer that"};
    case Kind::kDenied:
      return {ErrorCode::kPermissionDenied, ErrorCode::kPermissionDenied, Sent::kNo,
              "the application runs with higher rights than this process; run this process as administrator as well"};
    case Kind::kInvalid:
      return {ErrorCode::kInvalidArgument, ErrorCode::kInvalidArgument, Sent::kNo,
              "the application does not take what it was given"};
    case Kind::kRefused:
      return {ErrorCode::kNotActionable, ErrorCode::kNotActionable, Sent::kUnknown,
              "the application refuses that in the state that the element is in"};
    case Kind::kFailed:
      break;
  }
  return {ErrorCode::kAppUnresponsive, ErrorCode::kOutcomeUnknown, Sent::kUnknown,
          "the application answered with an error and nothing else"};
}

const Row* row_of(int32_t result) {
  for (const Row& row : kRows) {
    if (row.result == static_cast<uint32_t>(result)) return &row;
  }
  return nullptr;
}

Kind kind_of(int32_t result) {
  const Row* row = row_of(result);
  return row ? row->kind : Kind::kFailed;
}

Error failed(int32_t result, std::string_view tried, std::string_view says, ErrorCode code) {
  json::Value details;
  details.set("hresult", hresult_name(result));
  return {code, "could not " + std::string(tried) + ": " + std::string(says) + " (" + hresult_name(result) + ")",
          std::move(details)};
}

json::Value details_of(std::string_view name, int64_t pid) {
  json::Value details;
  details.set("application", name);
  if (pid != 0) details.set("pid", pid);
  return details;
}

}  // namespace

std::string hresult_name(int32_t result) {
  char number[16];
  std::snprintf(number, sizeof number, "0x%08X", static_cast<unsigned>(result));
  const Row* row = row_of(result);
  return row ? std::string(row->name) + " (" + number + ")" : number;
}

bool is_gone(int32_t result) { return kind_of(result) == Kind::kGone; }
bool is_timeout(int32_t result) { return kind_of(result) == Kind::kTimeout; }
bool is_busy(int32_t result) { return kind_of(result) == Kind::kBusy; }
bool is_unsupported(int32_t result) { return kind_of(result) == Kind::kUnsupported; }

Error read_failed(int32_t result, std::string_view tried) {
  const Verdict what = verdict(kind_of(result));
  return failed(result, tried, what.says, what.read);
}

Error act_failed(int32_t result, std::string_view tried) {
  const Verdict what = verdict(kind_of(result));
  const std::string_view says = what.act == ErrorCode::kOutcomeUnknown
                                    ? "it was sent, and what became of it is not known; look before it is done again"
                                    : what.says;
  Error error = failed(result, tried, says, what.act);
  error.sent = what.sent;
  // It is over in the application, whatever it did there.
  if (what.act == ErrorCode::kOutcomeUnknown && !is_timeout(result)) error.details.set("answered", true);
  return error;
}

Error app_exited(std::string_view name, int64_t pid) {
  return {ErrorCode::kAppExited, std::string(name) + " has exited; start it again and look it up anew",
          details_of(name, pid)};
}

Error app_unresponsive(std::string_view name, int64_t pid, std::string_view awaited) {
  return {ErrorCode::kAppUnresponsive,
          std::string(name) + " did not answer in time when asked for " + std::string(awaited) +
              "; it may be busy or stopped: try again, or end it",
          details_of(name, pid)};
}

}  // namespace surehand::uia
