#pragma once

#include <cstdint>
#include <string_view>

#include "core/tree/snapshot.h"

namespace surehand {

// Adds up facts about elements, in any order, to a number that is another one when a fact is.
class Fingerprint {
 public:
  // One element; `facts` are whatever tells whether it changed.
  class Element {
   public:
    Element& add(std::string_view text);
    Element& add(uint64_t number);

   private:
    friend class Fingerprint;
    uint64_t hash_ = 0x9e3779b97f4a7c15u;
  };
  void add(const Element& element) { sum_ += element.hash_; }

  uint64_t value() const { return sum_; }

 private:
  uint64_t sum_ = 0;
};

// Of two trees of one application: the same when each element is in the same place with the same role, name and states.
uint64_t fingerprint(const Snapshot& snapshot);

}  // namespace surehand
