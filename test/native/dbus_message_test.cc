#include <doctest/doctest.h>

#include "platform/linux/dbus/match_rule.h"
#include "platform/linux/dbus/message.h"

using namespace surehand::dbus;
using namespace std::literals;

namespace {

Bytes bytes(std::string_view text) {
  Bytes result(text.size());
  std::memcpy(result.data.get(), text.data(), text.size());
  return result;
}

std::string built(const Header& header, const Writer* body = nullptr) {
  std::vector<uint8_t> out;
  append_message(out, header, body);
  return {out.begin(), out.end()};
}

std::optional<Message> parsed(std::string_view text) { return Message::parse(bytes(text)); }

Message signal(std::string_view signature, const Writer& body) {
  Header header;
  header.type = MessageType::kSignal;
  header.serial = 9;
  header.path = "/org/a11y/atspi/accessible/12";
  header.interface = "org.a11y.atspi.Event.Object";
  header.member = "StateChanged";
  header.signature = signature;
  return *parsed(built(header, &body));
}

}  // namespace

TEST_CASE("A call is written byte for byte as the specification says") {
  Header header;
  header.serial = 1;
  header.path = "/a";
  header.interface = "a.b";
  header.member = "M";
  header.destination = "c.d";
  header.signature = "s";
  Writer body;
  body.string("x");
  CHECK(built(header, &body) ==
        "l\x01\0\x01"  // little-endian, call, no flags, version 1
        "\x06\0\0\0\x01\0\0\0\x47\0\0\0"
        "\x01\x01o\0\x02\0\0\0/a\0\0\0\0\0\0"
        "\x02\x01s\0\x03\0\0\0a.b\0\0\0\0\0"
        "\x03\x01s\0\x01\0\0\0M\0\0\0\0\0\0\0"
        "\x06\x01s\0\x03\0\0\0c.d\0\0\0\0\0"
        "\x08\x01g\0\x01s\0\0"
        "\x01\0\0\0x\0"sv);
}

TEST_CASE("A message reads back") {
  Header header;
  header.type = MessageType::kError;
  header.serial = 7;
  header.reply_serial = 99;
  header.error_name = "org.freedesktop.DBus.Error.UnknownObject";
  header.signature = "s";
  Writer body;
  body.string("it is gone");
  const std::string text = built(header, &body);
  const auto message = parsed(text);
  REQUIRE(message);
  CHECK(message->type() == MessageType::kError);
  CHECK(message->serial() == 7);
  CHECK(message->reply_serial() == 99);
  CHECK(message->error_name() == header.error_name);
  CHECK(message->error_text() == "it is gone");
  CHECK(message->bytes() == text.size());
  CHECK_FALSE(message->wants_reply());

  for (size_t size = 0; size < text.size(); ++size) CHECK_FALSE(parsed(text.substr(0, size)));
  CHECK_FALSE(parsed(text + "x"));
  for (size_t size = 0; size < 16; ++size) {
    CHECK_FALSE(Message::size_of(reinterpret_cast<const uint8_t*>(text.data()), size));
  }
  CHECK(Message::size_of(reinterpret_cast<const uint8_t*>(text.data()), 16) == text.size());
}

TEST_CASE("A big-endian message reads") {
  const auto message = parsed(
      "B\x02\0\x01\0\0\0\x08\0\0\0\x05\0\0\0\x10"
      "\x05\x01u\0\0\0\0\x2a\x08\x01g\0\x02iu\0"
      "\xff\xff\xff\xfe\0\0\0\x03"sv);
  REQUIRE(message);
  CHECK(message->type() == MessageType::kReply);
  CHECK(message->serial() == 5);
  CHECK(message->reply_serial() == 42);
  Reader body = message->body();
  CHECK(body.i32() == -2);
  CHECK(body.u32() == 3);
  CHECK(body.ok());
}

TEST_CASE("Every changed byte of a message gives a message or nothing, never a crash") {
  Header header;
  header.type = MessageType::kReply;
  header.serial = 7;
  header.reply_serial = 99;
  header.signature = "a(so)v";
  Writer body;
  const size_t array = body.begin_array(8);
  body.begin_struct().string("x").string("/y");
  body.end_array(array);
  body.variant("ai");
  const size_t numbers = body.begin_array(4);
  body.i32(1).i32(2);
  body.end_array(numbers);
  const std::string sound = built(header, &body);
  size_t accepted = 0;
  for (size_t at = 0; at < sound.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string changed = sound;
      changed[at] = static_cast<char>(value);
      const auto message = parsed(changed);
      if (!message) continue;
      ++accepted;
      Reader reader = message->body();
      std::string_view types = message->signature();
      while (const size_t length = Reader::complete_type(types)) {
        reader.skip(types.substr(0, length));
        types.remove_prefix(length);
      }
    }
  }
  CHECK(accepted > sound.size());
}

TEST_CASE("Sizes beyond what any bus may send are refused before anything is allocated") {
  const auto size = [](std::string_view text) {
    return Message::size_of(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  };
  CHECK(size("l\x02\0\x01\xff\xff\xff\xff\x01\0\0\0\0\0\0\0"sv) == 0);
  CHECK(size("l\x02\0\x01\0\0\0\0\x01\0\0\0\xff\xff\xff\xff"sv) == 0);
  CHECK(size("l\x02\0\x01\0\0\0\x10\x01\0\0\0\0\0\0\0"sv) == 0);
  CHECK(size("l\x02\0\x01\0\0\xf0\x0f\x01\0\0\0\0\0\0\0"sv) == 0x0ff00000 + 16);
  CHECK(size("x\x02\0\x01\0\0\0\0\x01\0\0\0\0\0\0\0"sv) == 0);
  CHECK(size("l\x02\0\x02\0\0\0\0\x01\0\0\0\0\0\0\0"sv) == 0);
  CHECK(size("l\0\0\x01\0\0\0\0\x01\0\0\0\0\0\0\0"sv) == 0);
}

TEST_CASE("A match rule passes what it says") {
  Writer body;
  body.string("focused").i32(1).string("later");
  const Message message = signal("sis", body);
  const auto passes = [&](std::string_view rule) {
    const auto parsed = MatchRule::parse(rule);
    REQUIRE(parsed);
    return parsed->passes(message);
  };
  CHECK(passes(""));
  CHECK(passes("type='signal'"));
  CHECK_FALSE(passes("type='method_call'"));
  CHECK(passes("type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged'"));
  CHECK_FALSE(passes("member='StateChange'"));
  CHECK(passes("path_namespace='/org/a11y/atspi'"));
  CHECK(passes("path_namespace='/'"));
  CHECK_FALSE(passes("path_namespace='/org/a11y/ats'"));
  CHECK_FALSE(passes("path='/org/a11y/atspi'"));
  CHECK(passes("arg0='focused'"));
  CHECK(passes("arg0='focused',arg2='later'"));
  CHECK(passes("arg2='later'"));
  CHECK_FALSE(passes("arg1='1'"));
  CHECK_FALSE(passes("arg3='x'"));
  CHECK_FALSE(passes("sender=':1.5'"));
  CHECK(passes("sender='org.a11y.atspi.Registry'"));
  for (const std::string_view bad :
       {"type", "type=signal", "type='signal", "type='signal' ", "arg64='x'", "argx='x'"}) {
    CHECK_FALSE(MatchRule::parse(bad));
  }
}
