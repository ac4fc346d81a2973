#include <doctest/doctest.h>

#include "platform/windows/errors.h"

using namespace surehand;
using namespace surehand::uia;

namespace {

constexpr int32_t hresult(uint32_t number) { return static_cast<int32_t>(number); }

struct Expected {
  uint32_t result;
  ErrorCode read;
  ErrorCode act;
  Sent sent;
};

}  // namespace

TEST_CASE("each HRESULT says what it means to who asks and to who acts") {
  const Expected table[] = {
      {0x80040200, ErrorCode::kNotActionable, ErrorCode::kNotActionable, Sent::kNo},
      // What is gone on a read is not known to be gone after an act: a provider whose announcement failed answers the same.
      {0x80040201, ErrorCode::kStale, ErrorCode::kOutcomeUnknown, Sent::kUnknown},
      {0x80040204, ErrorCode::kUnsupported, ErrorCode::kUnsupported, Sent::kNo},
      {0x80131505, ErrorCode::kAppUnresponsive, ErrorCode::kOutcomeUnknown, Sent::kUnknown},
      {0x80131509, ErrorCode::kNotActionable, ErrorCode::kNotActionable, Sent::kUnknown},
      {0x80010001, ErrorCode::kAppUnresponsive, ErrorCode::kAppUnresponsive, Sent::kNo},
      {0x8001010A, ErrorCode::kAppUnresponsive, ErrorCode::kAppUnresponsive, Sent::kNo},
      {0x800706BA, ErrorCode::kStale, ErrorCode::kOutcomeUnknown, Sent::kUnknown},
      {0x80070005, ErrorCode::kPermissionDenied, ErrorCode::kPermissionDenied, Sent::kNo},
      {0x80004001, ErrorCode::kUnsupported, ErrorCode::kUnsupported, Sent::kNo},
      // Nobody knows what these mean, so nobody may try again after an act.
      {0x80004005, ErrorCode::kAppUnresponsive, ErrorCode::kOutcomeUnknown, Sent::kUnknown},
      {0x8badf00d, ErrorCode::kAppUnresponsive, ErrorCode::kOutcomeUnknown, Sent::kUnknown},
  };
  for (const Expected& row : table) {
    CAPTURE(hresult_name(hresult(row.result)));
    const Error read = read_failed(hresult(row.result), "read it");
    const Error act = act_failed(hresult(row.result), "press it");
    CHECK(read.code == row.read);
    CHECK(read.sent == Sent::kNo);
    CHECK(act.code == row.act);
    CHECK(act.sent == row.sent);
    CHECK(act.message.find("could not press it") == 0);
    CHECK(act.message.find(hresult_name(hresult(row.result))) != std::string::npos);
  }
}

TEST_CASE("an HRESULT is named where it has a name") {
  CHECK(hresult_name(hresult(0x80040201)) == "UIA_E_ELEMENTNOTAVAILABLE (0x80040201)");
  CHECK(hresult_name(hresult(0x8badf00d)) == "0x8BADF00D");
}
