#include <cstring>
#include <string>

#include "cf/object.h"

#include <ApplicationServices/AXValue.h>

namespace axsim {
namespace {

size_t size_of(AXValueType type) {
  switch (type) {
    case kAXValueTypeCGPoint:
    case kAXValueTypeCGSize:
    case kAXValueTypeCFRange:
      return 16;
    case kAXValueTypeCGRect:
      return 32;
    case kAXValueTypeAXError:
      return 4;
    default:
      return 0;
  }
}

class AxValue final : public Object {
 public:
  static constexpr Type kType = Type::kAxValue;
  AxValue(AXValueType type, std::string bytes) : Object(kType), type(type), bytes(std::move(bytes)) {}

  const AXValueType type;
  const std::string bytes;

  bool equals(const Object& other) const override {
    const auto& value = static_cast<const AxValue&>(other);
    return value.type == type && value.bytes == bytes;
  }
  CFHashCode hash() const override { return std::hash<std::string>()(bytes); }
};

}  // namespace
}  // namespace axsim

using axsim::as;
using axsim::AxValue;

CFTypeID AXValueGetTypeID() { return static_cast<CFTypeID>(AxValue::kType); }

AXValueRef AXValueCreate(AXValueType theType, const void* valuePtr) {
  const size_t size = axsim::size_of(theType);
  if (size == 0 || valuePtr == nullptr) return nullptr;
  return axsim::ref<AXValueRef>(new AxValue(theType, {static_cast<const char*>(valuePtr), size}));
}

AXValueType AXValueGetType(AXValueRef value) { return as<AxValue>(value, "AXValueGetType").type; }

Boolean AXValueGetValue(AXValueRef value, AXValueType theType, void* valuePtr) {
  const auto& held = as<AxValue>(value, "AXValueGetValue");
  if (held.type != theType || valuePtr == nullptr) return false;
  std::memcpy(valuePtr, held.bytes.data(), held.bytes.size());
  return true;
}
