#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/tree/snapshot.h"
#include "core/tree/snapshot_json.h"

// Whatever bytes come, reading them as a tree ends; and what was written reads back to the same text.

using namespace surehand;

namespace {

SnapshotPtr read(std::string_view text) {
  auto value = json::parse(text);
  if (!std::holds_alternative<json::Value>(value)) return nullptr;
  auto tree = snapshot_from_json(std::get<json::Value>(value));
  if (!tree.ok()) {
    if (tree.error().message.empty() || !tree.error().details["path"].is_string()) std::abort();
    return nullptr;
  }
  return tree.take();
}

std::string write(const Snapshot& tree) {
  std::string out;
  append_json(out, tree, 0);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const SnapshotPtr tree = read({reinterpret_cast<const char*>(data), size});
  if (!tree) return 0;
  const std::string once = write(*tree);
  const SnapshotPtr again = read(once);
  if (!again || again->size() != tree->size() || write(*again) != once) std::abort();
  return 0;
}
