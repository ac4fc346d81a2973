#include "core/tree/fingerprint.h"

#include <cstring>

namespace surehand {
namespace {

uint64_t mixed(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 32);
}

}  // namespace

Fingerprint::Element& Fingerprint::Element::add(std::string_view text) {
  add(text.size());
  for (; text.size() >= 8; text.remove_prefix(8)) {
    uint64_t word;
    std::memcpy(&word, text.data(), 8);
    hash_ = mixed(hash_, word);
  }
  if (text.empty()) return *this;  // it may have no bytes to copy from
  uint64_t rest = 0;
  std::memcpy(&rest, text.data(), text.size());
  hash_ = mixed(hash_, rest);
  return *this;
}

Fingerprint::Element& Fingerprint::Element::add(uint64_t number) {
  hash_ = mixed(hash_, number);
  return *this;
}

uint64_t fingerprint(const Snapshot& snapshot) {
  Fingerprint sum;
  for (NodeIndex node = 0; node < snapshot.size(); ++node) {
    const NodeIndex parent = snapshot.parent(node);
    const States states = snapshot.states(node);
    Fingerprint::Element element;
    element.add(snapshot.identity(node))
        .add(parent == kNoNode ? std::string_view() : snapshot.identity(parent))
        .add(node)
        .add(static_cast<uint64_t>(snapshot.role(node)))
        .add(uint64_t{states.on} << 32 | states.applicable)
        .add(snapshot.text(TextField::kName, node));
    sum.add(element);
  }
  return sum.value();
}

}  // namespace surehand
