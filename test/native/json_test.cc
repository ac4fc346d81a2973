#include "core/json.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace surehand;
using json::parse;
using json::ParseError;
using json::stringify;
using json::Value;

namespace {

std::string again(std::string_view text) {
  const auto result = parse(text);
  if (const auto* error = std::get_if<ParseError>(&result)) {
    return "error at " + std::to_string(error->offset) + ": " + error->message;
  }
  return stringify(std::get<Value>(result));
}

bool refused(std::string_view text) { return std::holds_alternative<ParseError>(parse(text)); }

size_t offset_of_error(std::string_view text) { return std::get<ParseError>(parse(text)).offset; }

std::string number(double value) {
  std::string out;
  json::append_number(out, value);
  return out;
}

}  // namespace

TEST_CASE("what JSON.stringify wrote reads back and is written the same") {
  for (const char* text :
       {"null", "true", "false", "0", "-1", "1.5", "\"\"", "[]", "{}", "[1,[2,[3]],{\"a\":null}]", "{\"b\":1,\"a\":2}",
        "\"\\u0000\\u001f\\b\\f\\n\\r\\t\\\"\\\\/\"", "\"\xC3\xA9\xF0\x9F\x98\x80\x7F\""}) {
    CHECK(again(text) == text);
  }
}

TEST_CASE("white space is RFC 8259's and nothing else") {
  CHECK(again(" \t\r\n{ \"a\" : [ 1 , 2 ] } \n") == "{\"a\":[1,2]}");
  CHECK(
      refused("\xC2\xA0"
              "1"));
  CHECK(refused("\xEF\xBB\xBF{}"));
  CHECK(refused("\v1"));
}

TEST_CASE("what is not JSON is refused where it goes wrong") {
  CHECK(offset_of_error("") == 0);
  CHECK(offset_of_error("[1,]") == 3);
  CHECK(offset_of_error("[1 2]") == 3);
  CHECK(offset_of_error("{\"a\" 1}") == 5);
  CHECK(offset_of_error("{a:1}") == 1);
  CHECK(offset_of_error("{\"a\":1,}") == 7);
  CHECK(offset_of_error("1 1") == 2);
  CHECK(offset_of_error("\"a\nb\"") == 2);
  CHECK(offset_of_error("\"\\x\"") == 1);
  CHECK(offset_of_error("\"a") == 2);
  CHECK(offset_of_error("\"ok\xFF\"") == 3);
  for (const char* text : {"01",
                           "-",
                           "+1",
                           ".5",
                           "1.",
                           "1e",
                           "1e+",
                           "0x1",
                           "NaN",
                           "Infinity",
                           "nul",
                           "tru",
                           "'a'",
                           "[",
                           "{",
                           "]",
                           "\"\\u12\"",
                           "\"\\u12G4\"",
                           "-01",
                           "[1}",
                           "/**/1",
                           "\"\xED\xA0\x80\"",
                           "\"\xC0\x80\"",
                           "\"\xF4\x90\x80\x80\"",
                           "\"\xE2\x82\""}) {
    CAPTURE(text);
    CHECK(refused(text));
  }
  CHECK(refused(std::string_view("1\0", 2)));
}

TEST_CASE("nesting is bounded at 512") {
  const auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(again(nested(512)) == nested(512));
  CHECK(refused(nested(513)));
  CHECK(refused(std::string(1'000'000, '[')));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK(refused(objects));
}

TEST_CASE("a repeated key keeps its first place and its last value") {
  CHECK(again("{\"a\":1,\"b\":2,\"a\":3}") == "{\"a\":3,\"b\":2}");
  std::string many = "{";
  for (int i = 0; i < 100; ++i) many += "\"k" + std::to_string(i % 50) + "\":" + std::to_string(i) + ",";
  many.back() = '}';
  const Value value = std::get<Value>(parse(many));
  CHECK(value.as_object().size() == 50);
  CHECK(value["k0"].as_int() == 50);
  CHECK(value["k49"].as_int() == 99);
  CHECK(value.as_object()[1].first == "k1");
}

TEST_CASE("escapes: pairs become one character, lone surrogates U+FFFD") {
  CHECK(std::get<Value>(parse("\"\\ud83d\\ude00\\/\\u00e9\"")).as_string() == "\xF0\x9F\x98\x80/\xC3\xA9");
  CHECK(std::get<Value>(parse("\"\\ud83d\"")).as_string() == "\xEF\xBF\xBD");
  CHECK(std::get<Value>(parse("\"\\ude00x\"")).as_string() == "\xEF\xBF\xBDx");
  CHECK(std::get<Value>(parse("\"\\ud83d\\u0041\"")).as_string() ==
        "\xEF\xBF\xBD"
        "A");
  CHECK(std::get<Value>(parse("\"\\ud83d\\ud83d\\ude00\"")).as_string() == "\xEF\xBF\xBD\xF0\x9F\x98\x80");
}

TEST_CASE("invalid UTF-8 is written as U+FFFD") {
  std::string out;
  json::append_string(out, "a\xFF\xE2\x82z");
  CHECK(out == "\"a\xEF\xBF\xBD\xEF\xBF\xBDz\"");
}

TEST_CASE("numbers are written as JSON.stringify writes them") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  struct {
    double value;
    const char* text;
  } const cases[] = {{0, "0"},
                     {-0.0, "0"},
                     {1, "1"},
                     {-1, "-1"},
                     {0.1, "0.1"},
                     {-1.5, "-1.5"},
                     {100, "100"},
                     {123456789012345680000.0, "123456789012345680000"},
                     {1e20, "100000000000000000000"},
                     {1e21, "1e+21"},
                     {1.5e21, "1.5e+21"},
                     {1e300, "1e+300"},
                     {0.000001, "0.000001"},
                     {0.0000015, "0.0000015"},
                     {1e-7, "1e-7"},
                     {1.25e-7, "1.25e-7"},
                     {-1e-7, "-1e-7"},
                     {5e-324, "5e-324"},
                     {1.7976931348623157e308, "1.7976931348623157e+308"},
                     {9007199254740991.0, "9007199254740991"},
                     {9007199254740992.0, "9007199254740992"},
                     {9007199254740994.0, "9007199254740994"},
                     {0.3, "0.3"},
                     {0.1 + 0.2, "0.30000000000000004"},
                     {4294967296.5, "4294967296.5"},
                     {nan, "null"},
                     {infinity, "null"},
                     {-infinity, "null"},
                     {2.2250738585072014e-308, "2.2250738585072014e-308"},
                     {123.456, "123.456"},
                     {1234567.125, "1234567.125"}};
  for (const auto& [value, text] : cases) CHECK(number(value) == text);
}

TEST_CASE("every double survives writing and reading, bit for bit but for -0") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200'000; ++i) {
    const uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const auto back = parse(number(value));
    if (std::get<Value>(back).as_number() != value) FAIL(number(value));
  }
}

TEST_CASE("numbers out of range: too large is refused, too small is zero") {
  CHECK(refused("1e309"));
  CHECK(refused("-1e309"));
  CHECK(refused("1" + std::string(400, '0')));
  CHECK(refused("1e99999999999999999999"));
  CHECK(again("1e-400") == "0");
  CHECK(again("0." + std::string(400, '0') + "1") == "0");
  CHECK(again("1e-99999999999999999999") == "0");
  CHECK(again("0e99999999999999999999") == "0");
  CHECK(again("5e-324") == "5e-324");
  CHECK(again("1.7976931348623157e308") == "1.7976931348623157e+308");
}

TEST_CASE("a Value of another type gives the default") {
  const Value text = "x";
  CHECK(text.as_bool(true));
  CHECK(text.as_number(2) == 2);
  CHECK(text.as_int(3) == 3);
  CHECK(text.as_array().empty());
  CHECK(text.as_object().empty());
  CHECK(text.find("a") == nullptr);
  CHECK(text["a"].is_null());
  CHECK(Value(1).as_string("none") == "none");
}

TEST_CASE("as_int truncates and saturates") {
  CHECK(Value(1.9).as_int() == 1);
  CHECK(Value(-1.9).as_int() == -1);
  CHECK(Value(1e300).as_int() == std::numeric_limits<int64_t>::max());
  CHECK(Value(-1e300).as_int() == std::numeric_limits<int64_t>::min());
  CHECK(Value(0x1p63).as_int() == std::numeric_limits<int64_t>::max());
  CHECK(Value(-0x1p63).as_int() == std::numeric_limits<int64_t>::min());
  CHECK(Value(std::numeric_limits<double>::quiet_NaN()).as_int(7) == 7);
}

TEST_CASE("set and push build objects and arrays from null") {
  Value object;
  object.set("a", 1).set("b", Value().push(true).push(nullptr).push("x"));
  CHECK(stringify(object) == "{\"a\":1,\"b\":[true,null,\"x\"]}");
  CHECK(object["b"].as_array().size() == 3);
  object.set("a", 2);
  CHECK(object["a"].as_int() == 2);
  CHECK(object != Value());
  CHECK(object == std::get<Value>(parse("{\"a\":1,\"b\":[true,null,\"x\"]}")).set("a", 2));
}
