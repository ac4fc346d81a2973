#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace surehand {

using TextId = uint32_t;
inline constexpr TextId kNoText = 0;     // no text at all
inline constexpr TextId kEmptyText = 1;  // the empty text

// Distinct UTF-8 texts, numbered from 0 without gaps; equal texts have equal numbers. Invalid UTF-8 is mended
// (U+FFFD) on the way in, so that everything behind it may trust it. Holds 4 GiB; what goes beyond becomes empty.
class TextTable {
 public:
  TextTable();
  TextId intern(std::string_view text);
  std::string_view view(TextId id) const;
  TextId size() const { return static_cast<TextId>(starts_.size() - 1); }
  // The id of `text`, or kNoText when it is not there. Linear once frozen.
  TextId find(std::string_view text) const;
  // Drops the hash index; intern() must not be called any more.
  void freeze();
  // Makes the index again, after freeze() and of a copy.
  void thaw();
  size_t bytes() const;

 private:
  size_t slot_for(std::string_view text, uint32_t hash) const;
  void grow();

  std::string pool_;
  std::vector<uint32_t> starts_;  // size + 1
  std::vector<uint64_t> slots_;   // open addressing: hash and id; empty once frozen
};

}  // namespace surehand
