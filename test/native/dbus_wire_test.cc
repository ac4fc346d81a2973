#include <doctest/doctest.h>

#include "platform/linux/dbus/address.h"
#include "platform/linux/dbus/wire.h"

using namespace surehand::dbus;

namespace {

Reader reader_of(const Writer& writer, std::string_view signature = {}) {
  return Reader(writer.bytes().data(), writer.bytes().size(), true, signature);
}

std::vector<uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }

using namespace std::literals;

}  // namespace

TEST_CASE("What is written reads back, aligned as the specification says") {
  Writer writer;
  writer.u8(7).i16(-2).boolean(true).u32(1u << 31).i32(-5).u64(1ull << 63).i64(-9).f64(-0.5);
  writer.string("Grüße").signature("a{sv}").begin_struct().u8(1);
  const size_t array = writer.begin_array(8);
  for (uint64_t value : {1, 2, 3}) writer.u64(value);
  writer.end_array(array);
  const size_t empty = writer.begin_array(8);
  writer.end_array(empty);
  writer.variant("s").string("inside");

  Reader reader = reader_of(writer);
  CHECK(reader.u8() == 7);
  CHECK(reader.i16() == -2);
  CHECK(reader.boolean());
  CHECK(reader.u32() == 1u << 31);
  CHECK(reader.i32() == -5);
  CHECK(reader.u64() == 1ull << 63);
  CHECK(reader.i64() == -9);
  CHECK(reader.f64() == -0.5);
  CHECK(reader.string() == "Grüße");
  CHECK(reader.read_signature() == "a{sv}");
  reader.begin_struct();
  CHECK(reader.u8() == 1);
  uint64_t sum = 0;
  for (auto numbers = reader.begin_array(8); reader.more(numbers);) sum += reader.u64();
  CHECK(sum == 6);
  for (auto nothing = reader.begin_array(8); reader.more(nothing);) FAIL("an empty array has no elements");
  CHECK(reader.begin_variant() == "s");
  CHECK(reader.string() == "inside");
  CHECK(reader.at_end());
  CHECK(reader.ok());
}

TEST_CASE("Known bytes, both byte orders") {
  const auto little = bytes("\x03\0\0\0\x05\0\0\0hello\0\0\0\x01\x02\0\0\0\0\0\0"sv);
  Reader reader(little.data(), little.size(), true, {});
  CHECK(reader.u32() == 3);
  CHECK(reader.string() == "hello");
  CHECK(reader.u64() == 0x201);
  const auto big = bytes("\0\0\0\x03\0\0\0\x05hello\0\0\0\0\0\0\0\0\0\x02\x01"sv);
  reader = Reader(big.data(), big.size(), false, {});
  CHECK(reader.u32() == 3);
  CHECK(reader.string() == "hello");
  CHECK(reader.u64() == 0x201);
  CHECK(reader.ok());
}

TEST_CASE("Texts that a bus would end the connection for are mended on the way out") {
  const auto written = [](std::string_view text) {
    Writer writer;
    writer.string(text);
    return std::string(reader_of(writer).string());
  };
  CHECK(written("Grüße 世界 😀") == "Grüße 世界 😀");
  CHECK(written("a\0b"sv) == "a\uFFFDb");
  CHECK(written("\xc3") == "\uFFFD");
  CHECK(written("\xed\xa0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(written("\xf4\x90\x80\x80 \xc0\xaf") == "\uFFFD\uFFFD\uFFFD\uFFFD \uFFFD\uFFFD");
}

TEST_CASE("A truncated body fails at every length and never reads past its end") {
  Writer writer;
  writer.u32(1).string("text");
  const size_t outer = writer.begin_array(8);
  for (int i = 0; i < 3; ++i) {
    writer.begin_struct().string("name").i32(i);
    const size_t inner = writer.begin_array(4);
    writer.u32(9).u32(8);
    writer.end_array(inner);
    writer.variant("d").f64(2.5);
  }
  writer.end_array(outer);
  const auto walk = [](Reader reader) {
    reader.u32();
    reader.string();
    for (auto array = reader.begin_array(8); reader.more(array);) {
      reader.begin_struct();
      reader.string();
      reader.i32();
      for (auto inner = reader.begin_array(4); reader.more(inner);) reader.u32();
      reader.skip(reader.begin_variant());
    }
    return reader.ok();
  };
  CHECK(walk(reader_of(writer)));
  for (size_t size = 0; size < writer.bytes().size(); ++size) {
    const std::vector<uint8_t> part(writer.bytes().begin(), writer.bytes().begin() + static_cast<long>(size));
    CHECK_FALSE(walk(Reader(part.data(), part.size(), true, {})));
  }
}

TEST_CASE("Hostile lengths fail instead of reading") {
  for (const auto& hostile : {bytes("\xff\xff\xff\xff"sv), bytes("\xff\xff\xff\xff\0\0\0\0"sv),
                              bytes("\x05\0\0\0hell"sv), bytes("\x04\0\0\0hello"sv), bytes("\0\0\0\0"sv)}) {
    Reader reader(hostile.data(), hostile.size(), true, {});
    CHECK(reader.string().empty());
    CHECK_FALSE(reader.ok());
    CHECK(reader.u32() == 0);
    CHECK(reader.string().empty());
    for (auto array = reader.begin_array(1); reader.more(array);) FAIL("an array in a failed body has no elements");
  }
  const auto array = bytes("\xff\xff\xff\xff\0\0\0\0\0\0\0\0"sv);
  Reader reader(array.data(), array.size(), true, {});
  const auto numbers = reader.begin_array(4);
  CHECK_FALSE(reader.more(numbers));
  CHECK_FALSE(reader.ok());

  // An element that is longer than what its array said.
  const auto overlong = bytes("\x04\0\0\0\x01\0\0\0\x02\0\0\0"sv);
  reader = Reader(overlong.data(), overlong.size(), true, {});
  int elements = 0;
  for (auto outer = reader.begin_array(4); reader.more(outer); ++elements) {
    reader.u32();
    reader.u32();
  }
  CHECK(elements == 1);
  CHECK_FALSE(reader.ok());
}

TEST_CASE("Any value can be skipped; nesting is bounded") {
  Writer writer;
  writer.u8(1);
  const size_t dictionary = writer.begin_array(8);
  writer.begin_struct().string("key").variant("(sai)").begin_struct().string("x");
  const size_t numbers = writer.begin_array(4);
  writer.i32(1);
  writer.end_array(numbers);
  writer.end_array(dictionary);
  writer.begin_struct().i16(3).f64(1).signature("s").u64(4);
  writer.u32(42);
  Reader reader = reader_of(writer);
  reader.skip("y");
  reader.skip("a{sv}");
  reader.skip("(ndgt)");
  CHECK(reader.u32() == 42);
  CHECK(reader.ok());

  Writer deep;
  for (int i = 0; i < 200; ++i) deep.variant("v");
  deep.variant("y").u8(1);
  reader = reader_of(deep);
  reader.skip("v");
  CHECK_FALSE(reader.ok());
}

TEST_CASE("Complete types") {
  CHECK(Reader::complete_type("s") == 1);
  CHECK(Reader::complete_type("a((so)(so)(so)iiassusau)") == 24);
  CHECK(Reader::complete_type("a{sv}i") == 5);
  CHECK(Reader::complete_type("(i(s))x") == 6);
  for (const std::string_view bad : {"", "z", "a", "()", "(", "(i", "{sv}", "a{vs}", "a{s}", "a{sii}", "a{sv", ")"}) {
    CHECK(Reader::complete_type(bad) == 0);
  }
  CHECK(Reader::complete_type(std::string(32, 'a') + "y") == 33);
  CHECK(Reader::complete_type(std::string(33, 'a') + "y") == 0);
  CHECK(Reader::complete_type(std::string(300, 'a') + "y") == 0);
  CHECK(Reader::complete_type(std::string(100, '(') + "y" + std::string(100, ')')) == 0);
}

TEST_CASE("Addresses") {
  const auto one = [](std::string_view text, std::string_view runtime = {}) {
    auto all = parse_address(text, runtime);
    REQUIRE(all.size() == 1);
    return all[0];
  };
  CHECK(one("unix:path=/run/bus,guid=12").path == "/run/bus");
  CHECK_FALSE(one("unix:path=/run/bus").abstract);
  CHECK(one("unix:abstract=/tmp/a%20b%2c").path == "/tmp/a b,");
  CHECK(one("unix:abstract=/tmp/a").abstract);
  CHECK(one("unix:runtime=yes", "/run/user/1").path == "/run/user/1/bus");
  CHECK_FALSE(one("unix:runtime=yes").problem.empty());
  for (const std::string_view bad : {"unix", "unix:", "unix:guid=1", "tcp:host=a", "unix:path=%4", "unix:path=%g0"}) {
    CHECK_FALSE(one(bad).problem.empty());
  }
  const auto several = parse_address("unix:path=/a;;tcp:host=b;unix:abstract=c;", {});
  REQUIRE(several.size() == 3);
  CHECK(several[0].problem.empty());
  CHECK_FALSE(several[1].problem.empty());
  CHECK(several[2].path == "c");
}
