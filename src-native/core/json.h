#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace surehand::json {

class Value;
using Array = std::vector<Value>;
// Keeps the order in which members were written; a repeated key keeps its last value, as JSON.parse does.
using Object = std::vector<std::pair<std::string, Value>>;

// A JSON value. The binding converts JavaScript values to and from this one type; core structures read
// themselves from it and write themselves to it.
class Value {
 public:
  Value() = default;
  Value(std::nullptr_t) {}
  Value(bool value) : data_(value) {}
  Value(double value) : data_(value) {}
  Value(int value) : data_(static_cast<double>(value)) {}
  Value(uint32_t value) : data_(static_cast<double>(value)) {}
  Value(int64_t value) : data_(static_cast<double>(value)) {}
  Value(uint64_t value) : data_(static_cast<double>(value)) {}
  Value(std::string value) : data_(std::move(value)) {}
  Value(std::string_view value) : data_(std::string(value)) {}
  Value(const char* value) : data_(std::string(value)) {}
  Value(Array value) : data_(std::move(value)) {}
  Value(Object value) : data_(std::move(value)) {}

  bool is_null() const { return data_.index() == 0; }
  bool is_bool() const { return std::holds_alternative<bool>(data_); }
  bool is_number() const { return std::holds_alternative<double>(data_); }
  bool is_string() const { return std::holds_alternative<std::string>(data_); }
  bool is_array() const { return std::holds_alternative<Array>(data_); }
  bool is_object() const { return std::holds_alternative<Object>(data_); }

  // The value, or `otherwise` when it is of another type.
  bool as_bool(bool otherwise = false) const;
  double as_number(double otherwise = 0) const;
  int64_t as_int(int64_t otherwise = 0) const;  // truncated; saturates; NaN gives `otherwise`
  std::string_view as_string(std::string_view otherwise = {}) const;
  const Array& as_array() const;    // empty when it is of another type
  const Object& as_object() const;  // empty when it is of another type

  // The member `key` of an object, or null when there is none.
  const Value* find(std::string_view key) const;
  const Value& operator[](std::string_view key) const;  // a null Value when there is none

  // Adds a member at the end and returns *this; turns null into an object first. Does not look for an earlier
  // `key`; find() sees the last one.
  Value& set(std::string key, Value value);
  // Adds an element at the end and returns *this; turns null into an array first.
  Value& push(Value value);

  friend bool operator==(const Value& a, const Value& b) { return a.data_ == b.data_; }
  friend bool operator!=(const Value& a, const Value& b) { return !(a == b); }

 private:
  std::variant<std::nullptr_t, bool, double, std::string, Array, Object> data_ = nullptr;
};

// Why a text is not JSON, and where (byte offset).
struct ParseError {
  std::string message;
  size_t offset = 0;
};

// Strict RFC 8259. Depth is bounded (512), so that hostile input cannot exhaust the stack. Lone surrogates in
// escapes become U+FFFD; invalid UTF-8 and numbers beyond the range of a double are refused.
std::variant<Value, ParseError> parse(std::string_view text);

// Shortest text that reads back equal (numbers as JSON.stringify writes them); NaN and infinities become null.
std::string stringify(const Value& value);
void append_string(std::string& out, std::string_view utf8);  // quoted and escaped; invalid UTF-8 becomes U+FFFD
void append_number(std::string& out, double value);

}  // namespace surehand::json
