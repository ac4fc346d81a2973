#pragma once

#include <optional>
#include <string>

#include "platform/windows/read/facts.h"

namespace surehand::uia {

// Lists that have elements for those of their items alone that show (WPF, WinUI, Explorer; FlaUI #89, #100). How many there are they say
// in different ways, or only that they can be asked for one.
class ItemCount {
 public:
  // One of what is directly in the list.
  void add(const Facts& item);
  // Why items are missing from the list; nothing where none are.
  std::optional<std::string> missing_of(const Facts& list) const;

 private:
  int items_ = 0;
  int rows_ = 0;
  int size_of_set_ = 0;
  bool placeholder_ = false;
};

}  // namespace surehand::uia
