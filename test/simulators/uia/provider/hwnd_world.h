#pragma once

#include "provider/world.h"

namespace surehand::simulator {

// The real windows of this process, told of as Windows' own providers for them do. https://learn.microsoft.com/windows/win32/winauto/
// has what these say of each window class.
class HwndWorld final : public World {
 public:
  Answer read(const Address& address, const std::string& scope) override;
  Answer parent(const Address& address) override;
  Answer act(const Address& address, const std::string& what, const json::Array& with) override;
  json::Array top_levels() override;
};

}  // namespace surehand::simulator
