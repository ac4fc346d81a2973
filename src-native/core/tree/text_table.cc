#include "core/tree/text_table.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/text/hash.h"
#include "core/text/text.h"

namespace surehand {
namespace {

constexpr size_t kFirstSlots = 64;

uint64_t slot_of(uint32_t hash, TextId id) { return static_cast<uint64_t>(hash) << 32 | id; }
uint32_t slot_hash(uint64_t slot) { return static_cast<uint32_t>(slot >> 32); }
TextId slot_id(uint64_t slot) { return static_cast<TextId>(slot); }

}  // namespace

TextTable::TextTable() : starts_{0, 0, 0}, slots_(kFirstSlots) {}

TextId TextTable::intern(std::string_view text) {
  assert(!slots_.empty() && "intern() after freeze()");
  if (text.empty()) return kEmptyText;

  const auto hash = static_cast<uint32_t>(hash_of(text));
  const size_t slot = slot_for(text, hash);
  if (slots_[slot] != 0) return slot_id(slots_[slot]);
  // What equals a text that is here was valid.
  if (!is_valid_utf8(text)) return intern(mend_utf8(text));
  if (text.size() > std::numeric_limits<uint32_t>::max() - pool_.size()) return kEmptyText;
  const TextId id = size();
  pool_.append(text);
  starts_.push_back(static_cast<uint32_t>(pool_.size()));
  slots_[slot] = slot_of(hash, id);
  if (id * size_t{2} >= slots_.size()) grow();
  return id;
}

// Where it is, or would be put.
size_t TextTable::slot_for(std::string_view text, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (slot_hash(slots_[slot]) == hash && view(slot_id(slots_[slot])) == text) break;
  }
  return slot;
}

void TextTable::grow() {
  std::vector<uint64_t> wider(slots_.size() * 4);
  const size_t mask = wider.size() - 1;
  for (const uint64_t entry : slots_) {
    if (entry == 0) continue;
    size_t slot = slot_hash(entry) & mask;
    while (wider[slot] != 0) slot = (slot + 1) & mask;
    wider[slot] = entry;
  }
  slots_ = std::move(wider);
}

std::string_view TextTable::view(TextId id) const {
  return std::string_view(pool_).substr(starts_[id], starts_[id + 1] - starts_[id]);
}

TextId TextTable::find(std::string_view text) const {
  if (text.empty()) return kEmptyText;
  if (!is_valid_utf8(text)) return find(mend_utf8(text));
  if (slots_.empty()) {
    for (TextId id = kEmptyText + 1; id < size(); ++id) {
      if (view(id) == text) return id;
    }
    return kNoText;
  }
  const uint64_t found = slots_[slot_for(text, static_cast<uint32_t>(hash_of(text)))];
  return found != 0 ? slot_id(found) : kNoText;
}

void TextTable::freeze() {
  slots_ = {};
  pool_.shrink_to_fit();
  starts_.shrink_to_fit();
}

void TextTable::thaw() {
  size_t wanted = kFirstSlots;
  while (wanted < size() * size_t{4}) wanted *= 2;
  slots_.assign(wanted, 0);
  for (TextId id = kEmptyText + 1; id < size(); ++id) {
    const auto hash = static_cast<uint32_t>(hash_of(view(id)));
    size_t slot = hash & (wanted - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (wanted - 1);
    slots_[slot] = slot_of(hash, id);
  }
}

size_t TextTable::bytes() const {
  return pool_.capacity() + starts_.capacity() * sizeof(starts_[0]) + slots_.capacity() * sizeof(slots_[0]);
}

}  // namespace surehand
