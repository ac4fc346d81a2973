#include "core/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>

// libc++ has std::from_chars for double from 20 on, and does not say so by the standard's name.
#if defined(__cpp_lib_to_chars) || (defined(_LIBCPP_AVAILABILITY_HAS_FROM_CHARS_FLOATING_POINT) && \
                                    _LIBCPP_AVAILABILITY_HAS_FROM_CHARS_FLOATING_POINT)
#define SUREHAND_READS_DOUBLES 1
#else
#include <locale>
#include <sstream>
#endif

#include "core/text/hash.h"
#include "core/text/utf8.h"

namespace surehand::json {

bool Value::as_bool(bool otherwise) const {
  const bool* value = std::get_if<bool>(&data_);
  return value ? *value : otherwise;
}

double Value::as_number(double otherwise) const {
  const double* value = std::get_if<double>(&data_);
  return value ? *value : otherwise;
}

int64_t Value::as_int(int64_t otherwise) const {
  const double* value = std::get_if<double>(&data_);
  if (!value || std::isnan(*value)) return otherwise;
  // 2^63 is a double, the largest int64_t is not.
  if (*value >= 0x1p63) return std::numeric_limits<int64_t>::max();
  if (*value < -0x1p63) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(*value);
}

std::string_view Value::as_string(std::string_view otherwise) const {
  const std::string* value = std::get_if<std::string>(&data_);
  return value ? std::string_view(*value) : otherwise;
}

const Array& Value::as_array() const {
  static const Array empty;
  const Array* value = std::get_if<Array>(&data_);
  return value ? *value : empty;
}

const Object& Value::as_object() const {
  static const Object empty;
  const Object* value = std::get_if<Object>(&data_);
  return value ? *value : empty;
}

const Value* Value::find(std::string_view key) const {
  const Object& members = as_object();
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (member->first == key) return &member->second;
  }
  return nullptr;
}

const Value& Value::operator[](std::string_view key) const {
  static const Value null;
  const Value* value = find(key);
  return value ? *value : null;
}

Value& Value::set(std::string key, Value value) {
  if (!is_object()) data_ = Object();
  std::get_if<Object>(&data_)->emplace_back(std::move(key), std::move(value));
  return *this;
}

Value& Value::push(Value value) {
  if (!is_array()) data_ = Array();
  std::get_if<Array>(&data_)->push_back(std::move(value));
  return *this;
}

namespace {

constexpr int kMaxDepth = 512;
// Below this a look through the members written so far costs less than an index of them.
constexpr size_t kFewMembers = 16;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Whether a number text that no double holds is too large (and not too small): where does its first digit
// that is not zero stand?
bool is_huge(std::string_view number) {
  const size_t e = number.find_first_of("eE");
  const std::string_view mantissa = number.substr(0, e);
  int64_t exponent = 0;
  if (e != std::string_view::npos) {
    const bool negative = number[e + 1] == '-';
    for (const char c : number.substr(e + 1)) {
      if (is_digit(c) && exponent < 1'000'000'000) exponent = exponent * 10 + (c - '0');
    }
    if (negative) exponent = -exponent;
  }
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  const size_t first = mantissa.find_first_of("123456789");
  return first != std::string_view::npos && static_cast<int64_t>(point) - static_cast<int64_t>(first) + exponent > 0;
}

// `number` follows JSON's grammar. Nothing when it is beyond the range of a double.
std::optional<double> to_double(std::string_view number) {
  double value = 0;
#ifdef SUREHAND_READS_DOUBLES
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc()) {
    if (is_huge(number)) return std::nullopt;
    return number[0] == '-' ? -0.0 : 0.0;
  }
#else
  // strtod would read by the process's locale.
  std::istringstream stream{std::string(number)};
  stream.imbue(std::locale::classic());
  stream >> value;
  if (stream.fail() || std::isinf(value)) {
    if (is_huge(number)) return std::nullopt;
    return number[0] == '-' ? -0.0 : 0.0;
  }
#endif
  return value;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::variant<Value, ParseError> run() {
    Value value;
    skip_space();
    if (read_value(value, 0)) {
      skip_space();
      if (at_ == text_.size()) return value;
      fail("unexpected text after the value");
    }
    return error_;
  }

 private:
  bool fail(const char* message) {
    error_ = {message, at_};
    return false;
  }

  // Says what is there instead, which is the end more often than not.
  bool expected(const char* what) {
    error_ = {std::string("expected ") + what + (at_ < text_.size() ? "" : ", found the end of the text"), at_};
    return false;
  }

  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  bool peek(char c) const { return at_ < text_.size() && text_[at_] == c; }

  bool take(char c) {
    if (!peek(c)) return false;
    ++at_;
    return true;
  }

  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  bool read_value(Value& out, int depth) {
    if (at_ == text_.size()) return expected("a value");
    switch (text_[at_]) {
      case '{':
        return depth < kMaxDepth ? read_object(out, depth) : fail("nested more than 512 levels deep");
      case '[':
        return depth < kMaxDepth ? read_array(out, depth) : fail("nested more than 512 levels deep");
      case '"': {
        std::string text;
        if (!read_string(text)) return false;
        out = std::move(text);
        return true;
      }
      case 't':
        if (!take("true")) return expected("a value");
        out = true;
        return true;
      case 'f':
        if (!take("false")) return expected("a value");
        out = false;
        return true;
      case 'n':
        if (!take("null")) return expected("a value");
        out = nullptr;
        return true;
      default:
        return read_number(out);
    }
  }

  bool read_array(Value& out, int depth) {
    ++at_;
    Array elements;
    skip_space();
    if (!take(']')) {
      do {
        skip_space();
        if (!read_value(elements.emplace_back(), depth + 1)) return false;
        skip_space();
      } while (take(','));
      if (!take(']')) return expected("',' or ']'");
    }
    out = std::move(elements);
    return true;
  }

  bool read_object(Value& out, int depth) {
    ++at_;
    Object members;
    std::unordered_map<std::string, size_t, SecretHash> index;
    skip_space();
    if (!take('}')) {
      do {
        skip_space();
        std::string key;
        if (!peek('"')) return expected("a member's name in double quotes");
        if (!read_string(key)) return false;
        skip_space();
        if (!take(':')) return expected("':'");
        skip_space();
        Value value;
        if (!read_value(value, depth + 1)) return false;
        put(members, index, std::move(key), std::move(value));
        skip_space();
      } while (take(','));
      if (!take('}')) return expected("',' or '}'");
    }
    out = std::move(members);
    return true;
  }

  // A repeated key overwrites the earlier value in its place. The index keeps hostile objects linear.
  static void put(Object& members, std::unordered_map<std::string, size_t, SecretHash>& index, std::string key,
                  Value value) {
    size_t found = members.size();
    if (members.size() < kFewMembers) {
      for (found = 0; found < members.size() && members[found].first != key;) ++found;
    } else {
      if (index.empty()) {
        for (size_t i = 0; i < members.size(); ++i) index.emplace(members[i].first, i);
      }
      found = index.emplace(key, members.size()).first->second;
    }
    if (found < members.size()) {
      members[found].second = std::move(value);
    } else {
      members.emplace_back(std::move(key), std::move(value));
    }
  }

  bool read_number(Value& out) {
    const size_t start = at_;
    take('-');
    if (at_ == text_.size() || !is_digit(text_[at_])) {
      at_ = start;
      return expected("a value");
    }
    if (!take('0')) skip_digits();
    if (at_ < text_.size() && is_digit(text_[at_])) return fail("a number must not begin with 0");
    if (take('.') && !skip_digits()) return expected("a digit");
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!skip_digits()) return expected("a digit");
    }
    const std::optional<double> value = to_double(text_.substr(start, at_ - start));
    if (!value) {
      at_ = start;
      return fail("a number beyond the range of a double");
    }
    out = *value;
    return true;
  }

  bool skip_digits() {
    const size_t start = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return at_ > start;
  }

  bool read_string(std::string& out) {
    ++at_;
    for (;;) {
      const size_t start = at_;
      while (at_ < text_.size() && is_plain(text_[at_])) ++at_;
      out.append(text_.substr(start, at_ - start));
      if (at_ == text_.size()) return expected("a closing '\"'");
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        if (!read_escape(out)) return false;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return fail("a control character in a string must be escaped");
      } else {
        const size_t sequence = at_;
        if (utf8::next(text_, at_) == utf8::kInvalid) {
          at_ = sequence;
          return fail("invalid UTF-8");
        }
        out.append(text_.substr(sequence, at_ - sequence));
      }
    }
  }

  static bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
  }

  bool read_escape(std::string& out) {
    const size_t start = at_++;
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    switch (c) {
      case '"':
      case '\\':
      case '/':
        out += c;
        break;
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case 'u':
        at_ = start;
        return read_unicode_escape(out);
      default:
        at_ = start;
        return fail("unknown escape in a string");
    }
    ++at_;
    return true;
  }

  bool read_unicode_escape(std::string& out) {
    char32_t code = 0;
    if (!read_code_unit(code)) return fail("\\u needs four hexadecimal digits");
    if (code >= 0xD800 && code < 0xDC00) {
      const size_t behind = at_;
      char32_t low = 0;
      if (read_code_unit(low) && low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      } else {
        at_ = behind;
      }
    }
    utf8::append(out, code >= 0xD800 && code < 0xE000 ? utf8::kReplacement : code);
    return true;
  }

  bool read_code_unit(char32_t& out) {
    if (text_.substr(at_, 2) != "\\u" || text_.size() - at_ < 6) return false;
    char32_t code = 0;
    for (size_t i = at_ + 2; i < at_ + 6; ++i) {
      const int digit = hex_digit(text_[i]);
      if (digit < 0) return false;
      code = code << 4 | static_cast<char32_t>(digit);
    }
    at_ += 6;
    out = code;
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  ParseError error_;
};

void append_value(std::string& out, const Value& value) {
  if (value.is_string()) {
    append_string(out, value.as_string());
  } else if (value.is_number()) {
    append_number(out, value.as_number());
  } else if (value.is_bool()) {
    out += value.as_bool() ? "true" : "false";
  } else if (value.is_array()) {
    out += '[';
    const char* separator = "";
    for (const Value& element : value.as_array()) {
      out += separator;
      append_value(out, element);
      separator = ",";
    }
    out += ']';
  } else if (value.is_object()) {
    out += '{';
    const char* separator = "";
    for (const auto& [key, member] : value.as_object()) {
      out += separator;
      append_string(out, key);
      out += ':';
      append_value(out, member);
      separator = ",";
    }
    out += '}';
  } else {
    out += "null";
  }
}

}  // namespace

std::variant<Value, ParseError> parse(std::string_view text) { return Parser(text).run(); }

std::string stringify(const Value& value) {
  std::string out;
  append_value(out, value);
  return out;
}

void append_string(std::string& out, std::string_view utf8) {
  out += '"';
  for (size_t at = 0; at < utf8.size();) {
    const size_t start = at;
    while (at < utf8.size() && static_cast<unsigned char>(utf8[at]) >= 0x20 &&
           static_cast<unsigned char>(utf8[at]) < 0x80 && utf8[at] != '"' && utf8[at] != '\\') {
      ++at;
    }
    out.append(utf8.substr(start, at - start));
    if (at == utf8.size()) break;
    const char32_t code = utf8::next(utf8, at);
    switch (code) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (code < 0x20) {
          out += code < 0x10 ? "\\u000" : "\\u001";
          out += "0123456789abcdef"[code & 0xF];
        } else {
          utf8::append(out, code == utf8::kInvalid ? utf8::kReplacement : code);
        }
    }
  }
  out += '"';
}

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  char text[32];
  if (std::abs(value) < 0x1p53 && value == std::trunc(value)) {
    const auto end = std::to_chars(text, text + sizeof text, static_cast<int64_t>(value)).ptr;
    out.append(text, end);
    return;
  }
  // ECMAScript's Number::toString from the shortest digits: plain up to 21 digits and down to 1e-6.
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  std::string_view scientific(text, static_cast<size_t>(end - text));
  if (scientific[0] == '-') {
    out += '-';
    scientific.remove_prefix(1);
  }
  const size_t e = scientific.find('e');
  std::string digits(1, scientific[0]);
  if (e > 1) digits.append(scientific.substr(2, e - 2));
  int exponent = 0;
  std::from_chars(scientific.data() + e + (scientific[e + 1] == '+' ? 2 : 1), end, exponent);

  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // digits before the decimal point
  if (count <= point && point <= 21) {
    out.append(digits).append(static_cast<size_t>(point - count), '0');
  } else if (0 < point && point <= 21) {
    out.append(digits, 0, static_cast<size_t>(point)).append(".").append(digits, static_cast<size_t>(point));
  } else if (-6 < point && point <= 0) {
    out.append("0.").append(static_cast<size_t>(-point), '0').append(digits);
  } else {
    out += digits[0];
    if (count > 1) out.append(".").append(digits, 1);
    out.append(exponent < 0 ? "e-" : "e+").append(std::to_string(std::abs(exponent)));
  }
}

}  // namespace surehand::json
