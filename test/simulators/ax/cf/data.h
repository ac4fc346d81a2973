#pragma once

#include <string>

#include "cf/object.h"

namespace axsim {

class Data final : public Object {
 public:
  static constexpr Type kType = Type::kData;
  explicit Data(std::string bytes) : Object(kType), bytes(std::move(bytes)) {}

  const std::string bytes;

  bool equals(const Object& other) const override { return static_cast<const Data&>(other).bytes == bytes; }
  CFHashCode hash() const override { return std::hash<std::string>()(bytes); }
};

class Url final : public Object {
 public:
  static constexpr Type kType = Type::kUrl;
  Url(Held string, std::string path) : Object(kType), string(std::move(string)), path(std::move(path)) {}

  Held string;
  const std::string path;  // a file's

  bool equals(const Object& other) const override {
    return CFEqual(string.get(), static_cast<const Url&>(other).string.get());
  }
  CFHashCode hash() const override { return CFHash(string.get()); }
  void end() override { string.reset(); }
};

class Date final : public Object {
 public:
  static constexpr Type kType = Type::kDate;
  explicit Date(double time) : Object(kType), time(time) {}

  const double time;

  bool equals(const Object& other) const override { return static_cast<const Date&>(other).time == time; }
};

CFTypeRef make_url(const std::string& text);
CFTypeRef make_data(std::string bytes);

}  // namespace axsim
